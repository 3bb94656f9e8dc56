// Notes in the conversation about counts and limits that compaction cannot change. Each is posted once: a note in the
// context counts, even after a restart.

import { isCompaction } from '../../../shared/conversation/context.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ContextSnapshot } from './compact.ts';
import { unreliableCounts } from './reportedCounts.ts';
import { toolsTooLarge } from './tooLarge.ts';

const ownCount = (tokens: string): Sentence =>
  say`Throughline no longer uses the server’s counts in this conversation. It estimates about ${tokens} tokens for the next request.`;

/** The server's counts are ignored and that matters; null if not, or already noted. */
export function unreliableNote({ branch: { messages }, size }: ContextSnapshot, model: string): Sentence | null {
  const found = unreliableCounts(messages, model);
  if (!found || isNoted(messages, ownCount(''))) return null;
  const { tokens, expected } = found;
  if (expected === null && tokens <= size.compactAt && !messages.some(isCompaction)) return null;
  const what =
    expected === null
      ? say`The server reports ${count(tokens)} tokens for every request, whatever it contains. Compacting doesn’t change that.`
      : say`Compacting did not change the server’s count. It reports ${count(tokens)} tokens where about ${count(expected)} were expected.`;
  return say.all([what, ownCount(count(size.used))]);
}

const stillLarge = (used: string, window: string): Sentence =>
  say`Even after compacting, the next request takes about ${used} of the model’s ${window} tokens. The context is compacted again only when a request would not fit.`;

/** After a compaction that left the request above the limit; null if not, or already noted. */
export function stillLargeNote(seen: ContextSnapshot): Sentence | null {
  const { used, compactAt, window } = seen.size;
  if (used <= compactAt || isNoted(seen.branch.messages, stillLarge('', ''))) return null;
  return say.all([stillLarge(count(used), count(window.tokens)), ...toolsTooLarge(seen, compactAt)]);
}

function isNoted(messages: readonly Message[], { key }: Sentence): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.partType === 'note' &&
      message.said?.params.some((part) => typeof part === 'object' && part.key === key),
  );
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
