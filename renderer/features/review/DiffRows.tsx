// The lines of a file's changes, rendered near the viewport only. One line has the cursor; with Shift it selects several.

import { MessageSquarePlus, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { DiffText, lineTones } from '../results/DiffText.tsx';
import type { LineColors } from '../results/useDiffColors.ts';
import { changeStarts, type DiffHunks, type DisplayLine, type LinesRow, type ReviewRow } from './reviewRows.ts';
import { reviewWords as words } from './words.ts';

export interface DiffRowsHandle {
  /** Moves to the next or previous change; false if there is none. */
  step(direction: 1 | -1): boolean;
  /** Moves to the first or last change. */
  start(direction: 1 | -1): void;
  /** Moves to the row with this line. */
  reveal(side: 'old' | 'new', line: number): void;
  focus(): void;
}

interface DiffRowsProps {
  ref?: Ref<DiffRowsHandle>;
  label: string;
  rows: readonly ReviewRow[];
  hunks: DiffHunks;
  colours: LineColors;
  isSplit: boolean;
  /** Single lines can be undone. */
  canUndo: boolean;
  /** Below the last row. */
  footer: ReactNode;
  renderComment: (row: Extract<ReviewRow, { type: 'comment' | 'editor' }>) => ReactNode;
  onComment: (rows: readonly ReviewRow[]) => void;
  onUndo: (rows: readonly ReviewRow[]) => void;
  onSelect: (rows: readonly ReviewRow[]) => void;
}

/** The selected rows, from where the selection began to the cursor. */
interface Cursor {
  anchor: string;
  at: string;
}

export function DiffRows(props: DiffRowsProps) {
  const { ref, label, rows, hunks, colours, isSplit, canUndo, footer, renderComment, onComment, onUndo, onSelect } =
    props;
  const list = useRef<VListHandle>(null);
  const element = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const indexOf = (key: string | undefined): number =>
    key === undefined ? -1 : rows.findIndex((row) => row.type === 'lines' && row.key === key);
  const at = indexOf(cursor?.at);
  const anchor = indexOf(cursor?.anchor);
  const [from, to] = [Math.min(at, anchor), Math.max(at, anchor)];
  const selected = at < 0 ? [] : rows.slice(Math.max(0, from), to + 1);
  const selectedKeys = selected.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each other selection once
  useEffect(() => onSelect(selected), [selectedKeys, rows]);

  function move(index: number, extend = false): void {
    const row = rows[index];
    if (row?.type !== 'lines') return;
    setCursor((now) => ({ at: row.key, anchor: extend && now ? now.anchor : row.key }));
    list.current?.scrollToIndex(index, { align: 'nearest' });
  }

  /** Comments and headers are skipped. */
  function moveBy(direction: 1 | -1, extend: boolean): void {
    let index = at < 0 ? (direction > 0 ? -1 : rows.length) : at;
    do index += direction;
    while (rows[index] && rows[index]?.type !== 'lines');
    move(index, extend);
  }

  function startIfNowhere(): void {
    const key = rows[changeStarts(rows)[0] ?? -1]?.key;
    if (key !== undefined) setCursor((now) => now ?? { at: key, anchor: key });
  }

  useImperativeHandle(ref, () => ({
    step(direction) {
      const starts = changeStarts(rows);
      const next = direction > 0 ? starts.find((each) => each > at) : starts.findLast((each) => each < at);
      if (next === undefined) return false;
      move(next);
      return true;
    },
    start(direction) {
      const starts = changeStarts(rows);
      move((direction > 0 ? starts[0] : starts.at(-1)) ?? -1);
    },
    reveal(side, line) {
      move(
        rows.findIndex(
          (row) =>
            row.type === 'lines' && (side === 'new' ? row.next?.newNumber === line : row.old?.oldNumber === line),
        ),
      );
    },
    focus: () => element.current?.querySelector<HTMLElement>('[data-review-lines]')?.focus({ preventScroll: true }),
  }));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'arrowdown' || key === 'arrowup') moveBy(key === 'arrowdown' ? 1 : -1, event.shiftKey);
    else if (key === 'c' && selected.length > 0) onComment(selected);
    else if (key === 'u' && selected.length > 0 && canUndo) onUndo(selected);
    else if (key === 'escape' && from !== to) setCursor((now) => now && { ...now, anchor: now.at });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={element} className="min-h-0 min-w-0 flex-1">
      <VList
        ref={list}
        data={rows as ReviewRow[]}
        bufferSize={600}
        data-review-lines
        role="document"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target === event.currentTarget && startIfNowhere()}
        className="group/lines font-mono text-code focus-visible:-outline-offset-2"
      >
        {(row, index) =>
          row.type === 'hunk' ? (
            <HunkRow
              key={row.key}
              row={row}
              canUndo={canUndo}
              onUndo={() => onUndo(rows.filter((each) => each.type === 'lines' && each.hunk === row.hunk))}
            />
          ) : row.type === 'lines' ? (
            <LineRow
              key={row.key}
              row={row}
              isSplit={isSplit}
              isCursor={index === at}
              isSelected={index >= from && index <= to && at >= 0}
              hunks={hunks}
              colours={colours}
              onClick={(extend) => move(index, extend)}
              onComment={() => onComment(index >= from && index <= to ? selected : [row])}
            />
          ) : (
            <div key={row.key}>{renderComment(row)}</div>
          )
        }
      </VList>
      <p className="sr-only" role="status">
        {rows[at]?.type === 'lines' && spoken(rows[at] as LinesRow)}
      </p>
      {footer}
    </div>
  );
}

function spoken({ old, next }: LinesRow): string {
  const line = next ?? old;
  const number = next?.newNumber ?? old?.oldNumber ?? 0;
  return line ? `${words.hunk(number, number)}: ${line.text}` : '';
}

function HunkRow({
  row,
  canUndo,
  onUndo,
}: {
  row: Extract<ReviewRow, { type: 'hunk' }>;
  canUndo: boolean;
  onUndo: () => void;
}) {
  return (
    <div
      data-review-hunk={row.hunk}
      className={classes(
        'flex h-8 items-center gap-2 bg-soft px-3 font-sans text-ink-3 text-small',
        row.hunk > 0 && 'mt-2',
      )}
    >
      <span className="tabular">{words.hunk(row.from, row.to)}</span>
      {canUndo && (
        <Button size="small" tone="ghost" className="ml-auto h-6 px-2 font-normal text-small" onClick={onUndo}>
          <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
          {words.undoHunk}
        </Button>
      )}
    </div>
  );
}

interface LineRowProps {
  row: LinesRow;
  isSplit: boolean;
  isCursor: boolean;
  isSelected: boolean;
  hunks: DiffHunks;
  colours: LineColors;
  onClick: (extend: boolean) => void;
  onComment: () => void;
}

function LineRow({ row, isSplit, isCursor, isSelected, hunks, colours, onClick, onComment }: LineRowProps) {
  const { old, next } = row;
  const side = (line: DisplayLine | null, number: number | undefined) => (
    <div className={classes('flex min-w-0', line ? lineTones[line.kind] : 'bg-soft')}>
      <span className="tabular w-10 shrink-0 select-none pr-1 text-right text-ink-3">{number ?? ''}</span>
      {line && <LineText line={line} hunks={hunks} colours={colours} />}
    </div>
  );
  const line = next ?? old;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same
    <div
      data-review-line={isCursor ? 'cursor' : isSelected ? 'selected' : ''}
      className={classes(
        'group relative',
        isSelected && 'shadow-[inset_3px_0_0_var(--accent)]',
        isCursor && 'group-focus-visible/lines:outline group-focus-visible/lines:-outline-offset-1',
      )}
      onClick={(event) => {
        // Selecting text is no choice of a line.
        if (window.getSelection()?.isCollapsed !== false || event.shiftKey) onClick(event.shiftKey);
      }}
      onKeyDown={() => {}}
    >
      {isSplit ? (
        <div className="grid grid-cols-2 divide-x divide-line">
          {side(old, old?.oldNumber)}
          {side(next, next?.newNumber)}
        </div>
      ) : (
        line && (
          <div className={classes('flex', lineTones[line.kind])}>
            <span className="tabular w-10 shrink-0 select-none text-right text-ink-3">{old?.oldNumber ?? ''}</span>
            <span className="tabular w-10 shrink-0 select-none pr-1 text-right text-ink-3">
              {next?.newNumber ?? ''}
            </span>
            <LineText line={line} hunks={hunks} colours={colours} />
          </div>
        )
      )}
      <IconButton
        icon={MessageSquarePlus}
        label={words.comment}
        shortcut="C"
        size="small"
        tone="primary"
        tabIndex={-1}
        className={classes(
          'absolute top-0 right-1 h-5 opacity-0 group-hover:opacity-100',
          isCursor && 'group-focus-within/lines:opacity-100',
        )}
        onClick={onComment}
      />
    </div>
  );
}

function LineText({ line, hunks, colours }: { line: DisplayLine; hunks: DiffHunks; colours: LineColors }) {
  return (
    <>
      <DiffText line={line} other={hunks.pairs.get(line)} tokens={colours.get(line)} showUnseen />
      {line.cut !== undefined && (
        <span className="shrink-0 select-none pr-8 text-ink-3">{words.cut(line.cut.toLocaleString())}</span>
      )}
      {line.noEnd && (
        <span className="shrink-0 select-none pr-8 text-ink-3" title={words.noEnd}>
          <span aria-hidden className="line-through">
            ⏎
          </span>
          <span className="sr-only"> {words.noEnd}</span>
        </span>
      )}
    </>
  );
}
