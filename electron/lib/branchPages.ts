// Reads a branch of any length from its start, a bounded page at a time.

import type { Message } from '../../shared/conversation/message.ts';
import type { Numbering } from '../../shared/conversation/pairing.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { ConversationReader, ReadLaterOptions } from '../ports/store.ts';
import { createTextColumn } from './columns.ts';

/** Page limits in records and bytes; small pages are garbage-collected before they grow old. */
const pageSize = 200;
const pageBytes = 256 * 1024;

export type BranchPages = Pick<ConversationReader, 'readLater'>;

/** Visits the open branch from its start until `take` returns false. */
export async function forEachPage(
  store: BranchPages,
  conversationId: string,
  how: Pick<ReadLaterOptions, 'signal' | 'onProgress'>,
  take: (messages: readonly Message[]) => Promise<boolean>,
): Promise<Result<void>> {
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<ConversationReader['readLater']>> = await store.readLater(
      conversationId,
      after,
      pageSize,
      { enoughBytes: pageBytes, ...how },
    );
    if (!page.ok) return page;
    if (how.signal?.aborted) return fail('CANCELLED', say`Reading the conversation was stopped.`);
    const { messages, hasLater } = page.value;
    after = messages.at(-1)?.id ?? after;
    if (!(await take(messages)) || !hasLater || messages.length === 0) return ok(undefined);
  }
}

/** Numbers the ids of calls without keeping a string for each. */
export function createCompactNumbering(): Numbering {
  const texts = createTextColumn();
  return (text) => {
    const existingIndex = texts.find(text);
    if (existingIndex >= 0) return existingIndex;
    const number = texts.push(text);
    texts.index(number);
    return number;
  };
}
