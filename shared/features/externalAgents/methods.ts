// Methods and events of external agents: which there are, whether they may start, and their sessions.

import { z } from 'zod';
import { defineMethod, nothing } from '../../protocol/method.ts';
import type { AgentInfo, AgentSessionInfo } from './externalAgent.ts';

const agentId = z.string().min(1).max(60);
const conversationId = z.string().max(80);

/** `values`: an empty value keeps the saved one. They go to the keychain. */
const definition = z.object({
  name: z.string().min(1).max(80),
  command: z.array(z.string().max(4096)).min(1).max(64),
  variables: z.array(z.object({ name: z.string().max(100), value: z.string().max(8192) })).max(40),
  sandboxed: z.boolean(),
  receivesServers: z.boolean(),
});

export type AgentDefinitionInput = z.infer<typeof definition> & { origin?: 'added' | 'registry' };

export type ExternalAgentEvent =
  | { type: 'agents.changed'; agents: AgentInfo[] }
  | { type: 'agentSession.changed'; conversationId: string; session: AgentSessionInfo | null };

export const externalAgentMethods = {
  'agent.list': defineMethod<{ agents: AgentInfo[] }>()('none', nothing),
  /** `id` null: a new one, from `origin` (default: added). Whatever changes its command needs a new approval. */
  'agent.save': defineMethod<AgentInfo>()(
    'app',
    definition.extend({ id: agentId.nullable(), origin: z.enum(['added', 'registry']).exactOptional() }),
  ),
  'agent.remove': defineMethod<Record<string, never>>()('app', z.object({ agent: agentId })),
  /** Allows exactly the command that this fingerprint names; AGENT_CHANGED if it is another by now. */
  'agent.approve': defineMethod<AgentInfo>()(
    'app',
    z.object({ agent: agentId, fingerprint: z.string().max(100), allow: z.boolean() }),
  ),
  /** Starts it without a conversation, to see whether it works and how to sign in. May take a minute. */
  'agent.check': defineMethod<AgentInfo>()('none', z.object({ agent: agentId })),
  /** Stops its start for every caller. */
  'agent.cancelStart': defineMethod<AgentInfo>()('none', z.object({ agent: agentId })),
  /** Asks the agent to sign in by one of its own methods. Resolves when it has answered. */
  'agent.signIn': defineMethod<AgentInfo>()('none', z.object({ agent: agentId, signIn: z.string().max(200) })),
  /** Lists the agents of a registry file that the user chose; adds nothing. */
  'agent.readRegistry': defineMethod<{
    agents: { id: string; name: string; description: string; command: string[] }[];
  }>()('none', z.object({ text: z.string().max(4_000_000) })),
  /** The conversation's session with its current agent; null if it uses a model. Starts nothing. */
  'agent.session': defineMethod<{ session: AgentSessionInfo | null }>()('none', z.object({ conversationId })),
  'agent.setOption': defineMethod<{ session: AgentSessionInfo | null }>()(
    'app',
    z.object({ conversationId, option: z.string().max(200), value: z.string().max(1000) }),
  ),
} as const;
