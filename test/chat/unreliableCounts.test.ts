// Servers whose counts do not follow what they receive: compaction cannot lower them, so it must not run with each
// message.

import { describe, expect, test } from 'vitest';
import { detectUnreliableCounts } from '../../electron/chat/context/reportedCounts.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { compactions, nextRequest, sentence, startOn, summaries } from '../support/compactingConversation.ts';
import type { Reply } from '../support/fakeModelServer.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';

const talk = (): Reply => ({ text: sentence.repeat(20) });
const notes = (rows: readonly Message[]): string[] =>
  rows.filter(({ partType }) => partType === 'note').map(({ content }) => String(content));

/** Cumulative: of all requests so far. */
function cumulative() {
  let sum = 0;
  return (tokens: number): number => {
    sum += tokens;
    return Math.round(sum / 3);
  };
}

describe('a server that counts', () => {
  test.each<[string, () => (tokens: number) => number, RegExp | null]>([
    ['always the same', () => () => 11_000, /reports 11,000 tokens for every request/],
    ['what a proxy adds, for the most part', () => (tokens) => 9_000 + Math.round(tokens / 8), /did not change/],
    ['everything since the beginning', cumulative, /did not change|Even after compacting/],
    ['nothing', () => () => 0, null],
    ['less than nothing', () => (tokens) => -tokens, null],
  ])(
    cite('COMPACT-6', '%s: it is reported, and no summary is made with each message, even after a restart'),
    async (_name, report, says) => {
      const server = await startTokenCountingServer({ window: 14_000, told: 12_000, reply: talk, report: report() });
      const app = await startOn(server, 'x');
      const id = await app.start();
      for (let turn = 1; turn <= 5; turn++) expect(await app.turn(id, `Message ${turn}`)).toBe('done');
      const next = await nextRequest(app, id);
      await app.close();
      const again = await startTestApp({ model: server.model, dataDir: app.dataDir, folder: app.folder });
      expect(await nextRequest(again, id)).toBe(next);
      await again.call('conversation.open', { conversationId: id });
      for (let turn = 6; turn <= 9; turn++) expect(await again.turn(id, `Message ${turn}`)).toBe('done');

      const rows = again.rows(id);
      expect(summaries(rows).length).toBeLessThanOrEqual(1);
      const said = notes(rows);
      if (says) expect(said.filter((note) => says.test(note))).toHaveLength(1);
      else expect(said).toEqual([]);
      expect(server.refused).toEqual([]);
      await again.close();
      await server.model.close();
    },
  );

  test(cite('COMPACT-6', 'honestly: nothing is reported, and it compacts when that helps'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 12_000, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 1; turn <= 25; turn++) expect(await app.turn(id, `Message ${turn}`)).toBe('done');
    const rows = app.rows(id);
    expect(compactions(rows).length).toBeGreaterThanOrEqual(1);
    expect(compactions(rows).length).toBeLessThan(8);
    for (const { compaction } of compactions(rows)) expect(compaction?.reported?.tokens).toBeGreaterThan(0);
    expect(notes(rows)).toEqual([]);
    expect(server.refused).toEqual([]);
    await app.close();
    await server.model.close();
  });
});

test(cite('COMPACT-6', "one model's count says nothing about another's after a compaction"), () => {
  const compaction = {
    ...{ firstKeptId: '', clearedIds: [], tokensBefore: 100_000, tokensAfter: 40_000 },
    reported: { model: 'one-2026', tokens: 60_000, counted: 100_000 },
  };
  const after = (model: string): Message[] =>
    [
      { role: 'system', partType: 'summary', content: 'Before.', compaction },
      { role: 'assistant', content: 'Yes.', model, usage: { inputTokens: 52_000, counted: 40_000 } },
    ].map((message) => ({ v: 1, id: message.role, parentId: null, createdAt: '', ...message }) as Message);
  expect(detectUnreliableCounts(after('one'), 'one')).toEqual({ tokens: 52_000, expected: 24_000 });
  expect(detectUnreliableCounts(after('two'), 'two')).toBeNull();
});

test(cite('COMPACT-6', 'if the tools alone exceed the limit it is reported once, with what would fit'), async () => {
  const server = await startTokenCountingServer({ window: 6_000, reply: talk });
  const app = await startOn(server, 'x');
  const id = await app.start();
  // Long enough for a summary to be shorter, though no turn succeeds.
  for (let turn = 1; turn <= 12; turn++) await app.turn(id, `Message ${turn}: ${sentence.repeat(4)}`);
  const said = notes(app.rows(id)).filter((note) => /Even after compacting/.test(note));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /descriptions of \d+ tools, with [\d,]+ tokens\. With only read_file, list_files, search_files,/,
  );
  expect(compactions(app.rows(id)).length).toBeLessThan(8);
  await app.close();
  await server.model.close();
});

test(
  cite(
    'COMPACT-6',
    'a first message to a model whose context cannot hold the tools: the error names them, not a short record',
  ),
  async () => {
    const server = await startTokenCountingServer({ window: 4_096, told: null, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    expect(await app.turn(id, 'Hello.')).toBe('error');
    const error = app.rows(id).at(-1);
    expect(error).toMatchObject({ partType: 'error', error: { code: 'CONTEXT_STILL_TOO_LARGE' } });
    const words = JSON.stringify(error);
    expect(words).toMatch(/The largest part is the descriptions of \d+ tools/);
    expect(words).toMatch(/With only read_file, list_files, search_files, it would need about [\d,]+/);
    expect(words).not.toContain('[Environment]');
    await app.close();
    await server.model.close();
  },
);

test(cite('COMPACT-6', 'a rejection without a size names the tools as the largest part'), async () => {
  const refusal = () => 'The number of tokens to keep from the initial prompt is greater than the context length.';
  const server = await startTokenCountingServer({ window: 4_096, told: null, refusal, reply: talk });
  const app = await startOn(server, 'x');
  const id = await app.start();
  expect(await app.turn(id, 'Hello.')).toBe('error');
  expect(notes(app.rows(id)).join()).toMatch(/The largest part is the descriptions of \d+ tools/);
  await app.close();
  await server.model.close();
});
