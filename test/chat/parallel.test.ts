import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { askFor } from '../support/storedConversation.ts';

/** Starts and results of calls in event order: `start 0`, `result one`. */
function story(app: TestApp): string[] {
  return app.events.flatMap(({ event }) => {
    if (event.type === 'call.started') return [`start ${event.index}`];
    if (event.type !== 'message.appended' || event.message.role !== 'tool') return [];
    return [`result ${event.message.tool_call_id}`];
  });
}

test(cite('LOOP-2', 'two reads run in parallel: both start before either has its result'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'reads' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'aaa');
  writeFileSync(path.join(app.folder, 'b.txt'), 'bbb');
  const id = await app.start();
  app.model.push(
    { calls: [askFor('one', 'read_file', { path: 'a.txt' }), askFor('two', 'read_file', { path: 'b.txt' })] },
    { text: 'ok' },
  );
  await app.turn(id, 'both');
  expect(story(app).slice(0, 2).toSorted()).toEqual(['start 0', 'start 1']);
  expect(story(app).slice(2).toSorted()).toEqual(['result one', 'result two']);
});

test(cite('LOOP-2', 'each result is stored when its call finishes, and sent in call order'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'aaa');
  writeFileSync(path.join(app.folder, 'b.txt'), 'bbb');
  const id = await app.start();
  app.model.push(
    { calls: [askFor('one', 'read_file', { path: 'a.txt' }), askFor('two', 'read_file', { path: 'b.txt' })] },
    { text: 'ok' },
  );
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'both' });
  const second = await app.event('call.waiting', (event) => event.approval.index === 1, from);
  const first = await app.event('call.waiting', (event) => event.approval.index === 0, from);
  const allow = (approvalId: string) =>
    app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow' });
  await allow(second.approval.approvalId);
  await app.event('message.appended', ({ message }) => message.role === 'tool', from);
  expect(app.rows(id).at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'two', outcome: 'ok' });
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown.calls).toMatchObject([{ index: 0, state: 'waiting' }]);
  await allow(first.approval.approvalId);
  await app.event('run.ended', undefined, from);
  const results = app.rows(id).flatMap((row) => (row.role === 'tool' ? [row.tool_call_id] : []));
  expect(results).toEqual(['two', 'one']);
  const sent = app.model.requests[1]?.body.messages.filter((message) => message.role === 'tool') ?? [];
  expect(sent.map((message) => message.tool_call_id)).toEqual(['one', 'two']);
});

test(cite('LOOP-2', 'commands never overlap: the second starts after the result of the first'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const alone = 'mkdir running && sleep 0.1 && rmdir running';
  app.model.push(
    { calls: ['one', 'two', 'three'].map((name) => askFor(name, 'run_command', { command: alone })) },
    { text: 'ok' },
  );
  expect(await app.turn(id, 'go')).toBe('done');
  expect(story(app)).toEqual(['start 0', 'result one', 'start 1', 'result two', 'start 2', 'result three']);
  const outcomes = app.rows(id).flatMap((row) => (row.role === 'tool' ? [row.outcome] : []));
  expect(outcomes).toEqual(['ok', 'ok', 'ok']);
});

test(cite('LOOP-2', 'a command waits for the reads before it, and the reads after it wait for the command'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'before');
  const id = await app.start();
  app.model.push(
    {
      calls: [
        askFor('r1', 'read_file', { path: 'a.txt' }),
        askFor('r2', 'read_file', { path: 'a.txt' }),
        askFor('c', 'run_command', { command: 'sleep 0.05; printf after > a.txt' }),
        askFor('r3', 'read_file', { path: 'a.txt' }),
      ],
    },
    { text: 'ok' },
  );
  await app.turn(id, 'go');
  const told = story(app);
  // One may end before the other starts.
  expect(told.slice(0, 4).toSorted()).toEqual(['result r1', 'result r2', 'start 0', 'start 1']);
  expect(told.slice(4)).toEqual(['start 2', 'result c', 'start 3', 'result r3']);
  const sent = app.model.requests[1]?.body.messages.slice(-4).map((message) => String(message.content)) ?? [];
  expect(sent.map((text) => (text.includes('before') ? 'before' : text.includes('after') ? 'after' : 'none'))).toEqual([
    'before',
    'before',
    'none',
    'after',
  ]);
});

test(cite(['LOOP-14', 'STORE-2'], 'no record is announced before it is in messages.json'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'aaa');
  const id = await app.start();
  const stored = (): Message[] => {
    try {
      return app.rows(id);
    } catch {
      return [];
    }
  };
  const missing: string[] = [];
  let told = 0;
  app.client.onEvent(({ event }) => {
    if (event.type !== 'message.appended') return;
    told++;
    const row = stored().find((candidate) => candidate.id === event.message.id);
    if (!isDeepStrictEqual(row, event.message)) missing.push(event.message.role);
  });
  app.model.push(
    [
      { text: 'Both.' },
      {
        calls: [
          askFor('1', 'read_file', { path: 'a.txt' }),
          askFor('2', 'read_file', { path: 'none' }),
          askFor('3', 'run_command', { command: 'seq 1 20000' }),
        ],
      },
    ],
    { status: 400, body: { error: { message: 'no' } } },
    { text: 'ok' },
  );
  await app.turn(id, 'go');
  await app.turn(id, 'again');
  expect(missing).toEqual([]);
  expect(told).toBe(app.rows(id).length);
  expect(told).toBeGreaterThan(7);
  expectCallsAnswered(app.rows(id));
});
