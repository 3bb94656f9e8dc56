// A long list of rows that may grow when opened: only the parts near the view are drawn. A part with an open row, or with
// the focus, stays.

import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';

const chunk = 40;
const rowPixels = 28;
const margin = '600px';

interface ChunkedListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  isOpen: (item: Item) => boolean;
  draw: (item: Item) => ReactNode;
}

export function ChunkedList<Item>({ items, keyOf, isOpen, draw }: ChunkedListProps<Item>) {
  const parts = Array.from({ length: Math.ceil(items.length / chunk) }, (_none, at) =>
    items.slice(at * chunk, (at + 1) * chunk),
  );
  const rows = (part: readonly Item[]): ReactNode =>
    part.map((item) => <Fragment key={keyOf(item)}>{draw(item)}</Fragment>);
  return (
    <ul className="-mx-1 grid grid-cols-1">
      {parts.map((part, at) => (
        // Parts have no identity of their own: rows move between them.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Part key={at} rows={part.length} stays={at === 0 || part.some(isOpen)}>
          {() => rows(part)}
        </Part>
      ))}
    </ul>
  );
}

function Part({ rows, stays, children }: { rows: number; stays: boolean; children: () => ReactNode }) {
  const mark = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? true), {
      root: element.closest('[data-scroll]'),
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isDrawn = isNear || stays || hasFocus;
  return (
    <li
      ref={mark}
      onFocus={() => setFocus(true)}
      // When another window gets the focus, the element stays the active one.
      onBlur={({ currentTarget, relatedTarget }) =>
        setFocus(currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement))
      }
      style={isDrawn ? undefined : { height: rows * rowPixels }}
    >
      {isDrawn && <ul className="grid grid-cols-1">{children()}</ul>}
    </li>
  );
}
