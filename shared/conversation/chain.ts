// The chain: the tool calls of a conversation with their results, times and outcomes, in the order they were asked for.

import { isSafeId } from '../ids.ts';
import type { Message, Outcome, ToolCall, ToolMessage } from './message.ts';
import { pairResults } from './pairing.ts';

export interface ChainEntry {
  /** The assistant message that asked, and the place of the call in it. */
  messageId: string;
  index: number;
  id: string;
  name: string;
  /** The exact string that the model sent. */
  arguments: string;
  /** `interrupted` also for a call that has no result. */
  outcome: Outcome;
  startedAt: string | null;
  duration: number | null;
  waitedMs: number | null;
  /** Size of the whole result in bytes of UTF-8; null when there is none. */
  bytes: number | null;
  fullOutputPath: string | null;
  /** Set for a call that started an agent: the conversation that has its chain. */
  agent?: { conversationId: string };
}

export interface PairedCall {
  entry: ChainEntry;
  result: ToolMessage | null;
}

/** Each call with the result that answers it, in the order the calls were asked for. */
export function pairCalls(branch: readonly Message[]): PairedCall[] {
  return pairResults(branch).slots.map(({ messageId, callIndex, call, result }) => {
    return { entry: entryOf(messageId, callIndex, call, result && resultFields(result)), result };
  });
}

export function chainOf(branch: readonly Message[]): ChainEntry[] {
  return pairCalls(branch).map((pair) => pair.entry);
}

/** What a result says of its call. */
export type ResultFields = Partial<ChainEntry>;

export function entryOf(messageId: string, index: number, call: ToolCall, result: ResultFields | null): ChainEntry {
  return {
    messageId,
    index,
    id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
    outcome: 'interrupted',
    startedAt: null,
    duration: null,
    waitedMs: null,
    bytes: null,
    fullOutputPath: null,
    ...result,
  };
}

export function resultFields(message: ToolMessage): ResultFields {
  return {
    outcome: message.outcome,
    startedAt: message.startedAt ?? null,
    duration: message.duration ?? null,
    waitedMs: message.waitedMs ?? null,
    bytes: message.details?.bytes ?? new TextEncoder().encode(message.content).length,
    fullOutputPath: message.fullOutputPath ?? null,
    ...agentOf(message),
  };
}

/** The log may hold anything there. */
function agentOf({ details }: ToolMessage): Pick<ChainEntry, 'agent'> {
  const conversationId: unknown = details?.agent?.conversationId;
  return isSafeId(conversationId) ? { agent: { conversationId } } : {};
}
