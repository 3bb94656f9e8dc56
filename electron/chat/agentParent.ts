// Ties an agent's run to the call that started it: where the person is asked, and how far the agent may go.

import type { WaitedTime } from '../../shared/conversation/message.ts';
import type { Tool } from '../ports/tool.ts';

export interface AgentParent {
  /** The conversation whose call started it, and that call: what the agent asks is asked there. */
  conversationId: string;
  messageId: string;
  index: number;
  title: string;
  /** Names of the tools that it may have: never more than the one that started it. */
  tools: readonly string[];
  /** 1: started by a conversation of a person's. */
  depth: number;
  /** Told whenever a call of the agent no longer waits for the person. */
  onWaited(time: WaitedTime): void;
}

/** By which an agent is started. */
export const agentTool = 'run_agent';

/** Agents of agents of agents cost much and help little: an agent of this depth starts none. */
export const deepestAgent = 1;

/** What a run offers at this depth. */
export function withinReach(tools: readonly Tool[], agent: AgentParent): Tool[] {
  return tools.filter(
    ({ name, kind }) => agent.tools.includes(name) && (kind !== 'agent' || agent.depth < deepestAgent),
  );
}
