// What is sent for a history, line by line, after checking it against every provider's rules.

import { expect } from 'vitest';
import type { ApiMessagesOptions } from '../../electron/conversation/apiMessages.ts';
import type { ApiMessage } from '../../shared/conversation/apiMessage.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { continueText, noReplyText } from '../../shared/conversation/repair.ts';
import { assistantMessage, call, conversationOf } from './messageBuilder.ts';
import { wireRequest, wireViolations } from './wireForms.ts';

/** A reply with calls of these IDs. */
export const asks = (text: string, ...ids: string[]): Message =>
  assistantMessage(
    text,
    ids.map((id) => call(id, 'read_file')),
  );

export const silence = `assistant: ${noReplyText}`;
export const goOn = `user: ${continueText}`;

/** Role and text (or IDs) of each message that is sent, after checking it against every provider's rules. */
export function sentLines(history: readonly Message[], options: ApiMessagesOptions = {}): string[] {
  const request = wireRequest(conversationOf(history), options);
  expect(wireViolations(request)).toEqual([]);
  return request.messages.map(line);
}

export function line(message: ApiMessage): string {
  if (message.role === 'tool') return `result ${message.tool_call_id}: ${message.content}`;
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id).join(',') : '';
  const content = typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
  return `${message.role}${calls && ` [${calls}]`}: ${message.content === null ? '' : content}`;
}
