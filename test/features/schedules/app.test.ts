// Schedules in the app: saved from the window, run while it is open, and answered there.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../../shared/core/errors.ts';
import type { ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

function wishOf(app: TestApp, more: Partial<ScheduleWish> = {}): ScheduleWish {
  return {
    ...{
      name: 'Write',
      prompt: 'Write it',
      goal: null,
      folder: app.folder,
      model: null,
      preset: null,
      approvalMode: 'reads',
    },
    ...{ budget: null, timeLimitMinutes: null, worktree: false, catchUp: 'last', pauseAfter: 3 },
    trigger: { type: 'time', cron: '0 9 * * *', timeZone: 'UTC' },
    ...more,
  };
}

const write = {
  calls: [{ name: 'write_file', arguments: JSON.stringify({ path: 'b.txt', content: 'two' }) }],
};

test(cite('SCHED-3', 'in the window, a run waits for the answer to its call, then continues'), async () => {
  const app = await startTestApp({ replies: [write], otherwise: { text: 'Written.' } });
  const { id } = await app.call('schedules.save', { id: null, wish: wishOf(app) });
  await app.call('schedules.run', { id });
  const listed = await app.call('schedules.list', {});
  expect(listed).toMatchObject({ runner: 'here', schedules: [{ id, isRunning: true }] });
  const [entry] = (await app.call('schedules.history', { id })).entries;
  const conversationId = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
  const approvals = async () =>
    (await app.call('conversation.open', { conversationId })).calls.flatMap(({ approval }) => approval ?? []);
  await expect.poll(approvals).toHaveLength(1);
  const [approval] = await approvals();
  expect(existsSync(path.join(app.folder, 'b.txt'))).toBe(false);
  await app.call('approval.answer', {
    conversationId,
    approvalId: approval?.approvalId ?? '',
    decision: 'allow',
    remember: null,
  });
  await expect
    .poll(async () => (await app.call('schedules.history', { id })).entries)
    .toMatchObject([{ type: 'run', end: 'done', conversationId }]);
  expect(existsSync(path.join(app.folder, 'b.txt'))).toBe(true);
  await app.call('schedules.remove', { id });
  expect((await app.call('schedules.list', {})).schedules).toEqual([]);
});

test(
  cite('SCHED-3', 'a schedule that never asks is confirmed outside of the window, and again when its prompt changes'),
  async () => {
    const sentences: string[] = [];
    const app = await startTestApp({
      confirm: {
        require: (power) => {
          sentences.push([power.sentence, ...(power.each ?? [])].join(' '));
          return fail('CONFIRMATION_NEEDED', 'Confirm it.');
        },
        answer: async () => fail('CONFIRMATION_NEEDED', 'Confirm it.'),
      },
    });
    const saved = await app.client.call('schedules.save', { id: null, wish: wishOf(app, { approvalMode: 'all' }) });
    expect(saved.ok).toBe(false);
    expect(sentences).toEqual([
      `Let the schedule “Write” run every tool without asking in ${app.folder}, with this prompt: Write it`,
    ]);
    expect((await app.call('schedules.list', {})).schedules).toEqual([]);
  },
);

test(cite('SCHED-1', 'the window reads times in the language of the user'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Good.' } });
  expect(await app.call('schedules.times', { text: '每个工作日上午9点', timeZone: 'UTC' })).toMatchObject({
    cron: '0 9 * * 1-5',
    when: { key: 'every weekday at {0}', params: ['09:00'] },
  });
});
