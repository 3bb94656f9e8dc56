// Where the provider is to keep what it has read: behind the tools, behind the system prompt, and behind the last two messages of
// the person's. The last one is what the next request finds, the one before it what this request finds: a mark alone is
// looked for over some twenty blocks only. Four are taken at most. The marks move; nothing else of the body does.

import type { AnthropicMessage } from './blocks.ts';

const mark = { cache_control: { type: 'ephemeral' } } as const;
const markedMessages = 2;

/** The last of a list with a mark. */
export function marked<T extends object>(list: readonly T[]): T[] {
  return list.map((entry, at) => (at === list.length - 1 ? { ...entry, ...mark } : entry));
}

export function withMarks(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const asked = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-markedMessages);
  return messages.map((message, at) =>
    asked.includes(at) ? { ...message, content: marked(message.content) } : message,
  );
}
