// Rows of the context panel. Pure.

import type { ContextItem, ContextKind } from '../../../shared/features/context/methods.ts';

export interface ContextItemRow {
  /** A message with both text and calls has two rows. */
  key: string;
  item: ContextItem;
  /** A message's actions appear only on its first row. */
  acts: boolean;
  /** Tokens saved by hiding the whole message. */
  saves: number;
}

export type RecordOrder = 'sent' | 'largest';

/** Synthetic messages, which repair added or will add, have ids that do not occur in the log. */
export const stored = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/;

export function contextItemRows(items: readonly ContextItem[], order: RecordOrder): ContextItemRow[] {
  const saves = new Map<string, number>();
  for (const item of items) saves.set(item.messageId, (saves.get(item.messageId) ?? 0) + item.saves);
  const seen = new Set<string>();
  const rows = items.map((item): ContextItemRow => {
    const first = !seen.has(item.messageId);
    seen.add(item.messageId);
    const acts = first && stored.test(item.messageId);
    return { key: `${item.messageId}:${item.kind}`, item, acts, saves: saves.get(item.messageId) ?? 0 };
  });
  return order === 'sent' ? rows : rows.toSorted((one, other) => weight(other.item) - weight(one.item));
}

/** A hidden result sorts by its full size, where the user would look for it. */
function weight({ tokens, saves, state }: ContextItem): number {
  return state === 'sent' ? tokens : tokens + saves;
}

/** Compactions have their own undo. */
export function canBeMarked(kind: ContextKind): boolean {
  return kind !== 'summary';
}
