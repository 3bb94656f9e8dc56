// Virtualized list with stable reading position: whatever changes around it, visible content stays in place unless the
// view is held at the end. Heights are stored by row key, so rows may come and go anywhere.

import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { estimatedHeight, type Row } from '../rows.ts';
import { nowhere, type ReadingAnchor, readingPosition, restorePosition } from './readingAnchor.ts';
import { covers, near, needed, type RowSpan, rangeToDraw, rowAt, rowOffsets, rowsBetween } from './rowSpan.ts';
import { rowsToKeep, selectedSpan, selectionEnds } from './selectedRows.ts';

export interface VirtualList {
  /** Call for each scroll event. */
  onScroll(): void;
  /** Scrolls a row to `below` pixels from the top of the view and returns it; null: no such row. */
  show(key: string, below: number): HTMLElement | null;
}

export interface VirtualRowsProps {
  rows: readonly Row[];
  draw: (row: Row) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualList | null>;
  /** No run is active, so no rows arrive at the end. */
  idle: boolean;
  /** True while the caller holds the view at the end. */
  heldAtEnd: () => boolean;
  /** Reports visible content when it may have changed, and the key of the first row that must stay loaded. */
  onPlace: (place: ReadingAnchor, at: RowAnchor | null, above: string | null) => void;
}

/** A row, and how many of its pixels are above the view. */
export interface RowAnchor {
  key: string;
  inset: number;
}

/** View height in pixels before it is known. */
const firstView = 900;
const maxPasses = 6;

interface Memory {
  heights: Map<string, number>;
  offsets: number[];
  rows: readonly Row[];
  keys: string[];
  span: RowSpan;
  /** The row at the top of the view, and how much of it is above. */
  at: RowAnchor | null;
  place: ReadingAnchor;
  passes: number;
}

export function VirtualRows({ rows, draw, scroller, list, idle, heldAtEnd, onPlace }: VirtualRowsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const memory = useRef<Memory>({
    heights: new Map(),
    offsets: [0],
    rows: [],
    keys: [],
    span: { from: 0, to: 0 },
    at: null,
    place: nowhere,
    passes: 0,
  });
  const now = memory.current;
  layOut(now, rows, idle, heldAtEnd(), scroller.current?.clientHeight ?? firstView);
  const keptIndexes = new Set(heldPlaces(now, rows, root.current));

  const elements = (): HTMLElement[] =>
    ([...(root.current?.children ?? [])] as HTMLElement[]).filter(({ dataset }) => dataset.key !== undefined);

  /** Records what is in view. */
  const note = (element: HTMLElement): void => {
    const top = topOf(element, root.current);
    const index = rowAt(now.offsets, top);
    const key = now.keys[index];
    now.at = key === undefined ? null : { key, inset: top - (now.offsets[index] as number) };
    now.place = readingPosition(element, elements());
    onPlace(now.place, now.at, now.keys[rowAt(now.offsets, Math.max(0, top - near))] ?? null);
  };

  /** True if the view and a margin are rendered. */
  const isDrawn = (element: HTMLElement): boolean => {
    const height = element.clientHeight;
    const total = now.offsets.at(-1) as number;
    const top = topOf(element, root.current);
    const bottom = heldAtEnd() ? total : top + height;
    const wantedSpan = rowsBetween(
      now.offsets,
      (heldAtEnd() ? total - height : top) - height * needed,
      bottom + height * needed,
    );
    return covers(now.span, wantedSpan);
  };

  /** After a change of heights or rows: restores the reading position and renders missing rows. */
  const settle = (): void => {
    const element = scroller.current;
    if (!element) return;
    now.offsets = offsetsOf(now);
    if (!heldAtEnd()) restore(element, now, elements());
    if (now.passes < maxPasses && !isDrawn(element)) {
      now.passes++;
      again();
      return;
    }
    now.passes = 0;
    note(element);
  };
  const latest = useRef(settle);
  latest.current = settle;

  const [observer] = useState(() => {
    if (typeof ResizeObserver === 'undefined') return null;
    return new ResizeObserver((entries) => {
      let changed = false;
      for (const { target } of entries) changed = measure(memory.current, target as HTMLElement) || changed;
      if (changed) latest.current();
    });
  });

  useLayoutEffect(() => {
    for (const element of elements()) measure(now, element);
    settle();
  });

  useImperativeHandle(list, () => ({
    onScroll() {
      const element = scroller.current;
      if (!element) return;
      now.passes = 0;
      note(element);
      if (!isDrawn(element)) flushSync(again);
    },
    show(key, below) {
      const element = scroller.current;
      if (!element || !now.keys.includes(key)) return null;
      now.passes = 0;
      now.at = { key, inset: -below };
      now.place = nowhere;
      flushSync(again);
      return elements().find((row) => row.dataset.key === key) ?? null;
    },
  }));

  return (
    <div ref={root} data-rows>
      {segments(now, rows, keptIndexes).map((segment) =>
        'height' in segment ? (
          <div key={segment.key} aria-hidden style={{ height: segment.height }} />
        ) : (
          <DrawnRow key={segment.row.key} row={segment.row} draw={draw} observer={observer} />
        ),
      )}
    </div>
  );
}

interface DrawnRowProps {
  row: Row;
  draw: (row: Row) => ReactNode;
  observer: ResizeObserver | null;
}

/**
 * The gap below a row is part of it and is measured with it. Compact windows have smaller gaps between turns; gaps
 * between steps are small anyway.
 */
const DrawnRow = memo(function DrawnRow({ row, draw, observer }: DrawnRowProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawnAs = element.current;
    if (!drawnAs || !observer) return;
    observer.observe(drawnAs);
    return () => observer.unobserve(drawnAs);
  }, [observer]);
  return (
    <div
      ref={element}
      data-row={row.type === 'item' ? row.item.type : row.type}
      data-key={row.key}
      className="-mx-2 px-2 pb-(--row-gap) empty:hidden compact:pb-[min(var(--row-gap),1rem)]"
      style={{ '--row-gap': `${row.gap / 16}rem` } as CSSProperties}
    >
      {draw(row)}
    </div>
  );
});

function measure({ heights }: Memory, element: HTMLElement): boolean {
  const { key } = element.dataset;
  if (key === undefined || !element.isConnected) return false;
  const { height } = element.getBoundingClientRect();
  if (Math.abs((heights.get(key) ?? -1) - height) < 0.1) return false;
  heights.set(key, height);
  return true;
}

/** Selects the rows to render for the reader's position. */
function layOut(now: Memory, rows: readonly Row[], idle: boolean, atEnd: boolean, height: number): void {
  const before = now.keys;
  now.rows = rows;
  now.keys = rows.map(({ key }) => key);
  now.offsets = offsetsOf(now);
  const total = now.offsets.at(-1) as number;
  const end = total - height;
  const at = now.at ? placeOf(now, before, now.at) : end;
  const waits = atEnd && rows.some((row) => row.waits);
  const { top, bottom } = rangeToDraw({ total, height, at, atEnd, waits, idle });
  now.span = rowsBetween(now.offsets, top, bottom);
}

function offsetsOf({ rows, heights }: Memory): number[] {
  return rowOffsets(rows.map((row) => heights.get(row.key) ?? estimatedHeight(row)));
}

/** For a removed row, the position of the row after it. */
function placeOf(now: Memory, before: readonly string[], at: RowAnchor): number {
  const places = new Map(now.keys.map((key, index) => [key, index]));
  const previous = places.get(at.key);
  if (previous !== undefined) return (now.offsets[previous] as number) + at.inset;
  const from = before.indexOf(at.key);
  const next = before.slice(from + 1).find((key) => places.has(key));
  return next === undefined ? (now.offsets.at(-1) as number) : (now.offsets[places.get(next) as number] as number);
}

function restore(element: HTMLElement, now: Memory, rows: readonly HTMLElement[]): void {
  if (now.place.marks.some((mark) => mark.element.isConnected)) {
    restorePosition(element, now.place);
    return;
  }
  const { at } = now;
  const row = at && rows.find(({ dataset }) => dataset.key === at.key);
  if (!row) return;
  const top = row.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
  element.scrollTop = top + at.inset;
}

/** Height of the rows above the view. */
function topOf(element: HTMLElement, root: HTMLElement | null): number {
  if (!root) return 0;
  return Math.max(0, element.getBoundingClientRect().top - root.getBoundingClientRect().top);
}

function heldPlaces(now: Memory, rows: readonly Row[], root: HTMLElement | null): number[] {
  const waiting = rows.flatMap((row, index) => (row.waits ? index : []));
  if (!root) return waiting;
  const keys = rowsToKeep(root.children as HTMLCollectionOf<HTMLElement>);
  const selected = selectedSpan(now.keys, selectionEnds(root));
  return [...waiting, ...keys.map((key) => now.keys.indexOf(key)), ...selected];
}

type Segment = { key: string; height: number } | { row: Row };

/** The rendered rows, with spacers between them. */
function segments({ span, offsets }: Memory, rows: readonly Row[], keptIndexes: ReadonlySet<number>): Segment[] {
  const list: Segment[] = [];
  let from = 0;
  const room = (to: number): void => {
    const height = (offsets[to] as number) - (offsets[from] as number);
    if (height > 0) list.push({ key: from === 0 ? 'room' : `room:${rows[from - 1]?.key}`, height });
  };
  for (const [index, row] of rows.entries()) {
    if ((index < span.from || index >= span.to) && !keptIndexes.has(index)) continue;
    room(index);
    list.push({ row });
    from = index + 1;
  }
  room(rows.length);
  return list;
}
