// One row of a chain: a turn, a call in the list or on the timeline, or a note in place of an agent's calls.

import { ChevronRight, Timer } from 'lucide-react';
import { memo } from 'react';
import { callLine } from '../../core/calls/callLine.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { StateMark } from '../calls/StateMark.tsx';
import { costParts, endOf, stallText } from './callText.ts';
import type { ChainCallRow, ChainRow, QuotedRow, TurnRow } from './chainRows.ts';
import type { TimeScale } from './timeScale.ts';
import { WaterfallBar } from './WaterfallBar.tsx';
import { chainWords } from './words.ts';

/** Style of the selected row: the list has a single focus (`group/rows`), and the ring surrounds the row. */
export const chosenRow =
  'bg-hover group-focus-visible/rows:outline-2 group-focus-visible/rows:-outline-offset-2 group-focus-visible/rows:outline-accent';

const words = chainWords;

export type ChainViewName = 'list' | 'time';

/** In rem, to scale with the text. */
const rowHeights = { turn: '2rem', list: '2rem', time: '1.75rem' } as const;

export interface RowProps {
  row: ChainRow;
  view: ChainViewName;
  /** Null in the list. */
  scale: TimeScale | null;
  /** Pixels before the time axis. */
  labelWidth: number;
  isActive: boolean;
  /** Its box is in view in the transcript. */
  isInView: boolean;
}

/** Memoized: scrolling the timeline moves every row but changes none. */
export const ChainRowView = memo(function ChainRowView(props: RowProps) {
  const { row } = props;
  if (row.type === 'turn') return <Turn row={row} isActive={props.isActive} />;
  if (row.type === 'said') return <Said row={row} view={props.view} />;
  return <Call {...props} row={row} />;
});

function Turn({ row, isActive }: { row: TurnRow; isActive: boolean }) {
  const text = visibleText(row.turn?.words.trim() || words.noWords);
  return (
    <div
      className={classes('flex items-center gap-1.5 rounded-m px-1.5 text-ui', isActive && chosenRow)}
      style={{ height: rowHeights.turn }}
    >
      <Arrow open={row.open} />
      <span className="min-w-0 flex-1 truncate font-strong text-ink">{text}</span>
      <span className="tabular shrink-0 text-ink-3 text-small">
        {words.calls(row.calls)}
        {row.failed > 0 && <span className="text-fail"> · {words.failed(row.failed)}</span>}
      </span>
    </div>
  );
}

function Said({ row, view }: { row: QuotedRow; view: ChainViewName }) {
  const text = { loading: words.agentLoading, empty: words.agentEmpty, gone: words.agentGone }[row.says];
  return (
    <div
      className="flex items-center truncate text-ink-3 text-small"
      style={{ height: rowHeights[view], paddingLeft: indent(row.depth) + 28 }}
    >
      {text}
    </div>
  );
}

function Call({ row, view, scale, labelWidth, isActive, isInView }: RowProps & { row: ChainCallRow }) {
  const { call, times } = row;
  const Icon = toolIcon(call.name);
  const line = callLine(call, times.state);
  const title = `${line}\n${visibleText(call.name)}`;
  const label = (
    <>
      {row.agent === null ? <span className="w-3.5 shrink-0" /> : <Arrow open={row.open} />}
      <Beside place={row.parallelPosition} />
      <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
    </>
  );
  const shell = classes(
    'relative flex items-center rounded-m text-ui',
    isActive && chosenRow,
    isInView && 'before:absolute before:inset-y-1 before:left-0 before:w-0.5 before:rounded-s before:bg-accent',
  );
  if (view === 'list' || !scale) {
    return (
      <div
        className={classes(shell, 'gap-1.5 pr-1.5')}
        style={{ height: rowHeights.list, paddingLeft: indent(row.depth) }}
      >
        {label}
        <span className="min-w-0 flex-1 truncate text-ink" title={title}>
          {line}
        </span>
        <span className="tabular max-w-2/5 shrink-0 truncate text-ink-3 text-small empty:hidden">
          {costParts(call, times).join(' · ')}
        </span>
        <Marks row={row} brief={false} />
      </div>
    );
  }
  return (
    <div className={shell} style={{ height: rowHeights.time }}>
      <span
        className="flex h-full min-w-0 shrink-0 items-center gap-1.5 pr-2"
        style={{ width: labelWidth, paddingLeft: indent(row.depth) }}
      >
        {label}
        <span className="min-w-0 flex-1 truncate text-ink-2" title={title}>
          {line}
        </span>
        <Marks row={row} brief />
      </span>
      <span className="relative block h-full min-w-0 flex-1 overflow-hidden">
        <WaterfallBar times={times} scale={scale} />
      </span>
    </div>
  );
}

/** Pixels around a call's name in the waterfall: indent, arrow, bracket, icon, marks. */
export function nameInset(row: ChainCallRow): number {
  return (
    indent(row.depth) +
    14 +
    (row.parallelPosition === null ? 0 : 10) +
    22 +
    6 +
    (row.stall?.kind === 'slow' ? 20 : 0) +
    34
  );
}

function indent(depth: number): number {
  return 6 + Math.min(depth, 4) * 14;
}

function Arrow({ open }: { open: boolean }) {
  return (
    <ChevronRight
      className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
      aria-hidden
      data-arrow
    />
  );
}

/** A bracket along calls that ran in parallel. */
function Beside({ place }: { place: ChainCallRow['parallelPosition'] }) {
  if (place === null) return null;
  return (
    <span
      data-beside={place}
      className={classes(
        '-mr-0.5 w-1.5 shrink-0 self-stretch border-line-strong border-l',
        place === 'first' && 'mt-2 rounded-tl-s border-t',
        place === 'last' && 'mb-2 rounded-bl-s border-b',
      )}
      aria-hidden
    />
  );
}

/** `brief`: only icons, with text for screen readers. The row's text includes the waiting time. */
function Marks({ row: { times, call, stall }, brief }: { row: ChainCallRow; brief: boolean }) {
  // The row's name for screen readers includes its state.
  if (times.state === 'ok' && stall?.kind !== 'slow') return null;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {stall?.kind === 'slow' && times.state !== 'waiting' && (
        <span className="text-ink-3" title={stallText(stall)} data-stall={stall.kind}>
          <Timer className="size-3.5" strokeWidth={2} aria-hidden />
        </span>
      )}
      <span className={brief ? '[&_.truncate]:sr-only' : ''}>
        <StateMark {...endOf(call, times.state)} brief />
      </span>
    </span>
  );
}
