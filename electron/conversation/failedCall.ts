// A model call that failed, as what is sent of it.

import type { AssistantMessage, Message } from '../../shared/conversation/message.ts';
import { isBlankText } from '../../shared/conversation/sendable.ts';

/** What it had said, or that it failed; without its calls. */
export function errorAsText(message: AssistantMessage): AssistantMessage {
  const { tool_calls: _unfinished, reasoning: _thought, providerData: _data, ...rest } = message;
  const said = isBlankText(message.content) ? null : message.content;
  return { ...rest, content: said ?? `[Model call failed: ${sayable(message.error?.message)}]` };
}

export function isFailedCall(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.partType === 'error';
}

/** The log may hold anything in the place of a sentence. */
function sayable(text: unknown): string {
  return typeof text === 'string' && !isBlankText(text) ? text : 'unknown';
}
