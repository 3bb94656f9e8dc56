// The limits of a run without a user: its budget and its time.

import { expect, test } from 'vitest';
import { type LimitedRunDeps, startLimitedRun } from '../../../electron/chat/limitedRun.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { minute } from '../../support/scheduleWorld.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';

/** A conversation with an earlier, expensive reply, and a run that ends only when it is stopped. */
async function place(limits: { usd?: number; minutes?: number }) {
  const clock = createSteppedClock();
  const reply = (id: string, usd: number) => ({ id, role: 'assistant', parts: [], usage: { cost: { usd } } });
  const loaded = { messages: [reply('earlier', 100)], calls: [] as unknown[] };
  let listener = (_event: ConversationEvent): void => {};
  const { promise: ended, resolve } = Promise.withResolvers<{ end: 'stopped' | 'done' }>();
  const stop = new AbortController();
  const stops: number[] = [];
  const deps = {
    clock,
    hub: {
      load: async () => ok(loaded),
      peek: () => loaded,
      subscribe(_id: string, heard: (id: string, seq: number, event: ConversationEvent) => void) {
        listener = (event) => heard('c', 1, event);
        return () => {};
      },
    },
    chat: {
      send: async () => ok({ ended }),
      async stop() {
        stops.push(clock.elapsed());
        resolve({ end: 'stopped' });
      },
    },
  } as unknown as LimitedRunDeps;
  const { usd = null, minutes = null } = limits;
  const run = { conversationId: 'c', text: 'Go', attachments: [], overrides: {}, limits: { usd, minutes } };
  const end = okValue(await startLimitedRun(deps, { ...run, signal: stop.signal }));
  return {
    ...{ clock, end, stops, abort: () => stop.abort() },
    finish: () => resolve({ end: 'done' }),
    spend(amount: number) {
      loaded.messages.push(reply(`reply-${loaded.messages.length}`, amount));
      listener({ type: 'message.appended' } as ConversationEvent);
    },
    wait(isWaiting: boolean) {
      loaded.calls = isWaiting ? [{ approval: {} }] : [];
    },
  };
}

test(cite('SCHED-1', 'a run stops at its budget, of which earlier replies are no part'), async () => {
  const run = await place({ usd: 0.5 });
  run.spend(0.3);
  expect(run.stops).toEqual([]);
  run.spend(0.2);
  expect(await run.end).toMatchObject({ end: 'budget', reason: { params: [0.5] }, usd: 0.5 });
});

test(cite('SCHED-1', 'a run stops at its time limit, without the time that it waits for the user'), async () => {
  const run = await place({ minutes: 3 });
  await run.clock.advance(minute);
  run.wait(true);
  await run.clock.advance(60 * minute);
  expect(run.stops).toEqual([]);
  run.wait(false);
  await run.clock.advance(2 * minute);
  expect(run.stops).toEqual([63 * minute]);
  expect(await run.end).toMatchObject({ end: 'timeLimit', reason: { params: [3] } });
});

test(cite('SCHED-1', 'a run that waits for the user when its time would be over does not stop'), async () => {
  const run = await place({ minutes: 1 });
  await run.clock.advance(minute / 2);
  run.wait(true);
  await run.clock.advance(10 * minute);
  expect(run.stops).toEqual([]);
});

test(cite('SCHED-1', 'a run within its limits is done, and one that is stopped reaches none'), async () => {
  const done = await place({ usd: 1, minutes: 1 });
  done.spend(0.4);
  done.finish();
  expect(await done.end).toEqual({ end: 'done', reason: null, usd: 0.4 });
  await done.clock.advance(5 * minute);
  expect(done.stops).toEqual([]);
  const stopped = await place({ usd: 1, minutes: 1 });
  stopped.abort();
  expect(await stopped.end).toEqual({ end: 'stopped', reason: null, usd: null });
});
