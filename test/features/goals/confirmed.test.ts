// A confirmed goal stays the same, whatever happens to its file; another command is confirmed again.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../shared/core/errors.ts';
import type { Goal, GoalWish } from '../../../shared/features/goals/goal.ts';
import { startTestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { failingProject } from '../../support/goalPlace.ts';

const wish: GoalWish = {
  ...{ prompt: 'Repair math.js', rounds: 1, budget: null, minutes: null, stallAfter: 3 },
  test: { type: 'command', command: 'touch confirmed.txt; false', timeoutSeconds: 600 },
};

async function place(options: TestAppOptions = {}) {
  const { folder } = failingProject();
  const app = await startTestApp({ folder, env: { PATH: process.env.PATH ?? '' }, ...options });
  const conversationId = await app.start();
  const file = path.join(app.dataDir, 'goals', `${conversationId}.json`);
  return {
    ...{ app, folder, conversationId },
    exchange(): void {
      const goal = JSON.parse(readFileSync(file, 'utf8')) as Goal;
      const changed = { ...goal.wish, rounds: 50, test: { ...goal.wish.test, command: 'touch exchanged.txt; false' } };
      writeFileSync(file, JSON.stringify({ ...goal, wish: changed }));
    },
    async reaches(status: string): Promise<Goal> {
      const read = async () => (await app.call('goals.read', { conversationId })).goal;
      await expect.poll(async () => (await read())?.status, { timeout: 30_000 }).toBe(status);
      return (await read()) as unknown as Goal;
    },
    has: (name: string) => existsSync(path.join(folder, name)),
  };
}

test(cite('SCHED-5', 'a changed file changes neither the command nor the limits of a running goal'), async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { app, conversationId, exchange, reaches, has } = await place({
    replies: [[{ text: 'Hm.' }, { until: held }]],
  });
  await app.call('goals.start', { conversationId, wish });
  await app.model.request(1);
  await app.event('reply.delta', () => true, 0);
  exchange();
  letGo();
  const goal = await reaches('rounds');
  expect(goal.wish).toMatchObject({ rounds: 1, test: wish.test });
  expect([has('confirmed.txt'), has('exchanged.txt')]).toEqual([true, false]);
});

test(cite('SCHED-5', 'a goal whose command was exchanged is confirmed again'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const confirmations: string[] = [];
  const { app, conversationId, exchange, has } = await place({
    replies: [[{ text: 'Hm.' }, { until: never }]],
    confirm: {
      require: ({ each = [] }) => {
        confirmations.push(...each);
        return confirmations.length > 1 ? fail('CONFIRMATION_NEEDED', 'Confirm it.') : ok(undefined);
      },
      answer: async () => ok(undefined),
    },
  });
  await app.call('goals.start', { conversationId, wish });
  await app.model.request(1);
  await app.call('goals.pause', { conversationId });
  exchange();
  const resumed = await app.client.call('goals.resume', { conversationId });
  expect(resumed).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
  expect(confirmations.at(-1)).toBe('touch exchanged.txt; false');
  expect(has('exchanged.txt')).toBe(false);
});

test(cite('SCHED-5', 'in plan mode the command does not run, and the goal pauses'), async () => {
  const { app, conversationId, reaches, has } = await place({ otherwise: { text: 'A plan.' } });
  await app.call('conversation.configure', { conversationId, approvalMode: 'plan' });
  await app.call('goals.start', { conversationId, wish });
  expect((await reaches('paused')).rounds).toMatchObject([{ end: 'done', result: null }]);
  expect(has('confirmed.txt')).toBe(false);
  await app.call('conversation.configure', { conversationId, approvalMode: 'edits' });
  await app.call('goals.resume', { conversationId });
  await reaches('rounds');
  expect(has('confirmed.txt')).toBe(true);
});
