// The chain: the tool calls of a conversation with their results, times and outcomes, in the order they were asked for.

import type { Message, Outcome, ToolMessage } from './message.ts';
import { callsOf } from './message.ts';

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
}

export interface PairedCall {
  entry: ChainEntry;
  result: ToolMessage | null;
}

/** Each call with its result. A result answers the nearest earlier call of its id that has none yet. */
export function pairCalls(branch: readonly Message[]): PairedCall[] {
  const pairs: PairedCall[] = [];
  let open: PairedCall[] = [];
  for (const message of branch) {
    const asked = callsOf(message).map((call, index) => ({ entry: openEntry(message.id, index, call), result: null }));
    if (asked.length > 0) {
      pairs.push(...asked);
      open = [...asked, ...open];
    } else if (message.role === 'tool' && message.partType !== 'tool_run') {
      const pair = open.find((candidate) => candidate.entry.id === message.tool_call_id);
      if (!pair) continue;
      open = open.filter((candidate) => candidate !== pair);
      pair.result = message;
      pair.entry = { ...pair.entry, ...resultFields(message) };
    }
  }
  return pairs;
}

export function chainOf(branch: readonly Message[]): ChainEntry[] {
  return pairCalls(branch).map((pair) => pair.entry);
}

function openEntry(
  messageId: string,
  index: number,
  call: { id: string; function: { name: string; arguments: string } },
): ChainEntry {
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
  };
}

function resultFields(message: ToolMessage): Partial<ChainEntry> {
  return {
    outcome: message.outcome,
    startedAt: message.startedAt ?? null,
    duration: message.duration ?? null,
    waitedMs: message.waitedMs ?? null,
    bytes: message.details?.bytes ?? new TextEncoder().encode(message.content).length,
    fullOutputPath: message.fullOutputPath ?? null,
  };
}
