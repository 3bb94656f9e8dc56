// Agents of Codex: threads with rollouts of their own in that day's folder. An event, or in old versions only the
// call's output, names the call that started one.

import type { Message } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { HistoryAgent, HistoryFile } from '../history.ts';
import { jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty } from '../looseJson.ts';

/** A thread, and the call that started it. */
export interface SpawnedThread {
  thread: string;
  callId: string;
}

const spawnItems = new Set(['CollabAgentToolCall', 'collabAgentToolCall', 'collab_agent_tool_call']);
const maxAgents = 2000;

/** Returns the threads that an event started. */
export function threadsSpawnedByEvent(event: JsonObject): SpawnedThread[] {
  if (event.type === 'collab_agent_spawn_end') return spawned(event.call_id, [event.new_thread_id]);
  const item = event.type === 'item_completed' ? jsonObjectOrNull(event.item) : null;
  if (!item || !spawnItems.has(textOrEmpty(item.type)) || !/spawn/i.test(textOrEmpty(item.tool))) return [];
  const threads = item.receiver_thread_ids ?? item.receiverThreadIds;
  return spawned(item.id, Array.isArray(threads) ? threads : []);
}

/** Reads the thread from the output of `spawn_agent`. */
export function threadsSpawnedByOutput(name: string, callId: string, output: string): SpawnedThread[] {
  if (name !== 'spawn_agent') return [];
  const parsed = parseLooseJson(output);
  return spawned(callId, [jsonObjectOrNull('value' in parsed ? parsed.value : null)?.agent_id]);
}

function spawned(callId: unknown, threads: readonly unknown[]): SpawnedThread[] {
  const validThreads = threads.filter((thread) => typeof thread === 'string' && /^[\w-]{8,64}$/.test(thread));
  return validThreads.map((thread) => ({ thread: thread as string, callId: textOrEmpty(callId) }));
}

/** `read`: reads a rollout with its own agents; null if it was already read. */
export async function readAgents(
  file: HistoryFile,
  { messages, threads }: { messages: readonly Message[]; threads: readonly SpawnedThread[] },
  read: (file: HistoryFile) => Promise<HistoryAgent['history']> | null,
): Promise<HistoryAgent[]> {
  if (threads.length === 0) return [];
  const names = (await file.namesIn('.')).filter((name) => name.endsWith('.jsonl'));
  const agents = new Map<string, HistoryAgent>();
  for (const { thread, callId } of threads.slice(0, maxAgents)) {
    const name = agents.has(thread) ? undefined : names.find((one) => one.endsWith(`-${thread}.jsonl`));
    const rollout = name === undefined ? null : await file.resolve(name);
    const history = rollout && (await read(rollout));
    if (history) agents.set(thread, { history, call: callOf(messages, callId) });
  }
  return [...agents.values()];
}

function callOf(messages: readonly Message[], callId: string): HistoryAgent['call'] {
  for (const message of messages.toReversed()) {
    const index = objectsOf(message.role === 'assistant' ? message.tool_calls : []).findIndex(
      ({ id }) => id === callId,
    );
    if (index >= 0) return { messageId: message.id, index };
  }
  return null;
}
