// Whose conversation a sub-agent's is, as search.db keeps it: the call that the agent belongs to. Pure.

import { isSafeId } from '../../../shared/core/ids.ts';

export interface CallAbove {
  conversationId: string;
  messageId: string;
  index: number;
}

/** What `origin` of the first record says; empty for a conversation of its own. */
export function aboveText(origin: Record<string, unknown> | undefined): string {
  if (origin?.type !== 'sub-agent') return '';
  const above = aboveOf(JSON.stringify([origin.conversationId, origin.messageId, origin.index]));
  return above ? JSON.stringify([above.conversationId, above.messageId, above.index]) : '';
}

/** Null when it is nobody's. */
export function aboveOf(text: string): CallAbove | null {
  if (text === '') return null;
  try {
    const [conversationId, messageId, index] = JSON.parse(text) as unknown[];
    if (!isSafeId(conversationId) || typeof messageId !== 'string' || !Number.isInteger(index)) return null;
    return { conversationId, messageId, index: index as number };
  } catch {
    return null;
  }
}
