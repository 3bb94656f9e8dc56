// A message that a person removed for good: its record stays as a tombstone, so that the tree, the pairing of calls and
// results and what can be sent stay sound; nothing that was said or returned is left in it. Pure.

import { type Message, messageVersion } from './message.ts';

export const removedText = '[Removed for good]';

export function isRemoved(message: Message): boolean {
  return message.removed !== undefined;
}

/** The record that stands in the place of `message`: its place in the tree and in the pairing, and nothing it said. */
export function tombstoneOf(message: Message, at: string): Message {
  const base = {
    v: messageVersion,
    id: message.id,
    // One that has no parent of its own follows the record before it, before and after.
    ...(message.parentId === undefined ? {} : { parentId: message.parentId }),
    role: message.role,
    createdAt: message.createdAt,
    ...(message.partType === undefined ? {} : { partType: message.partType }),
    ...(message.includeInContext === undefined ? {} : { includeInContext: message.includeInContext }),
    ...originOf(message),
    ...pairingOf(message),
    content: removedText,
    removed: { at },
  };
  return base as Message;
}

function pairingOf(message: Message): Record<string, unknown> {
  if (message.role === 'tool') {
    const { tool_call_id, toolName, outcome } = message;
    return { tool_call_id, toolName, outcome };
  }
  if (message.role === 'assistant' && message.tool_calls !== undefined) {
    const emptied = message.tool_calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.function.name, arguments: '{}' },
    }));
    return { tool_calls: emptied };
  }
  // Ids and counts: without them another part of the conversation would be sent.
  if (message.role === 'system' && message.compaction !== undefined) return { compaction: message.compaction };
  return {};
}

/** Which conversation a sub-agent's belongs to is no content. */
function originOf({ origin }: Message): Record<string, unknown> {
  if (origin === undefined) return {};
  const ids = ['type', 'conversationId', 'messageId', 'index'].flatMap((key) =>
    origin[key] === undefined ? [] : [[key, origin[key]] as const],
  );
  return { origin: Object.fromEntries(ids) };
}
