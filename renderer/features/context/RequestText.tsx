// Virtualized view of a request body: renders only visible rows.

import { useLayoutEffect, useRef, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { classes } from '../../ui/classes.ts';
import { zoomFactor } from '../../ui/useMedia.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type Match, maxRowLength, type RequestLines, rowOf, rowPieces } from './requestLines.ts';

/** Row height in pixels at the default zoom. */
const defaultRowHeight = 20;
/** Extra rows above and below the view. */
const margin = 20;
/** Pixels to the left and right of the text. */
const sides = 40;

export interface RequestTextProps {
  lines: RequestLines;
  matches: readonly Match[];
  at: number;
  /** Called when the number of monospaced characters per row changes. */
  onColumns(columns: number): void;
}

/** Characters in the sample that is measured. */
const measured = 50;
const minColumns = 16;

export function RequestText({ lines, matches, at, onColumns }: RequestTextProps) {
  const scroller = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const rowHeight = defaultRowHeight * zoomFactor();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => {
      const letter = (ruler.current?.getBoundingClientRect().width ?? 0) / measured;
      if (letter <= 0) return;
      const columns = Math.floor((element.clientWidth - sides) / letter);
      onColumns(Math.max(minColumns, Math.min(maxRowLength, columns)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onColumns]);
  const [from, setFrom] = useState(0);
  const [count, setCount] = useState(60);
  const place = matches[at]?.start;
  const look = (): void => {
    const element = scroller.current;
    if (!element) return;
    setFrom(Math.max(0, Math.floor(element.scrollTop / rowHeight) - margin));
    setCount(Math.ceil(element.clientHeight / rowHeight) + 2 * margin);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body starts at the top
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
    look();
  }, [lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the match changes
  useLayoutEffect(() => {
    const element = scroller.current;
    if (place === undefined || !element) return;
    const top = rowOf(lines, place) * rowHeight;
    const isVisible = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isVisible) element.scrollTo(0, Math.max(0, top - element.clientHeight / 3));
    look();
  }, [place, lines]);
  const rows = Math.max(0, Math.min(count, lines.starts.length - from));
  return (
    <section
      ref={scroller}
      aria-label={lateStrings.context.request.body}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      onScroll={look}
      data-request-body
      className="min-h-0 flex-1 overflow-auto [overflow-anchor:none] font-mono text-code focus-visible:-outline-offset-2"
    >
      <span ref={ruler} aria-hidden className="invisible absolute">
        {'0'.repeat(measured)}
      </span>
      <div className="relative min-w-max" style={{ height: lines.starts.length * rowHeight + 24 }}>
        <pre className="absolute left-0 whitespace-pre px-5 py-3" style={{ top: from * rowHeight }}>
          {Array.from({ length: rows }, (_, index) => from + index).map((row) => (
            <Row key={row} lines={lines} row={row} matches={matches} at={at} />
          ))}
        </pre>
      </div>
    </section>
  );
}

function Row({ lines, row, matches, at }: { lines: RequestLines; row: number; matches: readonly Match[]; at: number }) {
  return (
    <div className="h-5">
      {rowPieces(lines, row, matches).map((piece, index) =>
        piece.match === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and no state
          <span key={index}>{visibleText(piece.text)}</span>
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and no state
            key={index}
            className={classes('rounded-s bg-found text-ink', piece.match === at && 'outline-2 outline-accent')}
          >
            {visibleText(piece.text)}
          </mark>
        ),
      )}
    </div>
  );
}
