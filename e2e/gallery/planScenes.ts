// Plans: pending, edited or sent back by the user, and answered.

import { snapshotFixture } from './appFixture.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import { planFixture, planText } from './planFixture.ts';
import type { Scene } from './scene.ts';

function waiting(text = planText, more: Partial<Scene> = {}): Scene {
  const { messages } = script()
    .user('Make the check quick, please. Say first what you would do.')
    .asks('I have read the code. This is what I would do.', [
      'present_plan',
      { title: 'Make the health check quick', plan: text },
    ]);
  const startedAt = new Date(Date.now() - 20_000).toISOString();
  const messageId = messages.at(-1)?.id ?? '';
  const call = { messageId, index: 0, state: 'running' as const, startedAt, output: '' };
  const conversation = conversationFixture({
    messages,
    approvalMode: 'plan',
    calls: [{ ...call, question: planFixture({ text }, { messageId }) }],
    run: { runId: 'r', startedAt, phase: 'tools' },
  });
  return { snapshot: snapshotFixture(), conversation, ...more };
}

const edit = '[data-plan] [aria-pressed]';
const long = Array.from({ length: 12 }, (_, at) => `## Part ${at + 1}\n\n${planText}`).join('\n');

function answered(): Scene {
  const plan = { title: 'Make the health check quick', text: planText, edited: false };
  const talked = script()
    .user('Make the check quick, please.')
    .asks('Three tries.', ['present_plan', {}], ['present_plan', {}], ['present_plan', {}])
    .result('The user sent the plan back.', {
      details: { plan: { ...plan, answer: 'sent_back', words: 'Leave the dashboard alone.\n仪表盘不要动。' } },
    })
    .result('Closed.', {
      outcome: 'cancelled',
      details: { plan: { ...plan, text: 'Do *less*.', answer: 'unanswered' } },
    })
    .result('The user accepted the plan.', {
      details: { plan: { ...plan, edited: true, answer: 'accepted', mode: 'edits' } },
    })
    .says('Then I begin.');
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.messages, approvalMode: 'edits' }),
    open: ['m1:0', 'm1:1', 'm1:2'],
  };
}

export const planScenes: Record<string, () => Scene> = {
  plan: () => waiting(),
  planLong: () => waiting(long),
  planEdit: () => waiting(planText, { press: [edit] }),
  planSendBack: () => waiting(planText, { press: ['[data-plan] [data-answers] > span > button:first-of-type'] }),
  planAnswered: () => answered(),
};
