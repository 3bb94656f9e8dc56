// Continues a reply that the provider paused (`pause_turn`): resends the same body with the content so far appended. A
// second pause replaces that content with the longer one.

import { sendableOrUndefined } from '../../../shared/conversation/sendable.ts';
import { objectOrNull } from '../http/replyReader.ts';
import type { Block } from './blocks.ts';
import { acceptableBlocks } from './replayed.ts';

/** Returns null if there is no content to continue from. */
export function continuationBody(body: unknown, content: readonly Block[]): unknown {
  const request = objectOrNull(body);
  const continued = sendableOrUndefined(withoutTrailingSpace(acceptableBlocks(content))) ?? [];
  if (!request || !Array.isArray(request.messages) || continued.length === 0) return null;
  const messages: unknown[] = request.messages;
  const before = objectOrNull(messages.at(-1))?.role === 'assistant' ? messages.slice(0, -1) : messages;
  return { ...request, messages: [...before, { role: 'assistant', content: continued }] };
}

/** "final assistant content cannot end with trailing whitespace" */
function withoutTrailingSpace(blocks: readonly Block[]): Block[] {
  const last = blocks.at(-1);
  if (last?.type !== 'text' || typeof last.text !== 'string') return [...blocks];
  return [...blocks.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
