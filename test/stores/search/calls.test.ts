import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { CallRequest } from '../../../electron/ports/search.ts';
import { chainSummary } from '../../../shared/conversation/callSummaries.ts';
import type { Message, Outcome } from '../../../shared/conversation/message.ts';
import type { CallMatch, ChainAnswer } from '../../../shared/features/chains/methods.ts';
import { cite } from '../../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { type OpenedSearch, openSearch } from '../../support/openSearch.ts';
import { okValue } from '../../support/result.ts';

const all: CallRequest = {
  text: '',
  tools: [],
  outcomes: [],
  changed: false,
  projectId: null,
  conversationId: null,
  from: null,
  until: null,
  limit: 100,
  cursor: null,
};

/** Every matching call, page by page, once the index is up to date. */
async function callsOf(opened: OpenedSearch, asked: Partial<CallRequest> = {}): Promise<CallMatch[]> {
  const status = await opened.search.bringUpToDate();
  expect(status.complete).toBe(true);
  const found: CallMatch[] = [];
  let cursor: string | null = null;
  do {
    const page: ChainAnswer = okValue(await opened.search.calls({ ...all, ...asked, cursor }));
    expect(page.complete).toBe(true);
    found.push(...page.calls);
    ({ cursor } = page);
  } while (cursor !== null);
  return found;
}

const at = (second: number): string => new Date(Date.parse('2026-02-01T10:00:00Z') + second * 1000).toISOString();

/** A turn that makes these calls at once, and gets their results, as in a copied conversation. */
function turn(second: number, ...calls: [string, string, string, Outcome?][]): Message[] {
  return [
    userMessage(`please ${second}`, { createdAt: at(second) }),
    assistantMessage(
      '',
      calls.map(([name, given], n) => call(`c${n}`, name, given)),
      { createdAt: at(second) },
    ),
    ...calls.map(([name, , said, outcome = 'ok'], n) =>
      toolMessage(`c${n}`, said, { toolName: name, outcome, createdAt: at(second + n + 1) }),
    ),
  ];
}

/** Writes records in place of a stored conversation's own, as another program or a merge would. */
async function written(opened: OpenedSearch, messages: readonly Message[], origin?: object): Promise<string> {
  const { conversationId } = okValue(await opened.store.createConversation(opened.projectId));
  const placed = conversationOf(messages);
  const [first] = placed;
  if (first && origin) placed[0] = { ...first, origin: origin as Record<string, unknown> };
  writeFileSync(opened.files(conversationId).messagesPath, messagesFile(placed));
  return conversationId;
}

test(cite('UI-2', 'calls of all conversations are found newest first, by tool, outcome, time and conversation'), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const one = await written(opened, [
    ...turn(0, ['read_file', '{"path":"a.ts"}', 'alpha'], ['run_command', '{"command":"make"}', 'broken', 'error']),
    ...turn(60, ['read_file', '{"path":"b.ts"}', 'beta']),
  ]);
  const two = await written(opened, turn(30, ['write_file', '{"path":"c.ts"}', 'no', 'denied']));
  const names = (calls: readonly CallMatch[]): string[] => calls.map((each) => `${each.name} ${each.outcome}`);
  expect(names(await callsOf(opened))).toEqual([
    'read_file ok',
    'write_file denied',
    'run_command error',
    'read_file ok',
  ]);
  expect(await callsOf(opened, { limit: 1 })).toEqual(await callsOf(opened));
  expect(names(await callsOf(opened, { tools: ['read_file'] }))).toEqual(['read_file ok', 'read_file ok']);
  expect(names(await callsOf(opened, { outcomes: ['error', 'denied'] }))).toEqual([
    'write_file denied',
    'run_command error',
  ]);
  expect(names(await callsOf(opened, { from: at(20), until: at(40) }))).toEqual(['write_file denied']);
  expect((await callsOf(opened, { conversationId: one })).map((each) => each.conversationId)).toEqual([one, one, one]);
  expect(await callsOf(opened, { projectId: 'x'.repeat(26) })).toEqual([]);
  expect((await callsOf(opened, { tools: ['write_file'] }))[0]).toMatchObject({
    conversationId: two,
    title: 'please 30',
    projectId: opened.projectId,
    index: 0,
    arguments: '{"path":"c.ts"}',
    resultHead: 'no',
    within: null,
    match: null,
  });
  expect(await opened.search.callFacets()).toEqual({
    tools: [
      { name: 'read_file', count: 2 },
      { name: 'run_command', count: 1 },
      { name: 'write_file', count: 1 },
    ],
  });
});

test(cite(
  'UI-2',
  'text is found in arguments, in results and in large results, of exactly the call that contains it',
), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const { conversationId } = okValue(await opened.store.createConversation(opened.projectId));
  const large = `${'x y z '.repeat(40_000)} farneedle ${'w '.repeat(20_000)}`;
  for (const message of [
    userMessage('go'),
    assistantMessage('', [
      call('a', 'read_file', '{"path":"harbour"}'),
      call('b', 'run_command', '{"command":"ls 港口"}'),
    ]),
    toolMessage('a', 'the lighthouse'),
    toolMessage('b', large, { toolName: 'run_command' }),
    toolMessage('h', 'by hand: lantern', { partType: 'tool_run', arguments: '{"q":"pier"}', toolName: 'mine' }),
  ]) {
    const { v: _v, id: _id, parentId: _p, createdAt: _c, ...rest } = message;
    okValue(await opened.store.appendConversationMessage(conversationId, rest as never));
  }
  const found = async (text: string) =>
    (await callsOf(opened, { text })).map(({ name, match }) => [name, match?.part, match?.snippet.trim()]);
  expect(await found('HARBOUR')).toEqual([['read_file', 'arguments', '{"path":"harbour"}']]);
  expect(await found('港口')).toEqual([['run_command', 'arguments', '{"command":"ls 港口"}']]);
  expect(await found('lighthouse')).toEqual([['read_file', 'result', 'the lighthouse']]);
  expect(await found('pier')).toEqual([['mine', 'arguments', '{"q":"pier"}']]);
  const [far] = await callsOf(opened, { text: 'farneedle' });
  expect(far).toMatchObject({ name: 'run_command', bytes: Buffer.byteLength(large), match: { part: 'result' } });
  expect(far?.match?.place).toBe(large.indexOf('farneedle'));
  expect(await callsOf(opened, { text: 'please nowhere' })).toEqual([]);
  expect(await opened.search.calls({ ...all, text: 'ab' })).toMatchObject({
    ok: false,
    error: { code: 'PARAMS_INVALID' },
  });
});

test(cite('UI-2', 'a word in thousands of calls is answered page by page, each call once'), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const messages = Array.from({ length: 4_000 }, (_, n) =>
    turn(n * 10, ['read_file', `{"path":"common ${n}"}`, n % 2 === 0 ? 'common result' : 'other']),
  ).flat();
  const id = await written(opened, messages);
  const found = await callsOf(opened, { text: 'common', limit: 400 });
  expect(found.length).toBe(4_000);
  expect(new Set(found.map((each) => each.messageId)).size).toBe(4_000);
  const seconds = found.map((each) => Date.parse(each.askedAt));
  expect(seconds).toEqual(seconds.toSorted((one, other) => other - one));
  expect((await callsOf(opened, { text: '"common result"', conversationId: id, limit: 500 })).length).toBe(2_000);
});

test(cite('UI-2', 'each branch has its own results, even with reused call IDs'), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const base = conversationOf([
    userMessage('go'),
    assistantMessage('', [call('c', 'read_file', '{"path":"first"}')]),
    toolMessage('c', 'one'),
    userMessage('again'),
  ]);
  const root = base[0]?.id as string;
  const again = base[3]?.id as string;
  const more = [
    assistantMessage('', [call('c', 'read_file', '{"path":"second"}')], { id: 'B1', parentId: again }),
    // Another branch of the first message, whose call has the same ID.
    assistantMessage('', [call('c', 'read_file', '{"path":"third"}')], { id: 'C1', parentId: root }),
    toolMessage('c', 'three', { id: 'C2', parentId: 'C1', outcome: 'error' }),
    // The previous branch's result, stored after.
    toolMessage('c', 'two', { id: 'B2', parentId: 'B1' }),
    assistantMessage('', [call('c', 'read_file', '{"path":"open"}')], { id: 'D1', parentId: 'C2' }),
  ].map((message, n) => ({ ...message, createdAt: at(100 + n) }));
  const id = await written(opened, [...base, ...more]);
  const paired = (await callsOf(opened)).map((each) => [each.arguments, each.outcome, each.resultHead]);
  expect(paired).toEqual([
    ['{"path":"open"}', 'interrupted', ''],
    ['{"path":"third"}', 'error', 'three'],
    ['{"path":"second"}', 'ok', 'two'],
    ['{"path":"first"}', 'ok', 'one'],
  ]);
  // Later records are paired with what the index knew before.
  const result = toolMessage('c', 'late', { id: 'D2', parentId: 'D1', createdAt: at(200) });
  const path = opened.files(id).messagesPath;
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, text.lastIndexOf(']')));
  appendFileSync(path, `,${JSON.stringify(result)}\n]\n`);
  opened.search.changed(id);
  expect((await callsOf(opened))[0]).toMatchObject({ arguments: '{"path":"open"}', outcome: 'ok', resultHead: 'late' });
});

test(cite('UI-2', "a sub-agent's calls are found and lead to the call that started it"), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const parent = await written(opened, turn(0, ['run_agent', '{"task":"look"}', 'done']));
  const origin = { type: 'sub-agent', conversationId: parent, messageId: 'asker', index: 0 };
  const child = await written(opened, turn(5, ['read_file', '{"path":"deep"}', 'deep words']), origin);
  const inner = { type: 'sub-agent', conversationId: child, messageId: 'inner', index: 2 };
  await written(opened, turn(9, ['read_file', '{"path":"deeper"}', 'deeper words']), inner);
  const within = { conversationId: parent, messageId: 'asker', index: 0, title: 'please 0' };
  expect((await callsOf(opened, { text: '"deep words"' })).map((each) => each.within)).toEqual([within]);
  expect((await callsOf(opened, { text: 'deeper words' })).map((each) => each.within)).toEqual([within]);
  expect((await callsOf(opened, { tools: ['run_agent'] }))[0]?.within).toBeNull();
});

test(cite('UI-2', 'after removing, deleting, merging or rebuilding, the index matches the calls'), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const ids = [];
  for (const name of ['first', 'second']) {
    ids.push(
      await opened.conversation([
        userMessage(`about ${name}`),
        assistantMessage('', [call('c', 'read_file', `{"path":"${name}Secret"}`)]),
        toolMessage('c', `${name} words`),
      ]),
    );
  }
  const [first = '', second = ''] = ids;
  const calls = await callsOf(opened);
  expect(calls.length).toBe(2);
  const asker = calls.find((each) => each.conversationId === first);
  okValue(await opened.store.forgetMessage(first, asker?.messageId ?? ''));
  expect(await callsOf(opened, { text: 'firstSecret' })).toEqual([]);
  expect(await callsOf(opened, { conversationId: first })).toMatchObject([
    { arguments: '{}', resultHead: 'first words' },
  ]);
  okValue(await opened.store.forgetMessage(first, asker?.resultId ?? ''));
  expect(await callsOf(opened, { text: 'first words' })).toEqual([]);
  const before = await callsOf(opened);
  okValue(await opened.search.rebuild());
  expect(await callsOf(opened)).toEqual(before);
  okValue(await opened.store.deleteConversation(second));
  expect((await callsOf(opened)).map((each) => each.conversationId)).toEqual([first]);
  // A file that a syncing program substituted.
  const path = opened.files(first).messagesPath;
  const records = JSON.parse(readFileSync(path, 'utf8')) as Message[];
  const last = records.at(-1)?.id ?? null;
  const taken = [
    assistantMessage('', [call('m', 'merged_tool', '{"q":"taken in"}')], {
      id: 'M1',
      parentId: last,
      createdAt: at(0),
    }),
    toolMessage('m', 'from the other machine', { id: 'M2', parentId: 'M1', createdAt: at(1) }),
  ];
  rmSync(path);
  writeFileSync(path, messagesFile([...records, ...taken]));
  expect(await callsOf(opened, { text: 'other machine' })).toMatchObject([{ name: 'merged_tool', outcome: 'ok' }]);
});

test(cite('UI-2', 'no byte of a tool whose record was permanently removed is left in the index'), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const name = 'zq_tool_of_no_other_test';
  const id = await written(opened, turn(0, [name, '{"path":"x"}', 'words']));
  expect((await callsOf(opened)).length).toBe(1);
  okValue(await opened.search.forgetConversation(id));
  const bytes = ['', '-wal'].map((suffix) => {
    try {
      return readFileSync(`${opened.dataDir}/search.db${suffix}`);
    } catch {
      return Buffer.alloc(0);
    }
  });
  expect(Buffer.concat(bytes).includes(name)).toBe(false);
  const database = new DatabaseSync(`${opened.dataDir}/search.db`, { readOnly: true });
  expect(database.prepare('SELECT count(*) AS n FROM calls').get()?.n).toBe(0);
  database.close();
});

test(cite('UI-2', "the index and the conversation's chain agree on every call"), {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const outcomes: Outcome[] = ['ok', 'error', 'denied', 'cancelled', 'interrupted'];
  const messages = Array.from({ length: 120 }, (_, n) =>
    turn(
      n * 10,
      ...Array.from({ length: (n % 3) + 1 }, (_, m): [string, string, string, Outcome] => [
        ['read_file', 'run_command'][(n + m) % 2] as string,
        JSON.stringify({ path: `f${n}`, text: 'x'.repeat((n * 37) % 900) }),
        `said ${n} ${m}`,
        outcomes[(n + m) % 5] as Outcome,
      ]),
    ),
  ).flat();
  // Some calls are never answered.
  const kept = messages.filter((_, index) => index % 11 !== 7 || messages[index]?.role !== 'tool');
  const id = await written(opened, kept);
  const chain = chainSummary(id, conversationOf(kept)).calls;
  const found = await callsOf(opened, { conversationId: id });
  expect(found.length).toBe(chain.length);
  const rows = found.map(({ title: _t, projectId: _p, within: _w, match: _m, ...row }) => row);
  const key = (row: { messageId: string; index: number }): string => `${row.messageId}:${row.index}`;
  expect(new Map(rows.map((row) => [key(row), row]))).toEqual(new Map(chain.map((row) => [key(row), row])));
});
