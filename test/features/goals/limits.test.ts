// The limits of a goal over its rounds, with a clock that the test advances and runs that end when it wants.

import { expect, test } from 'vitest';
import { createGoalFiles } from '../../../electron/features/goals/goalFiles.ts';
import { type GoalRunDeps, runGoal } from '../../../electron/features/goals/goalRun.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import { ok } from '../../../shared/core/errors.ts';
import { type Goal, goalSchema, goalWish } from '../../../shared/features/goals/goal.ts';
import { cite } from '../../support/cite.ts';
import { minute } from '../../support/scheduleWorld.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const result = { passed: false, exitCode: 1, timedOut: false, summary: 'no', fingerprint: 'same' };

/** `costs`: those of the only reply of each run. A run with none ends when it is stopped. The test takes `testMs`. */
async function play(limits: { budget?: number; minutes?: number }, costs: readonly number[], testMs = 0) {
  const clock = createSteppedClock();
  const files = createGoalFiles(tempFolder(), nodeDisk, { ...clock, wait: async () => {} });
  const messages: { id: string; usage: { cost: { usd: number } }; role: string }[] = [];
  let listener = (_event: ConversationEvent): void => {};
  let stop = (): void => {};
  let runs = 0;
  const deps = {
    ...{ clock, files, inRound: new Set<string>() },
    store: { saveAttachment: async () => ok({ hash: 'a' }) },
    undo: { review: async () => ok({ files: [{ path: `${runs}.txt` }] }) },
    hub: {
      load: async () => ok({ messages: [...messages] }),
      peek: () => ({ messages, calls: [] }),
      subscribe(_id: string, heard: (id: string, seq: number, event: ConversationEvent) => void) {
        listener = (event) => heard('c', 1, event);
        return () => {};
      },
    },
    chat: {
      async send() {
        const { promise: ended, resolve } = Promise.withResolvers<{ end: 'stopped' | 'done' }>();
        stop = () => resolve({ end: 'stopped' });
        const usd = costs[runs++];
        const id = `m${runs}`;
        if (usd === undefined) return ok({ messageId: id, ended });
        messages.push({ id: `r${runs}`, role: 'assistant', usage: { cost: { usd } } });
        setImmediate(() => {
          listener({ type: 'message.appended' } as ConversationEvent);
          resolve({ end: 'done' });
        });
        return ok({ messageId: id, ended });
      },
      stop: async () => stop(),
    },
    async test() {
      clock.sleep(testMs);
      return ok({ result, report: '' });
    },
  } as unknown as GoalRunDeps;
  const goal: Goal = goalSchema.parse({
    ...{ id: 'g', conversationId: 'c', createdAt: '2026-01-01T00:00:00Z', status: 'running' },
    wish: goalWish.parse({ prompt: 'Go', test: { type: 'command', command: 'false' }, stallAfter: 20, ...limits }),
  });
  await files.write(goal);
  return { clock, ended: runGoal(deps, goal, {}, new AbortController().signal), sent: () => runs };
}

test(cite('SCHED-5', 'the time of all runs and tests ends a goal'), async () => {
  const { clock, ended, sent } = await play({ minutes: 3 }, [0.1], 2 * minute);
  await expect.poll(sent).toBe(2);
  await expect.poll(() => clock.waiting()).toBe(1);
  await clock.advance(2 * minute);
  const { status, reason, rounds } = await ended;
  expect({ status, reason }).toMatchObject({ status: 'timeLimit', reason: { params: [3] } });
  expect(rounds.map(({ end, usedMs }) => ({ end, usedMs }))).toEqual([
    { end: 'done', usedMs: 2 * minute },
    { end: 'timeLimit', usedMs: 3 * minute },
  ]);
});

test(cite('SCHED-5', 'a budget that a round used up to the last digit begins no other round'), async () => {
  // 0.05 + 0.15999999999999998 is less than 0.21, of which 0.15999999999999998 were left.
  const { ended, sent } = await play({ budget: 0.21 }, [0.05, 0.21 - 0.05, 0.1]);
  expect(await ended).toMatchObject({ status: 'budget', rounds: [{}, { end: 'budget' }] });
  expect(sent()).toBe(2);
});
