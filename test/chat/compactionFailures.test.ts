import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { compactions, nextRequest, sentence, startOn, summaries } from '../support/compactingConversation.ts';
import type { Reply } from '../support/fakeModelServer.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';
import { sample } from '../support/volume.ts';

const talk = (): Reply => ({ text: sentence.repeat(6) });

describe('failed summaries', () => {
  const cases: { what: string; summary: () => Reply; says: RegExp | null }[] = [
    { what: 'empty', summary: () => ({ text: '   ' }), says: /returned nothing|returned no text/ },
    {
      what: 'an error',
      summary: () => ({ status: 403, body: { error: { message: 'Not for you.' } } }),
      says: /Not for you/,
    },
    {
      what: 'a call',
      summary: () => ({ calls: [{ id: 'c', name: 'read_file', arguments: '{}' }] }),
      says: /called a tool/,
    },
    {
      what: 'longer than what it replaces',
      summary: () => ({ text: 'Blah and blah. '.repeat(6_000) }),
      says: null,
    },
  ];
  test.each(sample(2, cases))(
    cite('COMPACT-4', '$what: the history stays, the run continues while it fits, and stops before the limit'),
    async ({ summary, says }) => {
      const server = await startTokenCountingServer({ window: 9_000, summary, reply: talk });
      // Only the user's own size for the model blocks a request before a rejection.
      const settings = { approvalMode: 'reads', contextWindows: { '*': 9_000 } };
      const app = await startTestApp({ model: server.model, settings });
      const id = await app.start();
      let end = 'done';
      let turns = 0;
      for (; turns < 80 && end === 'done'; turns++) end = await app.turn(id, `${turns}. ${sentence}`);
      expect(end).toBe('error');
      const rows = app.rows(id);
      expect(server.refused).toEqual([]);
      expect(compactions(rows)).toEqual([]);
      expect(rows.filter((row) => row.role === 'user')).toHaveLength(turns);
      expect(rows.at(-1)).toMatchObject({
        partType: 'error',
        content: null,
        error: { code: 'CONTEXT_STILL_TOO_LARGE' },
      });
      const notes = rows.filter((row) => row.partType === 'note').map((row) => String(row.content));
      if (says) expect(notes.some((note) => says.test(note))).toBe(true);
      expect(JSON.stringify(rows.at(-1))).toMatch(/The largest part is/);
      expect(server.summaries.length).toBeGreaterThan(0);
      // At most once per message.
      expect(server.summaries.length).toBeLessThan(turns);
      await app.close();
      await server.model.close();
    },
  );

  test(cite('COMPACT-4', 'the summary request has no tools and fits, however long the part is'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 9_000, told: 200_000, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    // One message exceeds the server's whole context, which reports it.
    await app.turn(id, `${sentence.repeat(20)} first`);
    for (let turn = 0; turn < 8; turn++) await app.turn(id, `${turn}. ${sentence.repeat(25)}`);
    const rows = app.rows(id);
    expect(summaries(rows).length).toBeGreaterThan(0);
    expect(server.summaries.length).toBeGreaterThan(0);
    for (const body of server.summaries) {
      expect(body.tools).toBeUndefined();
      expect(body.messages).toHaveLength(2);
    }
    await app.close();
    await server.model.close();
  });
});

describe('manual compaction', () => {
  test(cite(['COMPACT-5', 'COMPACT-6'], 'it reports what it did, or that there was nothing to do'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 60_000, reply: talk });
    const app = await startOn(server, 'x');
    const id = await app.start();
    await app.turn(id, 'one');
    expect(await app.call('context.compact', { conversationId: id })).toMatchObject({ result: 'no_effect' });
    for (let turn = 0; turn < 40; turn++) await app.turn(id, `${turn}. ${sentence}`);
    const before = app.rows(id);
    const sent = await nextRequest(app, id);
    const outcome = await app.call('context.compact', { conversationId: id });
    expect(outcome).toMatchObject({ result: 'done' });
    expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore * 0.7);
    const rows = app.rows(id);
    expect(rows.slice(0, -1)).toEqual(before);
    const summary = summaries(rows)[0]?.id ?? '';
    const shorter = await nextRequest(app, id);
    expect(shorter.length).toBeLessThan(sent.length * 0.8);
    // Undoing restores the earlier request byte for byte; redoing restores the shorter one.
    await app.call('context.mark', { conversationId: id, messageId: summary, hidden: true });
    expect(await nextRequest(app, id)).toBe(sent);
    await app.call('context.mark', { conversationId: id, messageId: summary, hidden: null });
    expect(await nextRequest(app, id)).toBe(shorter);
    expect(await app.turn(id, 'and now?')).toBe('done');
    await app.close();
    await server.model.close();
  });

  test(cite('COMPACT-4', 'stopping it stores nothing, and the conversation continues'), { tags: ['all'] }, async () => {
    const server = await startTokenCountingServer({ window: 60_000, reply: talk, summary: () => ({ hang: true }) });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 0; turn < 30; turn++) await app.turn(id, `${turn}. ${sentence}`);
    const before = app.rows(id);
    const making = app.call('context.compact', { conversationId: id });
    await server.model.request(31);
    // A run is active: another one is rejected, and a message is queued.
    const second = await app.client.call('context.compact', { conversationId: id });
    expect(second).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
    await app.call('run.stop', { conversationId: id });
    const outcome = await making;
    expect(outcome).toMatchObject({ result: 'stopped' });
    expect(outcome.message).toContain('Compaction was stopped');
    expect(app.rows(id)).toEqual(before);
    expect(await app.turn(id, 'and now?')).toBe('done');
    await app.close();
    await server.model.close();
  });

  test(cite('LOOP-8', 'a message queued meanwhile is sent when it is stopped'), {
    tags: ['all'],
  }, async () => {
    const server = await startTokenCountingServer({ window: 60_000, reply: talk, summary: () => ({ hang: true }) });
    const app = await startOn(server, 'x');
    const id = await app.start();
    for (let turn = 0; turn < 30; turn++) await app.turn(id, `${turn}. ${sentence}`);
    const making = app.call('context.compact', { conversationId: id });
    await server.model.request(31);
    expect(await app.call('run.send', { conversationId: id, text: 'and now?' })).toMatchObject({ queued: true });
    const from = app.events.length;
    await app.call('run.stop', { conversationId: id });
    await making;
    await app.event('run.ended', (event) => event.end === 'done', from);
    expect(app.rows(id).findLast((row) => row.role === 'user')?.content).toBe('and now?');
    expect((await app.call('conversation.open', { conversationId: id })).queue).toEqual([]);
    await app.close();
    await server.model.close();
  });

  test(cite('COMPACT-3', 'a call without its result is not summarized'), async () => {
    const server = await startTokenCountingServer({ window: 60_000, reply: talk });
    const app = await startTestApp({ model: server.model, settings: { approvalMode: 'ask' } });
    const id = await app.start();
    for (let turn = 0; turn < 20; turn++) await app.turn(id, `${turn}. ${sentence}`);
    await app.close();
    const file = app.messagesFile(id);
    const text = readFileSync(file, 'utf8');
    const last = app.rows(id).at(-1);
    const calls = [{ id: 'c1', type: 'function', function: { name: 'run_command', arguments: '{"command":"true"}' } }];
    const row = { v: 1, id: 'open-call', parentId: last?.id, role: 'assistant', content: null, tool_calls: calls };
    const line = JSON.stringify({ ...row, createdAt: '2026-01-01T00:00:00.000Z' });
    writeFileSync(file, text.replace(/\]\s*$/, ''));
    appendFileSync(file, `,${line}\n]\n`);
    const again = await startTestApp({ model: server.model, dataDir: app.dataDir, folder: app.folder });
    await again.call('conversation.open', { conversationId: id });
    expect(await again.call('context.compact', { conversationId: id })).toMatchObject({ result: 'no_effect' });
    expect(compactions(again.rows(id))).toEqual([]);
    await again.close();
    await server.model.close();
  });
});
