// The conversation next to the current one, as the page's URL, the window's storage and window.json name it: `right.ID`,
// `left.ID`, or without an ID for a new chat.

import { isSafeId } from '../../core/ids.ts';

export type Side = 'left' | 'right';

export interface Beside {
  /** Null: a new chat. */
  conversationId: string | null;
  /** Where it is, seen from the current conversation. */
  side: Side;
}

/** Null if the text names none. */
export function readBeside(text: unknown): Beside | null {
  const [, side, id] = typeof text === 'string' ? (/^(left|right)\.(.*)$/.exec(text) ?? []) : [];
  if (side === undefined || (id !== '' && !isSafeId(id))) return null;
  return { side: side as Side, conversationId: id === '' ? null : id };
}

export function writeBeside({ side, conversationId }: Beside): string {
  return `${side}.${conversationId ?? ''}`;
}
