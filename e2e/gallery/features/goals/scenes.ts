// Goals: the dialog, the bar in every state, and the rounds.

import { ok } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import type { GoalStatus } from '../../../../shared/features/goals/goal.ts';
import { type Goal, goalSchema } from '../../../../shared/features/goals/goal.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const at = '2026-11-28T08:00:00.000Z';

function goalOf(more: Partial<Goal>): Goal {
  const messageId = healthTalk().messages.find(({ role }) => role === 'user')?.id ?? null;
  const round = { startedAt: at, endedAt: at, end: 'done', messageId };
  const failed = { passed: false, exitCode: 1 };
  return goalSchema.parse({
    ...{ id: 'g1', conversationId: 'c1', createdAt: at, status: 'running' },
    wish: {
      prompt: 'Repair the failing tests',
      test: { type: 'command', command: 'npm test -- --reporter=spec packages/harbour-api/test' },
      ...{ budget: 2, rounds: 10 },
    },
    rounds: [
      {
        ...round,
        number: 1,
        usd: 0.031,
        result: { ...failed, summary: '# fail 7' },
        files: ['a.ts', 'b.ts'],
        fileCount: 2,
      },
      {
        ...round,
        number: 2,
        usd: 0.052,
        result: { ...failed, exitCode: null, timedOut: true },
        files: ['a.ts'],
        fileCount: 1,
      },
      {
        ...round,
        number: 3,
        usd: 0.042,
        result: {
          ...failed,
          summary:
            "AssertionError: expected 'https://harbour.example/v2/ships?page=2' to equal 'https://harbour.example/v2/ships?page=3'",
        },
      },
    ],
    ...more,
  });
}

function scene(more: Partial<Goal>, press: string[] = [], status?: GoalStatus): Scene {
  const { request: _ofProcesses, ...goal } = goalOf(more);
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: {
      'goals.read': async () => ok({ goal: { ...goal, status: status ?? goal.status, isElsewhere: false } }),
    },
    press,
  };
}

const active = { number: 4, startedAt: at, endedAt: null, messageId: 'm4', end: null, usd: null, usedMs: 0 };
const running = { rounds: [...goalOf({}).rounds, { ...active, result: null, files: [], fileCount: 0 }] };
const expand = '[data-goal] button';
const passed = { passed: true, exitCode: 0, timedOut: false, summary: '# fail 0', fingerprint: '' };

export const goalScenes: Record<string, () => Scene> = {
  goalRunning: () => scene(running),
  goalRounds: () => scene(running, [expand]),
  goalPaused: () =>
    scene({
      status: 'paused',
      reason: toUserTextData(say`A call needs your answer. Answer it, then resume the goal.`),
    }),
  goalInterrupted: () => scene({}, [], 'interrupted'),
  goalStalled: () =>
    scene({
      status: 'stalled',
      stall: 'unchanged',
      reason: toUserTextData(say`No file changed in the last ${3} rounds, and the test failed in the same way.`),
    }),
  goalPassed: () =>
    scene(
      {
        status: 'passed',
        rounds: [
          ...goalOf({}).rounds,
          { ...active, usd: 0.02, end: 'done', result: passed, files: ['a.ts'], fileCount: 1 },
        ],
      },
      [expand],
    ),
  goalDialog: () => ({ ...scene({ status: 'stopped' }), dialog: { type: 'goal' } }),
  goalCheckDialog: () => ({
    ...scene({ status: 'stopped' }),
    dialog: { type: 'goal' },
    press: ['[role="radiogroup"] label:nth-of-type(2) input'],
  }),
};
