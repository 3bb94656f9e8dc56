// The waits before a failed model call is retried.

import { expect, test } from 'vitest';
import { createRetries } from '../../electron/chat/turn/retries.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { ModelFailure } from '../../electron/ports/provider.ts';
import type { RetryNotice } from '../../shared/conversation/event.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

const failure: ModelFailure = {
  code: 'LLM_RATE_LIMITED',
  message: 'slow down',
  retryable: true,
  partial: { text: '', reasoning: '' },
};

function started(clock: Clock, delayMs: number) {
  const notices: RetryNotice[] = [];
  const stop = new AbortController();
  const retries = createRetries({
    clock,
    policy: (_, { waitedMs, maxWaitMs }) => (waitedMs < maxWaitMs ? delayMs : null),
    publish: (_, event) => void (event.type === 'run.retry' && notices.push(event.retry)),
  });
  const retry = retries.start({ conversationId: 'c', signal: stop.signal, maxWaitMs: 600_000 });
  return { notices, stop, retry, tryNow: () => retries.tryNow('c') };
}

test(cite('STREAM-10', 'each wait shows when the next attempt starts, and ends then'), async () => {
  const clock = createSteppedClock();
  const { notices, retry } = started(clock, 25_000);
  let next = '';
  void retry(failure).then((result) => {
    next = result;
  });
  await clock.advance(24_999);
  expect([next, notices]).toMatchObject(['', [{ attempt: 1, at: '1970-01-01T00:00:25.000Z' }]]);
  await clock.advance(1);
  expect(next).toBe('retry');
});

test(cite('STREAM-10', 'the user retries at once, which uses up only the time that was waited'), async () => {
  const clock = createSteppedClock();
  const { retry, tryNow, notices } = started(clock, 400_000);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const next = retry(failure);
    await clock.advance(1_000);
    tryNow();
    expect(await next).toBe('retry');
  }
  expect(notices.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  tryNow();
});

test(cite('STREAM-10', 'a stopped run ends the wait'), async () => {
  const clock = createSteppedClock();
  const { retry, stop } = started(clock, 400_000);
  const next = retry(failure);
  await clock.advance(1_000);
  stop.abort();
  expect(await next).toBe('aborted');
});

test(cite('STREAM-10', 'a wait that passed while the machine slept ends soon after it wakes'), async () => {
  const clock = createSteppedClock();
  let sleptMs = 0;
  const { retry } = started({ ...clock, now: () => new Date(clock.elapsed() + sleptMs) }, 3_000_000);
  const next = retry(failure);
  await clock.advance(10_000);
  sleptMs = 8 * 3_600_000;
  await clock.advance(5_000);
  expect(await next).toBe('retry');
});

test(cite('STREAM-10', 'a time of day that is set back does not prolong a wait'), async () => {
  const clock = createSteppedClock();
  let setBackMs = 0;
  const { retry } = started({ ...clock, now: () => new Date(clock.elapsed() - setBackMs) }, 30_000);
  const next = retry(failure);
  await clock.advance(10_000);
  setBackMs = 3_600_000;
  await clock.advance(20_000);
  expect(await next).toBe('retry');
});

test(cite('STREAM-10', 'a call is announced once, when it has waited for a minute'), async () => {
  const clock = createSteppedClock();
  const { notices, retry } = started(clock, 25_000);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const next = retry(failure);
    await clock.advance(25_000);
    await next;
  }
  expect(notices.map(({ isLong }) => isLong ?? false)).toEqual([false, false, false, true, false]);
});

test(cite('STREAM-10', 'in the app: the user tries again during a long wait, and the turn continues'), async () => {
  const app = await startTestApp({
    replies: [
      { status: 429, headers: { 'retry-after': '1800' }, body: { error: { message: 'too many requests' } } },
      { text: 'done after all' },
    ],
  });
  const id = await app.start();
  const retry = app.event('run.retry');
  const ended = app.event('run.ended');
  await app.call('run.send', { conversationId: id, text: 'go' });
  expect((await retry).retry).toMatchObject({ attempt: 1, isLong: true, error: { cause: 'LLM_RATE_LIMITED' } });
  await expect
    .poll(() => app.events.map(({ event }) => event))
    .toContainEqual({ type: 'conversation.attention', conversationId: id, what: 'retrying' });
  await app.call('run.tryNow', { conversationId: id });
  expect((await ended).end).toBe('done');
  expect(app.rows(id).at(-1)).toMatchObject({ role: 'assistant', content: 'done after all' });
  // Without a wait, nothing happens.
  await app.call('run.tryNow', { conversationId: id });
});

test(cite('STREAM-10', 'in the app: more failures than before, and the turn still continues'), async () => {
  const busy = { status: 503, headers: { 'retry-after-ms': '1' }, body: { error: { message: 'busy' } } };
  const app = await startTestApp({ replies: [busy, busy, busy, { text: 'done after all' }] });
  const id = await app.start();
  const waits: number[] = [];
  expect(await app.turn(id, 'go')).toBe('done');
  for (const { event } of app.events) if (event.type === 'run.retry') waits.push(event.retry.attempt);
  expect(waits).toEqual([1, 2, 3]);
});
