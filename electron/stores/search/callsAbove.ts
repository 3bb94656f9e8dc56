// The parent call of a sub-agent's conversation, as stored in search.db. Pure.

import { isSafeId } from '../../../shared/core/ids.ts';

export interface ParentCall {
  conversationId: string;
  messageId: string;
  index: number;
}

/** Serializes `origin` of the first record; empty for a top-level conversation. */
export function serializeParentCall(origin: Record<string, unknown> | undefined): string {
  if (origin?.type !== 'sub-agent') return '';
  const above = parseParentCall(JSON.stringify([origin.conversationId, origin.messageId, origin.index]));
  return above ? JSON.stringify([above.conversationId, above.messageId, above.index]) : '';
}

/** Null if it has no parent. */
export function parseParentCall(text: string): ParentCall | null {
  if (text === '') return null;
  try {
    const [conversationId, messageId, index] = JSON.parse(text) as unknown[];
    if (!isSafeId(conversationId) || typeof messageId !== 'string' || !Number.isInteger(index)) return null;
    return { conversationId, messageId, index: index as number };
  } catch {
    return null;
  }
}
