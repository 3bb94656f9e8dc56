// Links an agent's run to the call that started it: where its prompts appear, and what limits it.

import type { WaitedTime } from '../../shared/conversation/message.ts';
import type { Tool } from '../ports/tool.ts';

export interface AgentParent {
  /** The conversation and call that started it; the agent's prompts appear there. */
  conversationId: string;
  messageId: string;
  index: number;
  title: string;
  /** From the file that defines it; null: none does. */
  name: string | null;
  /** Tools it may use: never more than its starter. */
  tools: readonly string[];
  /** 1: started by a user's conversation. */
  depth: number;
  /** Called whenever a call of the agent has stopped waiting for the user. */
  onWaited(time: WaitedTime): void;
}

/** The tool that starts agents. */
export const agentTool = 'run_agent';

/** Nested agents cost much and help little: an agent at this depth cannot start one. */
export const maxAgentDepth = 1;

/** Returns the tools that a run offers at this depth. */
export function toolsForAgent(tools: readonly Tool[], agent: AgentParent): Tool[] {
  return tools.filter(
    ({ name, kind }) => agent.tools.includes(name) && (kind !== 'agent' || agent.depth < maxAgentDepth),
  );
}
