import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createChainReader } from '../../../electron/features/chains/readChain.ts';
import { type ChainSummary, chainSummary, shortenArguments } from '../../../shared/conversation/callSummaries.ts';
import { type ChainCall, chainOf } from '../../../shared/conversation/chain.ts';
import { extendChain } from '../../../shared/conversation/chainGrowth.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ChainPiece } from '../../../shared/features/chains/methods.ts';
import { cite } from '../../support/cite.ts';
import { inTurns } from '../../support/inTurns.ts';
import { writeLongConversation } from '../../support/longConversation.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function readAll(
  store: Parameters<typeof createChainReader>[0],
  conversationId: string,
): Promise<{ calls: ChainCall[]; pieces: ChainPiece[] }> {
  const chains = createChainReader(store);
  const pieces: ChainPiece[] = [];
  let cursor: string | null = null;
  do {
    const piece: ChainPiece = okValue(await chains.read(conversationId, cursor));
    pieces.push(piece);
    ({ cursor } = piece);
  } while (cursor !== null);
  return { calls: pieces.flatMap((piece) => piece.calls), pieces };
}

test(cite('UI-2', 'the chain of 20,000 messages arrives in pieces, matches the command line, and does not block'), {
  tags: ['all'],
}, async () => {
  const long = writeLongConversation(`${tempFolder()}/data`, { messages: 20_000, textLength: 60 });
  const { store } = openStore({ dataDir: long.dataDir });
  const { calls, pieces } = await inTurns(1_000, () => readAll(store, long.conversationId));
  expect(Math.max(...pieces.map((piece) => piece.calls.length))).toBeLessThanOrEqual(1_000);
  expect(pieces[0]?.total).toBe(calls.length);
  const branch = JSON.parse(readFileSync(long.path, 'utf8')) as Message[];
  // As texts: comparing so many rows one by one takes longer than reading them.
  const said = (rows: readonly Pick<ChainCall, 'messageId' | 'index' | 'outcome' | 'bytes'>[]): string =>
    JSON.stringify(rows.map(({ messageId, index, outcome, bytes }) => [messageId, index, outcome, bytes]));
  expect(said(calls) === said(chainOf(branch))).toBe(true);
  expect(calls.length).toBe(5_000);
  const { turns } = pieces[0] as ChainPiece;
  expect(turns.length).toBe(branch.filter(({ role }) => role === 'user').length);
  expect(turns.at(-1)?.first).toBeLessThanOrEqual(calls.length);
  expect(JSON.stringify(pieces).length).toBeLessThan(long.bytes);
});

const talk = conversationOf([
  userMessage('first words\nof two lines'),
  assistantMessage('', [call('a', 'read_file', '{"path":"x"}'), call('a', 'read_file', '{"path":"y"}')]),
  toolMessage('a', 'one'),
  toolMessage('h', 'mine', { partType: 'tool_run', arguments: '{"q":1}', toolName: 'by_hand', waitedMs: 5 }),
  toolMessage('a', 'two', { outcome: 'error' }),
  toolMessage('a', 'a third that answers nobody'),
  userMessage('second'),
  assistantMessage('', [call('a', 'write_file', '{"path":"z"}')]),
  toolMessage('a', 'written', { details: { changes: { files: [{ path: 'z', kind: 'added' }] }, bytes: 7 } }),
]);

test(cite('UI-2', 'calls by the user are where they were made, and turns show their first words'), () => {
  const { calls, turns } = chainSummary('c', talk);
  expect(calls.map(({ name, resultHead, byHand, changed }) => [name, resultHead, byHand, changed])).toEqual([
    ['read_file', 'one', false, false],
    ['read_file', 'two', false, false],
    ['by_hand', 'mine', true, false],
    ['write_file', 'written', false, true],
  ]);
  expect(turns.map(({ words, first }) => [words, first])).toEqual([
    ['first words of two lines', 0],
    ['second', 3],
  ]);
});

test('a chain that grows record by record equals one read in full', () => {
  let grown: ChainSummary = { calls: [], turns: [] };
  for (const message of talk) {
    grown = extendChain('c', grown, message);
    // Repeated events count once.
    expect(extendChain('c', grown, message)).toBe(grown);
  }
  expect(grown).toEqual(chainSummary('c', talk));
});

test('long arguments are shortened but remain readable', () => {
  const long = JSON.stringify({
    path: 'src/a.ts',
    content: '长'.repeat(5_000),
    list: [1, 2],
    deep: { a: 'x'.repeat(900) },
  });
  const short = shortenArguments(long);
  expect(short.length).toBeLessThanOrEqual(500);
  expect(JSON.parse(short)).toMatchObject({ path: 'src/a.ts', list: [1, 2] });
  expect(shortenArguments('{"a":1}')).toBe('{"a":1}');
  expect(shortenArguments(`{"broken ${'😀'.repeat(400)}`)).not.toMatch(/[\ud800-\udbff]$/);
});

test('a cursor from another conversation is rejected', async () => {
  const long = writeLongConversation(`${tempFolder()}/data`, { messages: 6_000, textLength: 20 });
  const { store } = openStore({ dataDir: long.dataDir });
  const chains = createChainReader(store);
  const first = okValue(await chains.read(long.conversationId, null));
  const [key] = (first.cursor as string).split('.');
  for (const cursor of [
    `${key}.abc`,
    `${key}.`,
    `${key}.-5`,
    `${key}.1e3`,
    `${key}.1.2`,
    '',
    '.',
    `${key}.NaN`,
    'x.1',
  ]) {
    expect(errorOf(await chains.read(long.conversationId, cursor)).code).toBe('PARAMS_INVALID');
  }
  expect(errorOf(await chains.read('another', first.cursor)).code).toBe('PARAMS_INVALID');
  expect(okValue(await chains.read(long.conversationId, first.cursor)).calls.length).toBeGreaterThan(0);
});
