// Places cache breakpoints: after the tools, the system prompt, and the last two user messages. The last serves the
// next request, the one before it this request, since the server looks back only about twenty blocks from a breakpoint.
// The API allows four. Only the breakpoints move; the rest of the body stays the same.

import type { AnthropicMessage } from './blocks.ts';

const mark = { cache_control: { type: 'ephemeral' } } as const;
const markedMessages = 2;

/** Returns the list with a breakpoint on its last entry. */
export function withBreakpoint<T extends object>(list: readonly T[]): T[] {
  return list.map((entry, at) => (at === list.length - 1 ? { ...entry, ...mark } : entry));
}

export function withCacheBreakpoints(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const userIndexes = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-markedMessages);
  return messages.map((message, at) =>
    userIndexes.includes(at) ? { ...message, content: withBreakpoint(message.content) } : message,
  );
}
