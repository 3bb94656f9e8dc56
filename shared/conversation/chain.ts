// The chain: a conversation's tool calls with results, times and outcomes, in request order.

import { isSafeId } from '../core/ids.ts';
import type { Message, Outcome, ToolCall, ToolMessage, WaitedTime } from './message.ts';
import { pairResults } from './pairing.ts';

export interface ChainEntry {
  /** The assistant message that requested the call; `index` is the call's position in it. */
  messageId: string;
  index: number;
  id: string;
  name: string;
  /** Exactly as the model sent them. */
  arguments: string;
  /** Also `interrupted` for a call without a result. */
  outcome: Outcome;
  startedAt: string | null;
  duration: number | null;
  waitedMs: number | null;
  /** UTF-8 size of the whole result; null without one. */
  bytes: number | null;
  fullOutputPath: string | null;
  /** For a call that started an agent: the conversation with its chain. */
  agent?: { conversationId: string };
}

export interface PairedCall {
  entry: ChainEntry;
  result: ToolMessage | null;
}

/** Pairs each call with its result, in request order. */
export function pairCalls(branch: readonly Message[]): PairedCall[] {
  return pairResults(branch).slots.map(({ messageId, callIndex, call, result }) => {
    return { entry: entryOf(messageId, callIndex, call, result && resultFields(result)), result };
  });
}

/** @internal */
export function chainOf(branch: readonly Message[]): ChainEntry[] {
  return pairCalls(branch).map((pair) => pair.entry);
}

/** Chain fields that come from the result. */
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

/** The log may hold any type here. */
function agentOf({ details }: ToolMessage): Pick<ChainEntry, 'agent'> {
  const conversationId: unknown = details?.agent?.conversationId;
  return isSafeId(conversationId) ? { agent: { conversationId } } : {};
}

/** A chain entry small enough to send by the thousand: arguments and result are shortened. */
export interface ChainCall {
  conversationId: string;
  /** The record that requested the call, and the call's position in it. For a manual call: its own record, and 0. */
  messageId: string;
  index: number;
  /** The id that its result refers to. */
  callId: string;
  name: string;
  /** At most `chainTextLimit` characters: exact, or valid JSON with shortened values. */
  arguments: string;
  /** Also `interrupted` for a call without a result. */
  outcome: Outcome;
  /** Interrupted before it started. */
  neverStarted: boolean;
  /** The user skipped it after it was interrupted. */
  isSkipped: boolean;
  /** ISO 8601, UTC: when the model requested it. */
  askedAt: string;
  startedAt: string | null;
  /** Milliseconds. */
  duration: number | null;
  /** How long it waited for the user before it started, in milliseconds. */
  waitedMs: number | null;
  /** UTF-8 size of the whole result; null without one. */
  bytes: number | null;
  /** The result's record; null without one. */
  resultId: string | null;
  /** The start of the result on one line, at most `chainTextLimit` characters. */
  resultHead: string;
  /** The conversation of the agent it started, and when that agent's calls waited for the user. */
  agent: { conversationId: string; waits?: WaitedTime[] } | null;
  /** Whether it changed files. */
  changed: boolean;
  byHand: boolean;
}

export const chainTextLimit = 500;

/** Start of a turn: the user's message, its first words, and the index of its first call in the chain. */
export interface ChainTurn {
  messageId: string;
  createdAt: string;
  words: string;
  first: number;
}
