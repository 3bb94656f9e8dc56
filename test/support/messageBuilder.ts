// Valid records of a conversation, with ids and times that are the same in every run.
//
//   conversationOf([userMessage('hi'), assistantMessage('', [call('c1', 'read_file', '{"path":"a"}')]), toolMessage('c1', 'text')])

import {
  type AssistantMessage,
  type Message,
  messageVersion,
  type NewMessage,
  type ToolCall,
  type ToolMessage,
  type UserMessage,
} from '../../shared/conversation/message.ts';

/** Not yet linked: `conversationOf` sets the position. */
const unplaced = { v: messageVersion, id: '', parentId: null, createdAt: '' };

export function userMessage(text: string, extra: Partial<UserMessage> = {}): UserMessage {
  return { ...unplaced, role: 'user', content: text, ...extra };
}

export function call(id: string, name: string, argumentsText = '{}'): ToolCall {
  return { id, type: 'function', function: { name, arguments: argumentsText } };
}

/** With calls and without text, its content is null, as providers send it. */
export function assistantMessage(
  text: string,
  calls: ToolCall[] = [],
  extra: Partial<AssistantMessage> = {},
): AssistantMessage {
  const content = text === '' && calls.length > 0 ? null : text;
  return { ...unplaced, role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}), ...extra };
}

export function toolMessage(callId: string, content: string, extra: Partial<ToolMessage> = {}): ToolMessage {
  return { ...unplaced, role: 'tool', tool_call_id: callId, toolName: 'read_file', outcome: 'ok', content, ...extra };
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ULID of the record at `index`: they sort in log order. */
export function messageIdAt(index: number): string {
  let digits = '';
  for (let rest = index; digits.length < 16; rest = Math.floor(rest / 32)) digits = crockford[rest % 32] + digits;
  return `01K0000000${digits}`;
}

/**
 * Links the records into a sequence: IDs, times a second apart, each following the previous one, unless already set.
 */
export function conversationOf<M extends Message>(messages: readonly M[]): M[] {
  const start = Date.parse('2026-01-02T03:04:05.000Z');
  const placed: M[] = [];
  for (const [index, message] of messages.entries()) {
    placed.push({
      ...message,
      id: message.id || messageIdAt(index),
      parentId: message.parentId ?? placed.at(-1)?.id ?? null,
      createdAt: message.createdAt || new Date(start + index * 1000).toISOString(),
    });
  }
  return placed;
}

/** The bytes of messages.json for these records, as the store writes them. */
export function messagesFile(messages: readonly Message[]): string {
  const lines = messages.map((message, index) => `${index === 0 ? '' : ','}${JSON.stringify(message)}\n`);
  return `[\n${lines.join('')}]\n`;
}

/** A record as passed to the store: without parent and time. */
export function asNew(message: Message): NewMessage {
  const { v: _v, id: _id, parentId: _parentId, createdAt: _createdAt, ...rest } = message;
  return rest as NewMessage;
}
