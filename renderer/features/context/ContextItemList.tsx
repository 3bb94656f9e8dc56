// Every message of the context with its tokens. A conversation may have thousands, so the list is limited and grows on
// demand.

import { useMemo, useState } from 'react';
import type { ContextItem } from '../../../shared/features/context/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useInPlaceApp } from '../../core/state/inPlace.ts';
import { Button } from '../../ui/Button.tsx';
import { contextItemRows, type RecordOrder } from './contextItemRows.ts';
import { RecordItem } from './RecordItem.tsx';

const words = lateStrings.context;
const firstRows = 100;
const moreRows = 400;
const orders: readonly RecordOrder[] = ['sent', 'largest'];

export function ContextItemList({ items }: { items: readonly ContextItem[] }) {
  const [order, setOrder] = useState<RecordOrder>('largest');
  const [max, setMost] = useState(firstRows);
  const ours = useInPlaceApp() === null;
  const rows = useMemo(() => contextItemRows(items, order), [items, order]);
  const rest = rows.length - max;
  return (
    <section className="px-2 pt-3 pb-4">
      <div className="flex h-7 items-center gap-2 px-2">
        <h3 className="text-ink-3 text-small">{words.records}</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: fieldset is for forms */}
        <div role="group" aria-label={words.order} className="ml-auto flex gap-0.5">
          {orders.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === order}
              onClick={() => setOrder(name)}
              className="rounded-m px-1.5 py-0.5 text-ink-3 text-small hover:text-ink aria-pressed:bg-soft aria-pressed:text-ink"
            >
              {name === 'sent' ? words.inOrder : words.largest}
            </button>
          ))}
        </div>
      </div>
      {rows.length === 0 && <p className="px-2 py-1 text-ink-3 text-ui">{words.recordsEmpty}</p>}
      <ol aria-label={words.records} className="mt-1">
        {rows.slice(0, max).map((row, at) => (
          <RecordItem key={row.key} row={row} ours={ours} sameKind={rows[at - 1]?.item.kind === row.item.kind} />
        ))}
      </ol>
      {rest > 0 && (
        <Button size="small" tone="ghost" className="mt-1 ml-1" onClick={() => setMost(max + moreRows)}>
          {words.showMore(Math.min(rest, moreRows))}
        </Button>
      )}
    </section>
  );
}
