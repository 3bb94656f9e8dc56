// The second model: it continues when the first stays unavailable, and only then.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import type { Reply } from '../support/fakeModelServer.ts';
import { startWireServer, type WireAnswer, type WireServer } from '../support/wires/wireServer.ts';
import { baseUrlOf } from '../support/wireUnderTest.ts';

interface Started {
  app: TestApp;
  second: WireServer;
  id: string;
  /** Types and texts of the records of one turn, and how it ended. */
  turn(): Promise<string[]>;
}

/** The first model speaks Chat Completions, the second Anthropic Messages at another address. */
async function start(replies: Reply[], answer: WireAnswer = { text: 'The second one here.' }): Promise<Started> {
  const app = await startTestApp({ replies, settings: { approvalMode: 'reads', retryMinutes: 0 } });
  const second = await startWireServer(() => answer);
  const baseUrl = baseUrlOf('anthropic', second.address);
  const { id: provider } = await app.call('provider.save', { id: null, name: 'Other', kind: 'anthropic', baseUrl });
  await app.call('settings.update', { patch: { fallbackModel: { provider, model: 'claude-opus-4-7' } } });
  const id = await app.start();
  let seen = 0;
  return {
    ...{ app, second, id },
    async turn() {
      const end = await app.turn(id, 'go');
      const rows = app.rows(id).slice(seen);
      seen += rows.length;
      return [...rows.map(({ partType, role, content }) => `${partType ?? role}: ${String(content)}`), end];
    },
  };
}

const overloaded: Reply = { status: 529, body: { error: { message: 'Overloaded' } } };

test(
  cite(
    'STREAM-10',
    'a second model of another provider continues the run with all that came before, and the transcript reports it',
  ),
  async () => {
    const { app, second, id, turn } = await start([
      { calls: [{ id: 'c1', name: 'read_file', arguments: '{"path":"a.txt"}' }] },
      overloaded,
      { text: 'The first one again.' },
    ]);
    writeFileSync(path.join(app.folder, 'a.txt'), 'what a holds');
    const note = /^note: fake-model stayed unavailable, so claude-opus-4-7 continues this run\. .*Overloaded/;
    expect((await turn()).slice(-3)).toEqual([expect.stringMatching(note), 'assistant: The second one here.', 'done']);
    expect(app.rows(id).at(-1)).toMatchObject({ model: 'claude-opus-4-7' });
    expect(second.requests).toHaveLength(1);
    expect(JSON.stringify(second.requests[0]?.body)).toContain('what a holds');
    // The conversation keeps its model: the next run begins with it.
    expect((await turn()).slice(-2)).toEqual(['assistant: The first one again.', 'done']);
    expect(app.model.requests.at(-1)?.body.messages.at(-2)).toMatchObject({ content: 'The second one here.' });
  },
);

test(
  cite('STREAM-10', 'the second model does not take over after a quota error, a wrong key, part of a reply, or a stop'),
  async () => {
    const { second, turn, app, id } = await start([
      { status: 429, body: { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } } },
      { status: 401, body: { error: { message: 'wrong key' } } },
      [{ text: ['Half ', 'a rep'] }, { closeAfter: 2 }],
      { status: 429, headers: { 'retry-after': '1800' }, body: { error: { message: 'too many requests' } } },
    ]);
    for (const cause of ['quota', 'key', 'cut']) {
      const records = await turn();
      expect(records.at(-1), cause).toBe('error');
      expect(records.at(-2), cause).toMatch(/^error: /);
      expect(records.join(), cause).not.toContain('note: ');
    }
    await app.call('settings.update', { patch: { retryMinutes: 60 } });
    const retry = app.event('run.retry');
    const ended = app.event('run.ended');
    await app.call('run.send', { conversationId: id, text: 'go' });
    await retry;
    await app.call('run.stop', { conversationId: id });
    expect((await ended).end).toBe('stopped');
    expect(second.requests).toHaveLength(0);
  },
);

test(cite('STREAM-10', 'if the second model fails too, its error ends the run'), async () => {
  const { app, second, turn } = await start([overloaded], (response) => void response.writeHead(503).end('{}'));
  expect((await turn()).slice(-3)).toEqual([
    expect.stringMatching(/^note: /),
    expect.stringMatching(/^error: /),
    'error',
  ]);
  expect([app.model.requests.length, second.requests.length]).toEqual([1, 1]);
});
