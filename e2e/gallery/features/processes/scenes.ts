// Background commands: their panel and output; and sub-agents, in their box and on their own page.

import { callKey } from '../../../../shared/conversation/event.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';
import { agentConversation, agentTalk, commands, nestedConversation } from './fixture.ts';

const now = (secondsAgo = 0): string => new Date(Date.now() - secondsAgo * 1000).toISOString();
const talk = () => conversationFixture({ messages: healthTalk().says(texts.reply).messages });

function agent(running: boolean): Scene {
  const talked = agentTalk();
  const messageId = talked.messages[1]?.id ?? '';
  const live = { messageId, index: 0, state: 'running' as const, startedAt: now(54), output: '' };
  if (!running) {
    talked.result('The count takes 1.79 s on the copy; SELECT 1 takes 3 ms.', {
      duration: 61_000,
      details: { bytes: 58, agent: { conversationId: 'agent' } },
    });
    talked.says('It is the count, as I thought.');
  }
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({
      messages: talked.messages,
      run: running ? { runId: 'r', startedAt: now(60), phase: 'tools' } : null,
      calls: running ? [{ ...live, agent: { conversationId: 'agent' } }] : [],
    }),
    others: [agentConversation(running), nestedConversation()],
    open: [callKey({ messageId, index: 0 })],
  };
}

/** The sub-agent's own conversation; its questions are answered in the parent. */
function agentPage(asks: boolean, title: string): Scene {
  const own = agentConversation(true);
  const [first, ...rest] = own.calls;
  const request =
    first && approval(first.messageId, first.index, { agent: { conversationId: 'agent', title: own.title } });
  return {
    snapshot: snapshotFixture(),
    conversation: asks && request ? { ...own, calls: [request, ...rest] } : own,
    others: [nestedConversation()],
    handlers: {
      'conversation.startedBy': async () => ok({ calls: [{ conversationId: 'c1', messageId: 'm1', index: 0, title }] }),
    },
  };
}

export const processScenes: Record<string, () => Scene> = {
  processes: () => ({
    snapshot: snapshotFixture(),
    conversation: talk(),
    panel: 'processes',
    handlers: { 'process.list': async () => ok({ commands }) },
  }),
  processOutput: () => ({
    snapshot: snapshotFixture(),
    conversation: talk(),
    dialog: { type: 'processes', command: { conversationId: 'current', id: 'bg_1' } },
    handlers: {
      'process.list': async () => ok({ commands }),
      'process.output': async () => {
        const text = Array.from({ length: 60 }, (_, line) => `[09:12:${line % 60}] 页面已重新加载 src/health.ts`).join(
          '\n',
        );
        return ok({ text, offset: 0, nextOffset: null, totalBytes: 18_400 });
      },
    },
  }),
  noProcesses: () => ({ snapshot: snapshotFixture(), conversation: talk(), panel: 'processes' }),

  agentPage: () => agentPage(false, 'Find why the health check is slow'),
  agentPageAsks: () =>
    agentPage(true, '查明健康检查为什么这么慢，并且在确认原因之后再决定是否修改查询语句以及如何通知团队'),
  agentRunning: () => agent(true),
  agentDone: () => agent(false),
};
