// The settings of schedules: none yet, the list in every state, the form, and a history.

import { ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { ScheduleInfo } from '../../../../shared/features/schedules/methods.ts';
import { timeSentence } from '../../../../shared/features/schedules/plainTimes.ts';
import {
  type HistoryEntry,
  type ScheduleFile,
  scheduleSchema,
} from '../../../../shared/features/schedules/schedule.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const at = (day: number): string => `2026-11-${day}T08:00:00.000Z`;

const run: Extract<HistoryEntry, { type: 'run' }> = {
  ...{ type: 'run', runId: 'r1', cause: { type: 'time', due: at(27) }, claimedAt: at(27), startedAt: at(27) },
  ...{ conversationId: 'c1', endedAt: at(27), end: 'done', reason: null, usd: 0.0421 },
};

const entries: HistoryEntry[] = [
  { ...run, runId: 'r4', cause: { type: 'user' }, end: null, endedAt: null },
  { ...run, runId: 'r3', cause: { type: 'time', due: at(28) }, end: 'waiting', usd: null },
  { type: 'missed', at: at(28), from: at(12), to: at(26), count: 11, atLeast: false, why: 'notRunning' },
  { ...run, runId: 'r2', end: 'failed', reason: toUserTextData(say`The schedule “${'CI'}” paused itself. ${'…'}`) },
  run,
];

function infoOf(id: string, file: Partial<ScheduleFile>, more: Partial<ScheduleInfo> = {}): ScheduleInfo {
  const schedule = scheduleSchema.parse({
    ...{ name: 'Morning summary', prompt: 'Summarize what changed since yesterday.', folder: '/home/ada/harbour-api' },
    ...{ trigger: { type: 'time', cron: '0 9 * * 1-5', timeZone: 'Europe/Paris' }, since: at(10), machine: 'ada' },
    ...file,
  });
  return {
    ...{ id, schedule, problem: null, when: toUserTextData(timeSentence('0 9 * * 1-5')), next: at(30) },
    ...{ isRunning: false, isElsewhere: false, last: run, webhook: null, ...more },
  };
}

const reason = toUserTextData(say.all([say`Its last ${3} runs failed.`, say`The disk is full.`]));

const schedules: ScheduleInfo[] = [
  infoOf('s1', {}),
  infoOf('s2', { name: '每晚检查依赖项' }, { isRunning: true }),
  infoOf(
    's3',
    { name: 'a-schedule-with-a-rather-long-name-that-has-no-space-to-wrap-at', paused: { at: at(28), reason } },
    { next: null, when: toUserTextData(say`when files change: ${'src/**/*.ts, docs/**/*.md'}`), last: null },
  ),
  infoOf(
    's4',
    { name: 'Alert', trigger: { type: 'webhook' } },
    {
      ...{ next: null, last: null, when: toUserTextData(say`when a webhook is called`) },
      webhook: { path: '/hooks/s4', hasSecret: true },
    },
  ),
  infoOf('s7', {
    name: 'Repair',
    goal: { test: { type: 'command', command: 'npm test', timeoutSeconds: 600 }, rounds: 10, stallAfter: 3 },
  }),
  infoOf('s5', { name: 'Tower', machine: 'Tower in the attic' }, { isElsewhere: true, next: null }),
  { ...infoOf('s6', {}), schedule: null, problem: toUserTextData(say`${'s6'}.json is not valid JSON.`) },
];

function settings(all: ScheduleInfo[], press: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: {
      'schedules.list': async () => ok({ schedules: all, runner: 'elsewhere', folder: '/home/ada/data/schedules' }),
      'schedules.history': async () => ok({ entries }),
      'schedules.times': async () =>
        ok({ cron: '0 9 * * 1-5', when: toUserTextData(timeSentence('0 9 * * 1-5')), next: [at(29), at(30)] }),
    },
    dialog: { type: 'settings', section: 'schedules' },
    press,
  };
}

export const scheduleScenes: Record<string, () => Scene> = {
  schedules: () => settings(schedules),
  schedulesEmpty: () => settings([]),
  schedulesForm: () => settings(schedules, ['[data-schedule="s1"] [data-opens="s1"]']),
  schedulesGoal: () => settings(schedules, ['[data-schedule="s7"] [data-opens="s7"]']),
  schedulesHistory: () => settings(schedules, ['[data-schedule="s1"] [data-opens="s1"] + button']),
};
