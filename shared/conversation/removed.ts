// Permanently removed messages: the record stays as a tombstone without content, so that the tree, call pairing and
// later requests stay valid.

import { type Message, messageVersion } from './message.ts';

export const removedText = '[Removed for good]';

export function isRemoved(message: Message): boolean {
  return message.removed !== undefined;
}

/** Returns the record that replaces `message`: its place in the tree and in the pairing, without content. */
export function tombstoneOf(message: Message, at: string): Message {
  const base = {
    v: messageVersion,
    id: message.id,
    // A record without a parent field follows the preceding one, before and after the removal.
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
  // Ids and counts: without them a different part of the conversation would be sent.
  if (message.role === 'system' && message.compaction !== undefined) return { compaction: message.compaction };
  return {};
}

/** The origin of a sub-agent's conversation is not content. */
function originOf({ origin }: Message): Record<string, unknown> {
  if (origin === undefined) return {};
  const ids = ['type', 'conversationId', 'messageId', 'index'].flatMap((key) =>
    origin[key] === undefined ? [] : [[key, origin[key]] as const],
  );
  return { origin: Object.fromEntries(ids) };
}
