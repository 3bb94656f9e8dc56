// Calls of an external agent's own sub-agents, which name the call that started the sub-agent.

import type { ToolCall } from '../../../shared/conversation/message.ts';
import type { AgentCall } from '../../ports/externalAgents.ts';
import { type CallState, isReady } from './agentCalls.ts';

type CallsById = ReadonlyMap<string, CallState>;

function parentOf({ parentId }: Pick<AgentCall, 'parentId'>, calls: CallsById): CallState | undefined {
  return parentId === undefined ? undefined : calls.get(parentId);
}

/**
 * A call whose sub-agent works has begun, although Claude's adapter leaves it pending; so it is stored before the calls of its
 * sub-agent. Adds it to `touched` if it changed.
 */
export function beginParent(call: Pick<AgentCall, 'parentId'>, calls: CallsById, touched: Set<CallState>): void {
  const parent = parentOf(call, calls);
  if (parent?.stored !== null || isReady(parent.call)) return;
  parent.call = { ...parent.call, status: 'in_progress' };
  touched.add(parent);
}

/** Splits calls so that each is stored after the call that started its sub-agent. */
export function byDepth(states: readonly CallState[], calls: CallsById): CallState[][] {
  const waiting = new Set(states);
  const parts: CallState[][] = [];
  while (waiting.size > 0) {
    const part = [...waiting].filter(({ call }) => {
      const parent = parentOf(call, calls);
      return parent === undefined || !waiting.has(parent);
    });
    // Calls that name each other as parents belong nowhere.
    if (part.length === 0) part.push(...waiting);
    for (const state of part) waiting.delete(state);
    parts.push(part);
  }
  return parts;
}

/** Stored ids: by each call that has a parent, that of the parent; empty if none has. `idOf`: by the agent's id. */
export function parentsOf(
  states: readonly CallState[],
  stored: readonly ToolCall[],
  idOf: (agentsId: string) => string | undefined,
): { parents?: Record<string, string> } {
  const pairs = states.flatMap(({ call }, index) => {
    const parent = call.parentId === undefined ? undefined : idOf(call.parentId);
    const id = stored[index]?.id;
    return parent === undefined || id === undefined || id === parent ? [] : [[id, parent]];
  });
  return pairs.length === 0 ? {} : { parents: Object.fromEntries(pairs) };
}
