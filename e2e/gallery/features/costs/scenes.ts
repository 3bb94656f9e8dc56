// Costs: in the context panel, under a reply, at a limit, in a sub-agent, and in the settings.

import { ok, sentenceFields } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { CostReport, CostSum } from '../../../../shared/features/costs/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
import { questionFixture } from '../../toolFixture.ts';
import { contextScenes } from '../context/scenes.ts';

const sum = (usd: number, replies: number, change: Partial<CostSum> = {}): CostSum => ({
  usd,
  replies,
  unknown: 0,
  titles: 0,
  titlesUsd: 0,
  atLeast: false,
  input: replies * 41_200,
  output: replies * 900,
  cached: replies * 30_100,
  ...change,
});

const costReport: CostReport = {
  conversation: sum(0.8362, 14),
  lastTurn: sum(0.0941, 3),
  today: sum(3.2178, 61),
  models: [
    { provider: 'environment', model: 'atlas-large', ...sum(0.8114, 12) },
    { provider: 'environment', model: 'atlas-mini-with-a-rather-long-name-2026-11', ...sum(0.0248, 2) },
  ],
  days: [],
  conversations: [],
  projects: [],
  limits: { day: { usd: 5, raised: 0 }, conversation: { usd: 1, raised: 1 } },
  price: { provider: 'environment', model: 'atlas-large', input: 3, output: 15, by: 'catalogue', date: '2026-11-10' },
};

function panel(costs: CostReport): Scene {
  const scene = contextScenes.context?.();
  if (!scene) throw new Error('There is no scene of the context.');
  return { ...scene, handlers: { 'cost.read': async () => ok(costs) } };
}

const reached = {
  code: 'SPEND_LIMIT_REACHED',
  ...sentenceFields(
    say`The next request costs about ${'$0.12'} and would exceed today’s spending limit of ${'$5.00'} (${'$4.97'} spent). It was not sent. Everything is saved.`,
  ),
};

export const costScenes: Record<string, () => Scene> = {
  costs: () => panel(costReport),

  costsUnknown: () =>
    panel({
      ...costReport,
      conversation: sum(0, 4, { unknown: 4, cached: 0 }),
      lastTurn: sum(0, 1, { unknown: 1 }),
      today: sum(1.204, 22, { unknown: 4 }),
      models: [],
      limits: { day: null, conversation: null },
      price: null,
    }),

  costsUnderReply: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: healthTalk().says(texts.reply, {
        usage: { inputTokens: 41_200, outputTokens: 900, cost: { usd: 0.0312, by: 'catalogue', date: '2026-11-10' } },
      }).messages,
    }),
  }),

  costsLimit: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: script()
        .user('Why is the health check slow?')
        .says('', {
          partType: 'error',
          content: null,
          includeInContext: false,
          error: { ...reached, limit: { kind: 'day', usd: 5 } },
        }).messages,
    }),
  }),

  costsAgentAsks: () => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: script()
        .user('Look into the health check.')
        .asks('I give this to an agent.', ['run_agent', { task: 'Find out why.', title: 'Measure the query' }])
        .messages,
      run: { runId: 'r', startedAt: new Date().toISOString(), phase: 'tools' },
      calls: [
        {
          messageId: 'm1',
          index: 0,
          state: 'running',
          startedAt: new Date().toISOString(),
          output: '',
          question: questionFixture({
            from: { type: 'app', limit: { kind: 'day', usd: 5 } },
            ...reached,
            fields: [
              {
                name: 'choice',
                label: 'Spending limit',
                type: 'choice',
                required: true,
                options: ['once', 'raise', 'stop'].map((value) => ({ value, label: value })),
              },
            ],
          }),
        },
      ],
    }),
    open: ['m1:0'],
  }),

  costsSettings: () => {
    const snapshot = snapshotFixture();
    const prices = {
      'anthropic/claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
      'gateway/*': { input: 0.15, output: 0.6 },
    };
    return {
      snapshot: {
        ...snapshot,
        settings: { ...snapshot.settings, spendLimit: { day: 5, conversation: null }, prices },
      },
      conversation: null,
      dialog: { type: 'settings', section: 'costs' },
    };
  },
};
