// The records of the context as the panel lists them. Pure.

import type { ContextItem, ContextKind } from '../../../shared/features/context/methods.ts';

export interface RecordRow {
  /** Of one record that speaks and calls there are two rows. */
  key: string;
  item: ContextItem;
  /** What can be done is done once for a record: on its first row. */
  acts: boolean;
  /** What hiding the whole record saves. */
  saves: number;
}

export type RecordOrder = 'sent' | 'largest';

/** Synthetic records, which repair added or the next request will, have ids that are none of the log's. */
export const stored = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/;

export function recordRows(items: readonly ContextItem[], order: RecordOrder): RecordRow[] {
  const saves = new Map<string, number>();
  for (const item of items) saves.set(item.messageId, (saves.get(item.messageId) ?? 0) + item.saves);
  const seen = new Set<string>();
  const rows = items.map((item): RecordRow => {
    const first = !seen.has(item.messageId);
    seen.add(item.messageId);
    const acts = first && stored.test(item.messageId);
    return { key: `${item.messageId}:${item.kind}`, item, acts, saves: saves.get(item.messageId) ?? 0 };
  });
  return order === 'sent' ? rows : rows.toSorted((one, other) => weight(other.item) - weight(one.item));
}

/** A large result that is hidden stands where it would stand: that is where it is looked for. */
function weight({ tokens, saves, state }: ContextItem): number {
  return state === 'sent' ? tokens : tokens + saves;
}

/** A compaction is undone in its own place. */
export function mayBeMarked(kind: ContextKind): boolean {
  return kind !== 'summary';
}
