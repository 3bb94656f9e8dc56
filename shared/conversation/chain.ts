// The chain: the tool calls of a conversation with their results, times and outcomes, in the order they were asked for.

import { isSafeId } from '../core/ids.ts';
import type { Message, Outcome, ToolCall, ToolMessage, WaitedTime } from './message.ts';
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

/** @internal */
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

/** A call of a chain, light enough to send thousands: neither arguments nor result are whole. */
export interface ChainCall {
  conversationId: string;
  /** The record that asked, and the place of the call in it. Of a call by the person its own record, and 0. */
  messageId: string;
  index: number;
  /** As its result names it. */
  callId: string;
  name: string;
  /** At most `chainTextLimit` characters: the exact string; of a longer one JSON that reads, with its values shortened. */
  arguments: string;
  /** `interrupted` also for a call that has no result. */
  outcome: Outcome;
  /** Interrupted before it began. */
  neverStarted: boolean;
  /** ISO 8601, UTC: when the model had asked. */
  askedAt: string;
  startedAt: string | null;
  /** Milliseconds. */
  duration: number | null;
  /** Milliseconds that it waited for a person, before it started. */
  waitedMs: number | null;
  /** Of the whole result, in bytes of UTF-8; null when there is none. */
  bytes: number | null;
  /** The record of the result; null when there is none. */
  resultId: string | null;
  /** How the result begins, on one line: at most `chainTextLimit` characters. */
  resultHead: string;
  /** The conversation of the agent that it started, and when that one's calls waited for the person. */
  agent: { conversationId: string; waits?: WaitedTime[] } | null;
  /** It changed files. */
  changed: boolean;
  byHand: boolean;
}

export const chainTextLimit = 500;

/** Where a turn begins: the person's message, how it begins, and its first call by its place in the chain. */
export interface ChainTurn {
  messageId: string;
  createdAt: string;
  words: string;
  first: number;
}
