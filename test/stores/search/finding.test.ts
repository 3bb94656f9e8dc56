import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spillThresholdBytes } from '../../../electron/conversation/formats.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { markedIn, openSearch, wholeAnswer } from '../../support/openSearch.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const said =
  'Take (x) =>{ return a.b } and grüße die Straße. 我们明天去北京看鯨魚。ひらがなとカタカナー、漢字も。안녕하세요 세계. 🎉👩‍💻 ΟΔΟΣ 100% NEAR "quoted" *';

/** The query, and the marked text; null: no match. */
const searches: readonly (readonly [string, string | null])[] = [
  ['=>{', '=>{'],
  ['a.b', 'a.b'],
  ['"x) =>"', 'x) =>'],
  ['RETURN', 'return'],
  ['GRÜSSE', null],
  ['GRÜßE', 'grüße'],
  ['gru\u0308ße', 'grüße'],
  ['我', '我'],
  ['我们', '我们'],
  ['们明', '们明'],
  ['我们明天去北京看鯨魚', '我们明天去北京看鯨魚'],
  ['我明', null],
  ['鯨', '鯨'],
  ['が', 'が'],
  ['ナー', 'ナー'],
  ['カタカナー', 'カタカナー'],
  ['한', null],
  ['세', '세'],
  ['세계', '세계'],
  ['안녕하세요', '안녕하세요'],
  ['세계'.normalize('NFD'), '세계'],
  ['🎉', '🎉'],
  ['👩‍💻', '👩‍💻'],
  ['去北京 세계 =>{', '去北京'],
  ['京看', '京看'],
  ['北京 nowhere', null],
  ['οδος', 'ΟΔΟΣ'],
  ['100%', '100%'],
  ['NEAR', 'NEAR'],
  ['return a.b', 'return'],
  ['"return a.b"', 'return a.b'],
  ['"a.b return"', null],
  ['"quoted" *', 'quoted'],
];

test(cite('STORE-11', 'code is found by any three characters; Chinese, Japanese, Korean and emoji by one'), {
  tags: ['all'],
}, async () => {
  const { conversation, find } = await openSearch();
  const conversationId = await conversation([userMessage(said), assistantMessage('Nothing of the kind.')]);
  for (const [text, found] of searches) {
    const { hits, complete } = await find(text);
    expect(complete).toBe(true);
    expect(hits.length, text).toBe(found === null ? 0 : 1);
    const [hit] = hits;
    if (!hit || found === null) continue;
    expect(hit).toMatchObject({ conversationId, role: 'user', part: 'content', callIndex: null });
    expect(markedIn(hit), text).toContain(found);
    expect(
      markedIn(hit).some((marked) => said.startsWith(marked, hit.place)),
      text,
    ).toBe(true);
  }
});

test(cite('STORE-11', 'every text of a record is found, and the hit says which it is and where'), {
  tags: ['all'],
}, async () => {
  const { store, conversation, find } = await openSearch();
  const long = `${'padding é '.repeat(12_000)}needle-in-result ${'more '.repeat(10_000)}`;
  expect(Buffer.byteLength(long)).toBeGreaterThan(spillThresholdBytes * 3);
  const conversationId = await conversation([
    userMessage('the question'),
    assistantMessage(
      'the answer text',
      [call('c1', 'read_file', '{"path":"one"}'), call('c2', 'run_command', '{"command":"é needle-arg"}')],
      {
        reasoning: 'needle-thought',
      },
    ),
    toolMessage('c1', 'é short needle-inline', { toolName: 'read_file' }),
    toolMessage('c2', long, { toolName: 'run_command' }),
    assistantMessage('', [], {
      partType: 'error',
      error: { code: 'LLM_ERROR', message: 'needle-failure of the server' },
    }),
  ]);
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'needle-title é' })));
  const messages = okValue(await store.readBranch(conversationId)).messages;
  const ids = messages.map((message) => message.id);
  const one = async (text: string) => {
    const { hits } = await find(text);
    expect(hits).toHaveLength(1);
    return hits[0];
  };
  const common = { conversationId, title: 'needle-title é', callIndex: null, toolName: null };
  expect(await one('needle-arg')).toMatchObject({
    ...common,
    messageId: ids[1],
    role: 'assistant',
    part: 'arguments',
    callIndex: 1,
    toolName: 'run_command',
    place: '{"command":"é '.length,
  });
  expect(await one('needle-thought')).toMatchObject({ ...common, messageId: ids[1], part: 'reasoning', place: 0 });
  expect(await one('needle-inline')).toMatchObject({
    ...common,
    messageId: ids[2],
    role: 'tool',
    part: 'result',
    toolName: 'read_file',
    place: Buffer.byteLength('é short '),
  });
  const spilled = await one('needle-in-result');
  const place = Buffer.byteLength('padding é '.repeat(12_000));
  expect(spilled).toMatchObject({ ...common, messageId: ids[3], part: 'result', toolName: 'run_command', place });
  expect(markedIn(spilled)).toEqual(['needle-in-result']);
  const page = okValue(await store.readToolResult(conversationId, ids[3] as string, place, 16));
  expect(page.text).toBe('needle-in-result');
  expect(await one('needle-failure')).toMatchObject({ ...common, messageId: ids[4], part: 'error', place: 0 });
  expect(await one('needle-title')).toMatchObject({ ...common, messageId: null, role: null, part: 'title', place: 0 });
  const everywhere = (await find('needle')).hits.map((hit) => hit.part);
  expect(everywhere).toEqual(['title', 'error', 'result', 'result', 'arguments', 'reasoning']);
  // The sentence that names a result's file is not content.
  expect((await find('Full output')).hits).toEqual([]);
});

test('a large result is one hit, at its first match, even across a chunk boundary', {
  tags: ['all'],
}, async () => {
  const { conversation, find } = await openSearch();
  const filler = (bytes: number): string => 'abcdefghijklmno\n'.repeat(bytes / 16);
  const border = 32 * 1024;
  const text = `${filler(border - 16)}${'-'.repeat(10)}needle across${filler(border * 2)}needle again${filler(border)}鯨${filler(border)}`;
  await conversation([userMessage('go'), toolMessage('c', text, { toolName: 'run_command' })]);
  const at = async (query: string) => (await find(query)).hits.map((hit) => hit.place);
  expect(await at('needle')).toEqual([text.indexOf('needle')]);
  expect(await at('"needle again"')).toEqual([text.indexOf('needle again')]);
  expect(await at('"needle across"')).toEqual([text.indexOf('needle across')]);
  expect(await at('鯨')).toEqual([text.indexOf('鯨')]);
  // Longer than the chunks' overlap.
  expect(await at(`"${text.slice(30_000, 38_000)}"`)).toEqual([30_000]);
});

test('records on inactive branches are found, and a renamed conversation by its new name only', {
  tags: ['all'],
}, async () => {
  const { store, conversation, find } = await openSearch();
  const conversationId = await conversation([userMessage('the first'), userMessage('left branchword behind')]);
  const [first] = okValue(await store.readBranch(conversationId)).messages;
  const last = okValue(await store.readBranch(conversationId)).messages.at(-1);
  const head = { id: first?.id ?? '', after: last?.id ?? '' };
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'Old name', head })));
  okValue(await store.appendConversationMessage(conversationId, { role: 'user', content: 'another branch' }));
  const active = okValue(await store.readBranch(conversationId)).messages.map((message) => message.content);
  expect(active).toEqual(['the first', 'another branch']);
  expect((await find('branchword')).hits).toMatchObject([{ conversationId, title: 'Old name' }]);
  expect((await find('old name')).hits).toMatchObject([{ part: 'title' }]);
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'Neuer Titel 鯨' })));
  expect((await find('old name')).hits).toEqual([]);
  expect((await find('鯨')).hits).toMatchObject([{ part: 'title', title: 'Neuer Titel 鯨' }]);
});

const hostile = [
  '"',
  '*',
  'NEAR(',
  '%',
  '_',
  '\0',
  "'; DROP TABLE docs; --",
  'text:a',
  '^abc',
  '(abc',
  '{',
  'a"b"c',
  '""',
  '-abc',
  'abc*',
];

test('a query is plain text, whatever is in it', { tags: ['all'] }, async () => {
  const { search, conversation, find } = await openSearch();
  const filler = 'nothing to see';
  for (const text of hostile) await conversation([userMessage(`${filler} <<${text}>> ${filler}`)]);
  for (const text of hostile) {
    const { hits } = await find(`<<${text}>>`);
    expect(hits.length, JSON.stringify(text)).toBe(1);
    expect(hits[0]?.snippet.replaceAll(' ', '\0')).toContain(text.replaceAll(' ', '\0'));
  }
  const long = 'x'.repeat(10_000);
  expect((await find(long)).hits).toEqual([]);
  expect((await find(`${'word '.repeat(3_000)}`)).hits).toEqual([]);
  await conversation([userMessage(`before ${long} after`)]);
  expect((await find(long)).hits).toHaveLength(1);
  expect((await find(`${long}y`)).hits).toEqual([]);
  for (const text of ['', ' ', 'a', 'ab', 'é', '%', '"', '\0', 'a b c']) {
    const error = errorOf(await search.query({ text, projectId: null, limit: 50, cursor: null }));
    expect(error).toMatchObject({ code: 'PARAMS_INVALID', details: { reason: 'too_short' } });
    expect(error.message).toContain('at least three characters');
  }
});

test('hits come newest first, in pages that lose and repeat nothing', { tags: ['all'] }, async () => {
  const { conversation, find, all } = await openSearch();
  const texts = Array.from({ length: 23 }, (_, n) => `paged number ${n}`);
  const calls = Array.from({ length: 7 }, (_, n) => call(`c${n}`, 'note', `{"paged":${n}}`));
  await conversation([...texts.map((text) => userMessage(text)), assistantMessage('', calls)]);
  const expected = [...calls.map((each) => each.function.arguments), ...texts.toReversed()];
  for (const limit of [1, 3, 7, 50]) {
    expect((await all('paged', limit)).map((hit) => hit.snippet)).toEqual(expected);
  }
  const first = await find('paged', { limit: 5 });
  expect(first).toMatchObject({ more: true });
  expect(first.hits).toHaveLength(5);
});

test('a search may be limited to one project', { tags: ['all'] }, async () => {
  const { store, search, projectId, conversation } = await openSearch();
  const here = await conversation([userMessage('common word')]);
  const other = okValue(await store.openProject(tempFolder()));
  const there = okValue(await store.createConversation(other.id)).conversationId;
  okValue(await store.appendConversationMessage(there, { role: 'user', content: 'common word' }));
  await search.bringUpToDate();
  const found = async (project: string | null) =>
    (await wholeAnswer(search, 'common', { projectId: project })).hits.map((hit) => hit.conversationId);
  expect(await found(projectId)).toEqual([here]);
  expect(await found(other.id)).toEqual([there]);
  expect((await found(null)).toSorted()).toEqual([here, there].toSorted());
  // Its messages move with it.
  okValue(await store.moveConversation(here, other.id));
  await search.bringUpToDate();
  expect(await found(projectId)).toEqual([]);
  expect((await found(other.id)).toSorted()).toEqual([here, there].toSorted());
});

test('a removed message is not found, even where its record is still complete', { tags: ['all'] }, async () => {
  const { store, conversation, find, files } = await openSearch();
  const conversationId = await conversation([
    userMessage('keep this'),
    userMessage('secretword here'),
    userMessage('and this'),
  ]);
  expect((await find('secretword')).hits).toHaveLength(1);
  const messages: Message[] = okValue(await store.readBranch(conversationId)).messages;
  writeFileSync(`${files(conversationId).folder}/removed.json`, JSON.stringify({ v: 1, ids: [messages[1]?.id] }));
  expect((await find('secretword')).hits).toEqual([]);
  expect((await find('this')).hits).toHaveLength(2);
});
