// A conversation in the whole program that a scripted external agent answers.

import type { AgentCall, AgentUpdate } from '../../electron/ports/externalAgents.ts';
import { agentModelRef } from '../../shared/features/externalAgents/externalAgent.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './appHarness.ts';
import { createScriptedAgents, type ScriptedAgents, type ScriptedAgentsOptions } from './scriptedAgents.ts';

export interface AgentConversation {
  app: TestApp;
  id: string;
  agents: ScriptedAgents;
}

export async function agentConversation(
  answer: ScriptedAgentsOptions['answer'],
  more: Partial<ScriptedAgentsOptions> = {},
  options: TestAppOptions = {},
): Promise<AgentConversation> {
  const agents = createScriptedAgents({ answer, ...more });
  const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: 'ask' }, ...options });
  const id = await app.start();
  await chooseAgent(app, id, 'odd');
  return { app, id, agents };
}

/** Null: the standard model. */
export async function chooseAgent(app: TestApp, conversationId: string, agent: string | null): Promise<void> {
  const model = agent === null ? null : agentModelRef(agent);
  await app.call('conversation.configure', { conversationId, model });
}

export const announced = (id: string, more: Partial<AgentCall> = {}): AgentUpdate => ({
  type: 'call',
  call: { id, title: 'A call', kind: 'other', status: 'pending', content: [], locations: [], ...more },
});
