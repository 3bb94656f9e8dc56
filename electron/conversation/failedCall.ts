// The sent form of a failed model call.

import type { AssistantMessage, Message } from '../../shared/conversation/message.ts';
import { isBlankText } from '../../shared/conversation/sendable.ts';

/** Returns its text, or a note that it failed; without its calls. */
export function errorAsText(message: AssistantMessage): AssistantMessage {
  const { tool_calls: _unfinished, reasoning: _thought, providerData: _data, ...rest } = message;
  const text = isBlankText(message.content) ? null : message.content;
  return { ...rest, content: text ?? `[Model call failed: ${sayable(message.error?.message)}]` };
}

export function isFailedCall(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.partType === 'error';
}

/** The log may hold any type here. */
function sayable(text: unknown): string {
  return typeof text === 'string' && !isBlankText(text) ? text : 'unknown';
}
