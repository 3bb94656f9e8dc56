import { describe, expect, test } from 'vitest';
import { isSummary } from '../../shared/conversation/context.ts';
import type { SystemMessage } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { compactions, nextRequest, reader, sentence, startOn, summaries } from '../support/compactingConversation.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';
import { sample } from '../support/volume.ts';

const english = Array.from(
  { length: 60 },
  (_, line) => `${line}: the quick brown fox jumps over it {"a": ${line * 7919}}`,
);
const chinese = Array.from({ length: 100 }, (_, line) => `第${line}行：今天天气很好，我们去公园散步，然后回家写代码。`);

describe('a long conversation against a token-counting server', () => {
  test.each(
    sample(1, [
      { language: 'English', lines: english },
      { language: 'Chinese', lines: chinese },
    ]),
  )(
    cite(
      ['COMPACT-1', 'COMPACT-2', 'COMPACT-5', 'COMPACT-7'],
      'continues through several compactions at 80 % without a rejection, nothing is split, the log stays complete: $language',
    ),
    async ({ lines }) => {
      const server = await startTokenCountingServer({ window: 16_000, reply: reader() });
      const app = await startOn(server, lines.join('\n'));
      const id = await app.start();
      for (let turn = 1; turn <= 30; turn++)
        expect(await app.turn(id, `Question ${turn}: what is in it?`)).toBe('done');

      const rows = app.rows(id);
      expect(server.refused).toEqual([]);
      // The server checks every request against the API's rules; violations would be listed here.
      expect(server.model.violations).toEqual([]);
      expectCallsAnswered(rows);
      expect(rows.filter((row) => row.role === 'user')).toHaveLength(30);
      expect(rows.filter((row) => row.role === 'tool')).toHaveLength(30);
      expect(rows.map((row) => row.parentId)).toEqual([null, ...rows.slice(0, -1).map((row) => row.id)]);
      expect(summaries(rows).length).toBeGreaterThanOrEqual(1);
      expect(compactions(rows).length).toBeGreaterThanOrEqual(4);
      expect(compactions(rows).some((row) => !isSummary(row) && (row.compaction?.clearedIds.length ?? 0) > 0)).toBe(
        true,
      );
      // Compaction starts above 80 % and not before: requests come close, and exceed it by at most one turn.
      expect(Math.max(...server.taken)).toBeGreaterThan(16_000 * 0.6);
      for (const row of compactions(rows)) {
        expect(row.compaction?.tokensBefore).toBeGreaterThan(16_000 * 0.8);
        // About 5,000 of these are the tools, with which every request starts.
        expect(row.compaction?.tokensAfter).toBeLessThan(16_000 * 0.7);
      }
      await app.close();
      await server.model.close();
    },
  );

  test(cite('COMPACT-5', 'a summary can be undone and redone, each restoring the earlier request byte for byte'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 16_000, reply: reader() });
    const app = await startOn(server, english.join('\n'));
    const id = await app.start();
    await app.turn(id, 'Question');
    while (summaries(app.rows(id)).length === 0) await app.turn(id, 'What is in it?');
    const summary = summaries(app.rows(id))[0] as SystemMessage;
    const summed = await nextRequest(app, id);
    expect(summed).toContain(summary.content.slice(0, 40));

    await app.call('context.mark', { conversationId: id, messageId: summary.id, hidden: true });
    const undone = await nextRequest(app, id);
    expect(undone).not.toContain(summary.content.slice(0, 40));
    expect(undone).toContain('Question');
    await app.call('context.mark', { conversationId: id, messageId: summary.id, hidden: null });
    expect(await nextRequest(app, id)).toBe(summed);
    await app.call('context.mark', { conversationId: id, messageId: summary.id, hidden: true });
    expect(await nextRequest(app, id)).toBe(undone);
    await app.close();

    // Another process reads only the same records and marks.
    const reopened = await startTestApp({ model: server.model, dataDir: app.dataDir, folder: app.folder });
    expect(await nextRequest(reopened, id)).toBe(undone);
    await reopened.call('context.mark', { conversationId: id, messageId: summary.id, hidden: null });
    expect(await nextRequest(reopened, id)).toBe(summed);
    await reopened.close();
    await server.model.close();
  });

  test(cite('COMPACT-5', 'after the user undid a compaction, the next waits until the request would not fit at all'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 16_000, reply: reader() });
    const app = await startOn(server, english.join('\n'));
    const id = await app.start();
    await app.turn(id, 'Question');
    while (compactions(app.rows(id)).length === 0) await app.turn(id, 'What is in it?');
    const first = compactions(app.rows(id))[0] as SystemMessage;
    await app.call('context.mark', { conversationId: id, messageId: first.id, hidden: true });
    while (compactions(app.rows(id)).length === 1) expect(await app.turn(id, 'What is in it?')).toBe('done');
    const second = compactions(app.rows(id))[1] as SystemMessage;
    expect(second.compaction?.tokensBefore).toBeGreaterThan(16_000 * 0.92);
    expect(server.refused).toEqual([]);
    await app.close();
    await server.model.close();
  });

  test(cite(
    ['COMPACT-6', 'COMPACT-1'],
    'a context smaller than assumed: one rejection, its limit is learned, one compaction, and it continues',
  ), { tags: ['all'] }, async () => {
    const server = await startTokenCountingServer({ window: 9_000, told: 20_000, reply: reader() });
    const app = await startOn(server, english.join('\n'));
    const id = await app.start();
    for (let turn = 1; turn <= 14; turn++) expect(await app.turn(id, `Question ${turn}?`)).toBe('done');
    expect(server.refused).toHaveLength(1);
    expect(compactions(app.rows(id)).length).toBeGreaterThanOrEqual(2);
    expectCallsAnswered(app.rows(id));
    await app.close();
    await server.model.close();
  });

  test(cite('COMPACT-6', 'a server that rejects everything as too long is asked only twice'), async () => {
    const server = await startTokenCountingServer({
      window: 100,
      told: null,
      refusal: () => 'Your input exceeds the context window of this model.',
      reply: reader(),
    });
    const app = await startOn(server, 'x');
    const id = await app.start();
    expect(await app.turn(id, 'one')).toBe('error');
    expect(server.refused.length).toBeLessThanOrEqual(2);
    const rows = app.rows(id);
    expect(rows.at(-1)).toMatchObject({ partType: 'error', error: { cause: 'LLM_CONTEXT_TOO_LONG' } });
    expect(rows.some((row) => row.partType === 'note' && /could not be compacted/.test(String(row.content)))).toBe(
      true,
    );
    await app.close();
    await server.model.close();
  });

  test(cite('COMPACT-3', 'a text-only chat is summarized too'), { tags: ['all'] }, async () => {
    const server = await startTokenCountingServer({ window: 12_000, reply: () => ({ text: sentence.repeat(4) }) });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 1; turn <= 200; turn++) expect(await app.turn(id, `${turn}. ${sentence}`)).toBe('done');
    expect(server.refused).toEqual([]);
    expect(summaries(app.rows(id)).length).toBeGreaterThanOrEqual(2);
    expect(app.rows(id).filter((row) => row.role === 'user')).toHaveLength(200);
    await app.close();
    await server.model.close();
  });

  test(cite(
    ['COMPACT-3', 'COMPACT-2'],
    'a long run compacts between turns, with every result present, and still sends the question',
  ), { tags: ['all'] }, async () => {
    let calls = 0;
    const server = await startTokenCountingServer({
      window: 14_000,
      reply: () => {
        calls++;
        if (calls > 40) return { text: 'Done.' };
        const pair = [1, 2].map((n) => ({
          id: `call_${calls}_${n}`,
          name: 'read_file',
          arguments: JSON.stringify({ path: 'notes.txt', limit: 20 + (calls % 7) + n }),
        }));
        return [{ text: `Step ${calls}. ${'I think about it. '.repeat(10)}` }, { calls: pair }];
      },
    });
    const app = await startOn(server, english.join('\n'));
    const id = await app.start();
    expect(await app.turn(id, 'THE-ONE-QUESTION: read it again and again.')).toBe('done');
    const rows = app.rows(id);
    expect(server.refused).toEqual([]);
    expectCallsAnswered(rows);
    expect(summaries(rows).length).toBeGreaterThanOrEqual(2);
    for (const { body } of server.model.requests) expect(JSON.stringify(body.messages)).toContain('THE-ONE-QUESTION');
    // The environment is never forgotten either.
    const agent = server.model.requests.filter(({ body }) => body.tools !== undefined);
    for (const { body } of agent) expect(JSON.stringify(body.messages)).toContain('Project folder');
    await app.close();
    await server.model.close();
  });
});
