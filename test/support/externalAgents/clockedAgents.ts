// The whole program with real agents with a clock that a test can move.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { agentsHere } from '../agentsHere.ts';
import { startTestApp, type TestApp } from '../appHarness.ts';
import { createJumpingClock, type JumpingClock } from '../jumpingClock.ts';
import { type OddAgentOptions, oddAgentCommand } from '../oddAgent/startOddAgent.ts';

export interface ClockedAgents {
  app: TestApp;
  clock: JumpingClock;
  folder: string;
  /** The processes of the agent so far. */
  pids(): number[];
  /** Starts a conversation with the agent. */
  start(): Promise<string>;
  branch(conversationId: string): Promise<Message[]>;
}

export async function clockedAgents(...odd: NonNullable<OddAgentOptions['odd']>): Promise<ClockedAgents> {
  const clock = createJumpingClock();
  const here = agentsHere({ clock });
  const { folder } = here;
  onTestFinished(() => here.agents.close());
  const sessions = path.join(here.dataDir, 'sessions');
  mkdirSync(sessions);
  const id = await here.add(oddAgentCommand({ sessions, odd }));
  const app = await startTestApp({ externalAgents: here.agents, folder });
  const { startProjectId } = await app.call('app.open', {});
  if (startProjectId !== null) await app.call('project.trust', { projectId: startProjectId, trusted: true });
  app.client.onEvent(({ conversationId, event }) => {
    if (conversationId === null || event.type !== 'call.waiting') return;
    void app.client.call('approval.answer', {
      ...{ conversationId, approvalId: event.approval.approvalId, decision: 'allow' },
    });
  });
  return {
    ...{ app, clock, folder },
    pids: () => readFileSync(`${sessions}.pids`, 'utf8').trim().split('\n').map(Number),
    async start() {
      const conversationId = await app.start();
      await app.call('conversation.configure', { conversationId, model: agentModelRef(id) });
      return conversationId;
    },
    branch: async (conversationId) => (await app.call('conversation.open', { conversationId, tail: 5000 })).messages,
  };
}
