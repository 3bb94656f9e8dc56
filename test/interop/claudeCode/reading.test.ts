// A Claude Code session as our records.

import { expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { parseMessage } from '../../../electron/conversation/readMessage.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import { claudeCodeFormat } from '../../../electron/interop/claudeCode/reader.ts';
import { claudeCodeFacts } from '../../../electron/interop/claudeCode/sessionFacts.ts';
import type { History } from '../../../electron/interop/history.ts';
import { importedId } from '../../../electron/interop/importedId.ts';
import type { AssistantMessage, Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { activeBranch } from '../../support/wholeBranch.ts';
import { memoryFile, readOne } from './files.ts';
import { fixtures, hashOf, oldSession, session, sessionId } from './fixtures.ts';

const files = fixtures();

/** Each record as `role[:kind] text`, calls by name. */
function told({ messages }: History): string[] {
  return messages.map((message) => {
    const { role, partType, content } = message;
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function.name) : [];
    const words =
      typeof content === 'string' ? content : content === null ? '' : content.map((part) => part.type).join(' ');
    const kind = message.role === 'tool' ? message.outcome : partType;
    return `${role}${kind ? `:${kind}` : ''} ${[words.split('\n')[0], ...calls].filter((word) => word !== '').join(' + ')}`.trim();
  });
}

function tools(history: History): Map<string, ToolMessage> {
  return new Map(
    history.messages.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message]] : [])),
  );
}

test('the fixtures are the ones that the tests were written for', () => {
  expect(hashOf(files)).toBe('a5a65e4e03255a767631d5211337116e7f847ad58a2af29ee5f18b3bd791d3c5');
});

test(
  cite('INTEROP-1', "a session is read completely: text, calls, results, errors, a summary, the app's own messages"),
  async () => {
    const history = await readOne(files, session);
    expect(told(history)).toMatchInlineSnapshot(`
    [
      "user text mention",
      "assistant I ask the tables. + Bash + Bash",
      "tool:ok high 12:04",
      "tool:error Exit code 3",
      "assistant High water is at noon.",
      "user Write it down in French",
      "assistant Voilà.",
      "user Write it down",
      "assistant Write",
      "tool:ok File created successfully.",
      "assistant Edit",
      "tool:ok The file has been updated.",
      "assistant Read",
      "tool:ok 1	12:04",
      "user Also for tomorrow",
      "assistant Grep + Bash + TodoWrite",
      "tool:ok a.txt:1:12:04",
      "tool:denied Permission to use Bash was denied.",
      "tool:ok Todos have been modified.",
      "assistant Noted.",
      "user text image",
      "assistant:error",
      "user Look yourself",
      "assistant Read",
      "tool:ok",
      "assistant Bash",
      "tool:ok 1",
      "assistant Agent",
      "tool:ok One file.",
      "assistant Sleeping. + Bash",
      "tool:interrupted [Request interrupted by user for tool use]",
      "assistant Bash",
      "tool:denied The user doesn't want to proceed with this tool use.",
      "user carry on",
      "assistant Carrying on.",
      "system:summary High water was looked up and written down.",
      "system:environment <local-command-caveat>Do not answer these.</local-command-caveat>",
      "user after compaction",
      "assistant Still here.",
    ]
  `);
    expect(history).toMatchObject({
      program: 'claude-code',
      session: sessionId,
      title: 'High water',
      folder: '/home/ada/tides',
      model: 'claude-opus-5-5',
      problems: [],
    });
    expect(history.messages.every((message) => parseMessage(structuredClone(message)).ok)).toBe(true);
  },
);

test('parallel calls are not branches; an edited message is one', async () => {
  const { messages, headId } = await readOne(files, session);
  const children = new Map<string | null, number>();
  for (const { parentId } of messages) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  expect([...children.values()].filter((count) => count > 1)).toEqual([2]);
  const branch = activeBranch(messages, headId);
  expect(branch.some(({ content }) => content === 'Write it down in French')).toBe(false);
  expect(branch).toHaveLength(messages.length - 2);
});

test('the lines of one reply become one record, its thinking with its signature', async () => {
  const { messages } = await readOne(files, session);
  const reply = messages[1] as AssistantMessage;
  expect(reply).toMatchObject({
    id: importedId('claude-code', sessionId, '00000000-0000-4000-8000-000000000004'),
    content: 'I ask the tables.',
    reasoning: 'Two commands.',
    reasoningMs: 1200,
    finishReason: 'tool_calls',
    usage: {
      inputTokens: 1000,
      outputTokens: 40,
      cachedInputTokens: 80,
      cacheWriteTokens: 15,
      cacheWriteHourTokens: 5,
    },
    response: { id: 'msg_tide01', requestId: 'req_tide01' },
    providerData: {
      anthropic: {
        provider: 'claude-code',
        model: 'claude-opus-5-5',
        content: [{ signature: 'c2lnbmF0dXJl' }, {}, {}, {}],
      },
    },
  });
  expect(messages.slice(2, 4).map((message) => (message as ToolMessage).tool_call_id)).toEqual([
    'toolu_t1',
    'toolu_t2',
  ]);
});

test('results contain what our boxes show', async () => {
  const results = tools(await readOne(files, session));
  const detailsOf = (id: string) => results.get(id)?.details;
  const path = '/home/ada/tides/a.txt';
  expect(detailsOf('toolu_t1')).toEqual({ exitCode: 0 });
  expect(detailsOf('toolu_t2')).toEqual({ exitCode: 3, errorCode: 'TOOL_EXEC_FAILED' });
  expect(detailsOf('toolu_t3')?.diff).toBe(
    `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,2 @@\n+noon\n+midnight\n\\ No newline at end of file\n`,
  );
  expect(detailsOf('toolu_t4')?.diff).toBe(`--- ${path}\n+++ ${path}\n@@ -1,2 +1,2 @@\n-noon\n+12:04\n midnight\n`);
  expect(detailsOf('toolu_t5')).toEqual({ path, lines: { start: 1, end: 2, total: 2 } });
  expect(detailsOf('toolu_t6')).toEqual({ matches: 1 });
  expect(detailsOf('toolu_t7')).toEqual({ refused: { by: 'rule' } });
  expect(detailsOf('toolu_t8')).toEqual({ todos: { before: [], after: [{ content: 'Ask', status: 'completed' }] } });
  expect(detailsOf('toolu_t13')).toEqual({ refused: { by: 'person' } });
  expect(results.get('toolu_t1')?.duration).toBe(2000);
});

test('a spilled result is imported in full; images and mentioned files are attachments', async () => {
  const { messages, attachments } = await readOne(files, session);
  const results = messages.filter((message) => message.role === 'tool');
  expect(results.find((message) => message.tool_call_id === 'toolu_t10')?.content).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  const [hash] = results.find((message) => message.tool_call_id === 'toolu_t9')?.attachments ?? [];
  expect(attachments.get(hash?.hash ?? '')?.length).toBe(70);
  const [first] = messages;
  expect(first?.content).toMatchObject([{ type: 'text' }, { type: 'mention', path: 'notes.md', bytes: 17 }]);
  const mention = Array.isArray(first?.content) ? first.content[1] : null;
  expect(Buffer.from(attachments.get((mention as { hash: string }).hash) ?? []).toString()).toBe('high water: noon\n');
});

test('a sub-agent is its own conversation, linked to the call that started it', async () => {
  const history = await readOne(files, session);
  const [agent] = history.agents;
  expect(history.agents).toHaveLength(1);
  expect(told(agent?.history as History)).toEqual([
    'user List the files',
    'assistant Bash',
    'tool:ok a.txt',
    'assistant One file.',
  ]);
  const caller = history.messages.find(({ id }) => id === agent?.call?.messageId) as AssistantMessage;
  expect(caller.tool_calls?.[agent?.call?.index ?? -1]?.id).toBe('toolu_t11');
  const conversationId = importedId('claude-code', agent?.history.session ?? '');
  expect(tools(history).get('toolu_t11')?.details).toEqual({
    agent: { conversationId, title: 'Look around', calls: 1 },
  });
});

test("a sub-agent's file alone is the same conversation; without it the call names none", async () => {
  const agent = `${sessionId}/subagents/agent-a0123456789abcdef.jsonl`;
  const whole = await readOne(files, session);
  const alone = await readOne({ x: files[agent] ?? '' }, 'x');
  expect(alone.session).toBe(whole.agents[0]?.history.session);
  expect(alone.messages.map(({ id }) => id)).toEqual(whole.agents[0]?.history.messages.map(({ id }) => id));
  const bare = await readOne({ [session]: files[session] ?? '' }, session);
  expect(bare.agents).toEqual([]);
  expect(tools(bare).get('toolu_t11')?.details).toEqual({});
});

test('a summary replaces everything before it, except what the app kept', async () => {
  const { messages } = await readOne(files, session);
  const summary = messages.find(({ partType }) => partType === 'summary') as Message & {
    compaction: { firstKeptId: string };
  };
  expect(messages.find(({ id }) => id === summary.compaction.firstKeptId)?.content).toBe('Carrying on.');
});

test(cite('INTEROP-1', 'lines that are not messages are kept unchanged, even of unknown kinds'), async () => {
  const { messages } = await readOne(files, session);
  const kept = messages.flatMap(({ origin }) => [
    ...((origin?.before as object[]) ?? []),
    ...((origin?.after as object[]) ?? []),
  ]);
  expect(kept).toContainEqual({ type: 'from-the-future', nested: { list: [1, { two: 2 }] }, sessionId });
  expect(kept.filter((line) => 'attachment' in line)).toHaveLength(2);
});

test(cite('INTEROP-1', 'an old version: its sub-agents among the lines, results and text in one line'), async () => {
  const history = await readOne(files, oldSession);
  expect(told(history)).toMatchInlineSnapshot(`
    [
      "user Have someone look",
      "assistant I send one. + Task",
      "tool:ok One file.",
      "user text",
      "assistant MultiEdit",
      "tool:denied The user doesn't want to proceed with this tool use.",
      "user text",
    ]
  `);
  expect(history).toMatchObject({ session: 'old-session', title: 'Old tides', problems: [] });
  expect(history.agents.map((agent) => told(agent.history))).toEqual([
    ['user Look around', 'assistant LS', 'tool:ok - a.txt', 'assistant One file.'],
  ]);
  expect(history.agents[0]?.call).toEqual({ messageId: history.messages[1]?.id, index: 0 });
  expect((history.messages[1] as AssistantMessage).usage?.reportedCost).toBe(0.25);
});

test(cite('INTEROP-1', 'the next request for any provider can be built from it'), async () => {
  for (const name of [session, oldSession]) {
    const { messages, headId } = await readOne(files, name);
    const ends = [headId, ...messages.map(({ id }) => id)];
    for (const end of ends) {
      const branch = activeBranch(messages, end);
      const last = branch.at(-1) as Message;
      const next: Message = { ...last, id: 'next', parentId: last.id, role: 'user', content: 'Go on.' } as Message;
      expect(checkSequence(toApiMessages([...branch, next]).messages)).toEqual([]);
    }
  }
});

test('a second read produces the same IDs', async () => {
  const [one, other] = [await readOne(files, session), await readOne(files, session)];
  expect(one.messages).toEqual(other.messages);
});

test.each([
  ['its first lines', 0],
  ['from the middle of a line on', 20],
  ['a line that goes on', -1],
])('is recognized by its content: %s', (_, from) => {
  const text = files[session] ?? '';
  const long = (files[session]?.split('\n').find((line) => line.startsWith('{"parentUuid"')) ?? '').slice(0, -5);
  expect(claudeCodeFormat.recognises(from < 0 ? long : text.slice(from, 65_536), 'x')).toBe(true);
});

test.each([
  ['Codex', '{"timestamp":"2026-01-01T00:00:00Z","ordinal":0,"type":"session_meta","payload":{"id":"x"}}\n'],
  ['Gemini CLI', '{"sessionId":"x","projectHash":"y","startTime":"z"}\n{"id":"1","type":"user","content":"hi"}\n'],
  ['a list of messages', '[{"role":"user","content":"hi"}]'],
  ['nothing', ''],
])('%s is not mistaken for one', (_, head) => {
  expect(claudeCodeFormat.recognises(head, 'x.jsonl')).toBe(false);
});

test('reading stops when its result is no longer needed', async () => {
  const ended = new AbortController();
  ended.abort();
  const found = [];
  for await (const one of claudeCodeFormat.read(memoryFile(files, session), ended.signal)) found.push(one);
  expect(found).toEqual([]);
});

test("a session is titled by the user's text, not by what the app put before it, both in a list and when read", async () => {
  const command =
    '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>12</command-args>';
  const printed = '<local-command-stdout>Done.</local-command-stdout>';
  const titles = async (...said: string[]): Promise<string[]> => {
    const lines = said.map((content, at) => ({
      ...{
        parentUuid: at === 0 ? null : `u${at - 1}`,
        isSidechain: false,
        type: 'user',
        uuid: `u${at}`,
        sessionId: 's',
      },
      ...{ message: { role: 'user', content }, cwd: '/p', timestamp: '2026-11-20T10:00:00.000Z', version: '2' },
    }));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return [
      claudeCodeFacts({ path: 's.jsonl', head: text, tail: text })?.title ?? '',
      (await readOne({ 's.jsonl': text }, 's.jsonl')).title,
    ];
  };
  expect(await titles(command, printed, 'How deep is it?')).toEqual(['How deep is it?', 'How deep is it?']);
  // A session that starts with the user's text has no title of its own, and is exported that way.
  expect(await titles('How deep is it?', command)).toEqual(['How deep is it?', '']);
  expect(await titles(command, printed)).toEqual(['/review 12', '/review 12']);
});
