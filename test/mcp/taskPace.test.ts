// How often a task is asked about, and for how long, with a clock that the test advances.

import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startCallClock } from '../../electron/mcp/connection/callClock.ts';
import { type FollowDeps, followTask } from '../../electron/mcp/connection/task/followTask.ts';
import { readTask } from '../../electron/mcp/connection/task/taskState.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

const hour = 60 * 60_000;

/** Follows a task that works until `states` ends it, and records when it is asked about. */
function follow(fields: object, states: () => object, isGone = false) {
  const clock = createSteppedClock();
  const requests: number[] = [];
  const reported: (string | null)[] = [];
  const row = { taskId: 't', status: 'working', ...fields };
  const client = {
    async request() {
      requests.push(clock.elapsed());
      return { ...row, ...states() };
    },
  } as unknown as Client;
  const stop = new AbortController();
  const deps: FollowDeps = {
    connection: {
      client: async () => (isGone ? fail('TOOL_EXEC_FAILED', 'nothing responds') : ok(client)),
      isAlive: async () => true,
      lost: async () => {},
      ready: async () => {},
    },
    clock,
    signal: stop.signal,
    requestMs: 1000,
    answers: { answer: async () => ({}) },
    onState: ({ message }) => reported.push(message),
  };
  const task = { form: 'extension', id: 't' } as const;
  const ended = followTask(task, readTask('extension', row), deps).catch((thrown: Error) => thrown.message);
  return { clock, requests, reported, ended, stop };
}

test(cite('MCP-11', 'a task is never asked about sooner than its server says'), async () => {
  const { clock, requests, stop, ended } = follow({ pollIntervalMs: 30_000 }, () => ({}));
  await clock.advance(hour);
  const pauses = requests.map((at, n) => at - (requests[n - 1] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(30_000);
  expect(requests).toHaveLength(120);
  stop.abort();
  await ended;
});

test.each([0, -1, Number.NaN, 1e-9, 'soon', null])(
  cite('MCP-13', 'a server that asks for a pause of %s is not flooded with requests'),
  async (pollIntervalMs) => {
    const { clock, requests, stop, ended } = follow({ pollIntervalMs }, () => ({}));
    await clock.advance(1000);
    expect(requests.length).toBeLessThanOrEqual(4);
    await clock.advance(hour);
    expect(requests.length).toBeLessThan(500);
    stop.abort();
    await ended;
  },
);

test(cite('MCP-13', 'an endless pause waits, and a stop ends it'), async () => {
  const { clock, requests, stop, ended } = follow({ pollIntervalMs: 1e300 }, () => ({}));
  await clock.advance(24 * hour);
  expect(requests).toEqual([]);
  stop.abort();
  expect(await ended).toMatch(/abort/i);
});

test(cite('MCP-12', 'a server that is gone ends the wait for its task'), async () => {
  const { clock, ended } = follow({}, () => ({}), true);
  await clock.advance(1000);
  expect(await ended).toBe('it is not available: nothing responds');
});

test(cite('MCP-13', 'a task that its server no longer keeps is given up'), async () => {
  const { clock, ended } = follow({ ttlMs: 60_000 }, () => ({}));
  await clock.advance(90_000);
  expect(await ended).toBe('it did not finish the task in the time it keeps it');
});

test(cite('MCP-4', 'a stalled task makes no progress however often it is polled'), async () => {
  const messages = ['one', 'one', 'one', 'two', 'two', 'two'];
  const { clock, reported, ended } = follow({}, () => {
    const statusMessage = messages.shift();
    return statusMessage === undefined ? { status: 'completed', result: { content: [] } } : { statusMessage };
  });
  await clock.advance(30_000);
  expect(await ended).toMatchObject({ content: [] });
  expect(reported).toEqual([null, 'one', 'two', null]);
});

test(cite('MCP-13', 'a task may take as long as its server keeps it, and at most a day'), async () => {
  for (const [ttl, limit] of [
    [null, hour / 2],
    [2 * hour, 2 * hour],
    [1e12, 24 * hour],
  ] as const) {
    const clock = createSteppedClock();
    const call = startCallClock(clock, 60_000);
    call.becomeTask(ttl);
    await clock.advance(limit - 1000);
    expect(call.signal.aborted).toBe(false);
    await clock.advance(2000);
    expect(call.signal.aborted).toBe(true);
  }
});
