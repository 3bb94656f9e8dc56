// Sessions of Copilot CLI, Qwen Code, Cline and Pi beyond a plain conversation: the lines that these agents really broke,
// older versions, sub-agents, compactions, undone turns, the files next to a session, and hostile ones.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diskFile } from '../../../electron/interop/diskFile.ts';
import { historyFormats } from '../../../electron/interop/formats.ts';
import type { History, HistoryFormat } from '../../../electron/interop/history.ts';
import { unifiedDiff } from '../../../electron/interop/pi/diff.ts';
import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { clineFiles, copilotLines, piLines, qwenLines } from '../../support/newerSessions.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sources } from '../pinnedFiles.ts';
import { memoryFile, readAll, unsound, violations } from '../web/files.ts';

type Row = Record<string, unknown>;

const turn = { asked: 'Which berth?', command: 'ls berths', printed: 'north', said: 'The north one.' };
const whole = ['Which berth?', 'calls ls berths', 'north: ok', 'The north one.'];

const formatOf = (program: string): HistoryFormat =>
  historyFormats.find((one) => one.program === program) as HistoryFormat;

/** Each record in a few words. */
function outline({ messages }: Pick<History, 'messages'>): string[] {
  return messages.map((message: Message) => {
    const [call] = callsOf(message);
    if (call)
      return `calls ${[JSON.parse(call.function.arguments) as Row].map((args) => args.command ?? args.commands).join()}`;
    return message.role === 'tool' ? `${message.content}: ${message.outcome}` : textOf({ content: message.content });
  });
}

async function read(program: string, text: string, name = `session.jsonl`, others: Record<string, string> = {}) {
  const { histories, problems } = await readAll(formatOf(program), memoryFile(text, { name, others }));
  const [history] = histories as [History];
  expect(unsound(history.messages)).toEqual([]);
  expect(violations(history)).toEqual([]);
  return { history, lines: problems.map(({ line }) => line) };
}

const jsonLines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const lineFormats: [string, (n: number, turns: (typeof turn)[]) => string][] = [
  ['copilot', copilotLines],
  ['qwen', qwenLines],
  ['pi', piLines],
];

test(cite('INTEROP-4', 'each session is recognised as its own app, and by no other format'), () => {
  for (const { program, name, text } of sources()) {
    const head = text.slice(0, 65_536);
    const first = historyFormats.find((one) => one.recognises(head, name));
    expect([name, first?.program]).toEqual([name, program]);
  }
  for (const junk of [
    '',
    '\0\0\0',
    '{',
    '[]',
    '{"type":"session"}',
    '{"version":1,"updated_at":"x"}',
    '\ufffd\ufffd',
  ]) {
    const takers = ['copilot', 'qwen', 'cline', 'pi'].filter((program) =>
      formatOf(program).recognises(junk, 'x.jsonl'),
    );
    expect(takers).toEqual([]);
  }
});

test.each(lineFormats)(cite('INTEROP-4', '%s: two records on one line are both read'), async (program, write) => {
  const text = write(1, [turn, turn]);
  const at = text.indexOf('}\n{', text.length / 2);
  const { history, lines } = await read(program, `${text.slice(0, at + 1)}${text.slice(at + 2)}`);
  expect(outline(history)).toEqual([...whole, ...whole]);
  expect(lines).toEqual([]);
});

test.each(lineFormats)(
  cite('INTEROP-4', '%s: a torn record in front of a whole one is reported, and the whole one is read'),
  async (program, write) => {
    const rows = write(1, [turn, turn]).trimEnd().split('\n');
    const last = rows.length - 1;
    rows[last] = `${rows[last - 1]?.slice(0, 60)}${rows[last]}`;
    const { history, lines } = await read(program, `${rows.join('\n')}\n`);
    expect(outline(history)).toEqual([...whole, ...whole]);
    expect(lines).toEqual([rows.length]);
  },
);

test.each(lineFormats)(
  cite('INTEROP-4', '%s: raw line breaks in a text and NUL bytes after a crash lose nothing'),
  async (program, write) => {
    const text = write(1, [{ ...turn, printed: 'north\nsouth\n\u2028east' }]);
    const broken = `${text.replace('north\\nsouth\\n', 'north\nsouth\n')}${'\0'.repeat(900)}`;
    const { history, lines } = await read(program, broken);
    expect(outline(history)).toEqual([...whole.slice(0, 2), 'north\nsouth\n\u2028east: ok', ...whole.slice(3)]);
    expect(lines).toEqual([]);
  },
);

test(cite('INTEROP-4', 'a line of many torn records does not take forever'), async () => {
  const torn = '{"type":"message","id":"a'.repeat(400_000);
  const { history, lines } = await read('pi', `${piLines(1, [turn])}${torn}\n`);
  expect(outline(history)).toEqual(whole);
  expect(lines).toEqual([6]);
});

const copilot = (type: string, data: Row, id: string, more: Row = {}): Row => ({
  ...{ type, data, id, parentId: null, timestamp: '2026-11-20T10:01:00.000Z' },
  ...more,
});

test(
  cite('INTEROP-3', "Copilot CLI: what the session went back from is a branch, and the user's own command is theirs"),
  async () => {
    const begun = rowsOf(copilotLines(1, [turn, { ...turn, asked: 'Undone' }]));
    const undone = begun.find(({ data }) => (data as Row).content === 'Undone')?.id;
    const { history } = await read(
      'copilot',
      jsonLines([
        ...begun,
        copilot('session.snapshot_rewind', { upToEventId: undone, eventsRemoved: 5 }, 'r'),
        copilot('tool.user_requested', { toolCallId: 'own', toolName: 'bash', arguments: { command: 'date' } }, 's'),
        copilot('tool.execution_complete', { toolCallId: 'own', success: true, result: { content: 'today' } }, 't'),
        copilot('user.message', { content: 'Instead' }, 'u'),
        copilot('user.message', { content: 'Skill text', source: 'skill-tides' }, 'v'),
      ]),
    );
    const at = outline(history).indexOf('today: ok');
    const [run, instead, inserted] = history.messages.slice(at);
    expect(run).toMatchObject({ partType: 'tool_run', arguments: '{"command":"date"}' });
    expect(run?.parentId).toBe(history.messages[3]?.id);
    expect(instead).toMatchObject({ role: 'user', content: 'Instead', parentId: run?.id });
    expect(inserted).toMatchObject({ role: 'system', partType: 'environment' });
    expect(history.headId).toBe(inserted?.id);
  },
);

test(
  cite('INTEROP-3', 'Copilot CLI: agents in the file, also of versions that name only their call, hang on their calls'),
  async () => {
    const call = (id: string, prompt: string): Row => ({ toolCallId: id, name: 'task', arguments: { prompt } });
    const { history } = await read(
      'copilot',
      jsonLines([
        ...rowsOf(copilotLines(1, [turn])),
        copilot('assistant.message', { content: '', toolRequests: [call('c1', 'one'), call('c2', 'two')] }, 'm'),
        copilot('subagent.started', { toolCallId: 'c1', agentDescription: 'First' }, 'n', { agentId: 'agent-1' }),
        copilot('user.message', { content: 'one', source: 'agent-x' }, 'o', { agentId: 'agent-1' }),
        copilot('assistant.message', { content: '', toolRequests: [call('c3', 'deep')] }, 'p', { agentId: 'agent-1' }),
        copilot('assistant.message', { content: 'deeper', parentToolCallId: 'c3' }, 'q'),
        copilot('assistant.message', { content: 'second', parentToolCallId: 'c2' }, 'r'),
      ]),
    );
    const reply = history.messages.at(-1);
    expect(history.agents.map(({ call: place, history: { title } }) => [place, title])).toEqual([
      [{ messageId: reply?.id, index: 0 }, 'First'],
      [{ messageId: reply?.id, index: 1 }, ''],
    ]);
    const [first] = history.agents;
    expect(outline(first?.history as History)).toEqual(['one', 'calls ']);
    expect(first?.history.agents.map(({ history: nested }) => outline(nested))).toEqual([['deeper']]);
  },
);

test(
  cite('INTEROP-4', "Qwen Code: agents' files are read where the app keeps them, through no link and nowhere else"),
  async () => {
    const root = tempFolder();
    const place = (name: string): string => path.join(root, 'home-ada', name);
    for (const folder of ['chats', 'subagents/s1', 'elsewhere']) mkdirSync(place(folder), { recursive: true });
    const rows = rowsOf(qwenLines(1, [turn])).map((row) => ({ ...row, sessionId: 's1' }));
    writeFileSync(place('chats/s1.jsonl'), jsonLines(rows));
    const side = rows.map((row) => ({ ...row, isSidechain: true, agentId: 'a' }));
    writeFileSync(place('subagents/s1/agent-a.jsonl'), jsonLines(side));
    writeFileSync(
      place('subagents/s1/agent-a.meta.json'),
      JSON.stringify({ toolUseId: 'call_1_0', description: 'Sound' }),
    );
    writeFileSync(place('elsewhere/agent-secret.jsonl'), jsonLines(side));
    symlinkSync(place('elsewhere/agent-secret.jsonl'), place('subagents/s1/agent-b.jsonl'));
    const one = async (file: string): Promise<History> => {
      const { histories } = await readAll(formatOf('qwen'), diskFile(file, file, 1));
      return histories[0] as History;
    };
    const { agents, messages } = await one(place('chats/s1.jsonl'));
    expect(agents.map(({ call, history: { title, session } }) => [call, title, session])).toEqual([
      [{ messageId: messages[1]?.id, index: 0 }, 'Sound', 's1/a'],
    ]);
    // A session that names another folder as its own.
    writeFileSync(place('chats/x.jsonl'), jsonLines(rows.map((row) => ({ ...row, sessionId: '../elsewhere' }))));
    expect((await one(place('chats/x.jsonl'))).agents).toEqual([]);
    const reach = diskFile(place('chats/s1.jsonl'), 'x', 1);
    expect(await reach.resolve('../../outside')).toBeNull();
    expect(await reach.namesIn('../..')).toEqual([]);
    expect(await diskFile(place('chats/s1.jsonl')).resolve('../elsewhere/agent-secret.jsonl')).toBeNull();
  },
);

test(
  cite(
    'INTEROP-3',
    'Cline: the title, the folder, the newest compaction and the teammates come from the files next to it',
  ),
  async () => {
    const { id, messages, facts } = clineFiles(1, [turn, turn]);
    const summary = {
      role: 'user',
      content: [],
      metadata: { kind: 'compaction_summary', summary: 'Two turns.', tokensBefore: 9 },
    };
    const compaction = {
      ...{ version: 1, updated_at: '', conversation_id: id, source_message_count: 6 },
      ...{ source_last_message_key: 'id:msg_1_5', messages: [summary, { id: 'msg_1_4' }] },
    };
    const teammate = messages.replace('"agent": "lead"', '"agent": "mate"');
    const others = {
      [`${id}.json`]: JSON.stringify({ ...(JSON.parse(facts) as Row), metadata: { title: 'Berths' } }),
      [`${id}.compaction.json`]: JSON.stringify(compaction),
      'mate.messages.json': teammate,
      // Files of other sessions in the same folder are not this one's teammates.
      'other.messages.json': messages.replaceAll(`"sessionId": "${id}"`, '"sessionId": "another"'),
      'stray.messages.json': teammate.replaceAll(`"sessionId": "${id}"`, '"sessionId": "another"'),
    };
    const { history } = await read('cline', messages, `${id}.messages.json`, others);
    expect([history.session, history.title, history.folder]).toEqual([id, 'Berths', '/home/ada/mole']);
    expect(outline(history)).toEqual([...whole, ...whole.slice(0, 2), 'north: ok', 'Two turns.', ...whole.slice(3)]);
    const record = history.messages.find(({ role }) => role === 'system');
    expect(record).toMatchObject({ compaction: { firstKeptId: history.messages[4]?.id, tokensBefore: 9 } });
    expect(history.agents.map(({ call, history: { session } }) => [call, session])).toEqual([[null, 'mate']]);
    // On its own, a compaction is no conversation.
    const alone = await readAll(
      formatOf('cline'),
      memoryFile(JSON.stringify(compaction), { name: `${id}.compaction.json` }),
    );
    expect(alone).toEqual({ histories: [], problems: [] });
  },
);

test(
  cite('INTEROP-4', 'Cline: every whole message of a torn or broken file is read, and the rest is reported'),
  async () => {
    const { messages } = clineFiles(1, [turn, turn]);
    const torn = await read('cline', messages.slice(0, -500), 'x.messages.json');
    expect(outline(torn.history).slice(0, 6)).toEqual([...whole, ...whole.slice(0, 2)]);
    expect(torn.lines).toHaveLength(1);
    const broken = messages.replace('"messages": [', '"messages": [ 7, {"half" 7},');
    const { history, lines } = await read('cline', broken, 'x.messages.json');
    expect(outline(history)).toEqual([...whole, ...whole]);
    expect(lines).toHaveLength(2);
  },
);

test(cite('INTEROP-3', 'Pi: version 1 has no ids and is one line of conversation'), async () => {
  const rows = rowsOf(piLines(1, [turn])).map(({ id, parentId: _parent, version: _version, ...row }) =>
    row.type === 'session' ? { ...row, id } : row,
  );
  const { history } = await read('pi', jsonLines(rows));
  expect(outline(history)).toEqual(whole);
  expect(new Set(history.messages.map(({ parentId }) => parentId)).size).toBe(4);
});

test('Pi: its numbered changes become hunks', () => {
  const numbered = [' 1 same', '-2 old', '+2 new', '+3 more', '   ...', ' 90 far', '-91 gone'].join('\n');
  expect(unifiedDiff(numbered)).toBe('@@ -1,2 +1,3 @@\n same\n-old\n+new\n+more\n@@ -90,2 +91,1 @@\n far\n-gone');
  expect(unifiedDiff('--- a\n+++ b\n')).toBe('--- a\n+++ b\n');
  expect(unifiedDiff('no diff')).toBe('');
});

test(cite('INTEROP-4', 'rows of the wrong types are never thrown'), async () => {
  const values = [null, 7, 'x', [], {}, [null], [[7]], { content: { a: 1 } }];
  const fields = [
    'message',
    'data',
    'content',
    'parts',
    'toolCallResult',
    'systemPayload',
    'summary',
    'usage',
    'id',
    'uuid',
    'type',
  ];
  for (const [program, write] of lineFormats) {
    const rows = rowsOf(write(1, [turn]));
    for (const field of fields) {
      for (const value of values) {
        const changed = rows.map((row, at) => (at % 2 === 1 ? { ...row, [field]: value } : row));
        const inner = rows.map((row) => ({
          ...row,
          data: { ...(row.data as Row), [field]: value },
          message: { ...(row.message as Row), [field]: value },
        }));
        for (const text of [jsonLines(changed), jsonLines(inner)]) {
          const { histories } = await readAll(formatOf(program), memoryFile(text, { name: 'x.jsonl' }));
          for (const { messages } of histories) expect(unsound(messages)).toEqual([]);
        }
      }
    }
  }
});
