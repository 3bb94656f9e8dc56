// Compares: one message answered by several models at once. Each contestant works in a conversation of its own, which
// continues the compared conversation from the message on. meta.json of the compared conversation lists them, before
// any of them exists, so that a crash at any point leaves a compare that can be completed.

import { isSafeId } from '../../core/ids.ts';
import type { Compare, Contestant } from './schema.ts';

export type { Compare, Contestant };

/** Maximum compares to remember in a conversation; older ones keep their branches. */
export const maxCompares = 50;

/** The type of the origin in a contestant's first record, next to the compared conversation and message. */
export const compareOrigin = 'compare';

/** The conversation that another one works for, by the origin of its first record: as sub-agent or contestant. */
export function parentInOrigin(origin: unknown): string | null {
  const { type, conversationId } = (origin ?? {}) as { type?: unknown; conversationId?: unknown };
  if (type !== 'sub-agent' && type !== compareOrigin) return null;
  return isSafeId(conversationId) ? conversationId : null;
}

/** The open compare whose answers would follow the branch's end; undefined: none. */
export function openCompare(
  compares: readonly Compare[] | undefined,
  lastMessageId: string | undefined,
): Compare | undefined {
  return compares?.findLast(({ headId, adopted }) => adopted === undefined && headId === lastMessageId);
}
