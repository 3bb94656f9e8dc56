// Virtualized rows of a chain: a list, or a waterfall whose time axis follows the rows, with an overview of the whole
// time above.

import { FoldHorizontal, Minus, Plus, Scan } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { callLine } from '../../core/calls/callLine.ts';
import { strings } from '../../core/strings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ResizeHandle } from '../../ui/ResizeHandle.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { CallDetails } from './CallDetails.tsx';
import { ChainRowView, type ChainViewName, nameInset } from './ChainRowView.tsx';
import { costParts, endOf } from './callText.ts';
import type { ChainRow } from './chainRows.ts';
import { Minimap } from './Minimap.tsx';
import { GapBands, TimeAxis, TimeCursor } from './TimeAxis.tsx';
import { type NameColumnWidth, useNameColumnWidth } from './useNameColumnWidth.ts';
import { isExpandable, levelOf, useTree } from './useTree.ts';
import { useWheel, useZoomRange } from './useZoomRange.ts';
import { chainWords } from './words.ts';

const words = chainWords;

/** `quiet`: leaves the keyboard focus where it is. */
export interface ChainRequest {
  key: string;
  count: number;
  quiet?: boolean;
}

export interface ChainTreeProps {
  rows: readonly ChainRow[];
  view: ChainViewName;
  /** Zoom relative to the whole time; 0: best fit. */
  zoom: number;
  /** Compresses long idle gaps. */
  compress: boolean;
  onCompress: () => void;
  /** In, out, or the whole time (0); or to an exact zoom. */
  onZoom: (by: 1 | -1 | 0) => void;
  onZoomTo: (zoom: number) => void;
  /** Key of the transcript box in view. */
  inView: string | null;
  /** The row to show; `count` distinguishes repeated requests. */
  wish: ChainRequest | null;
  tree: RefObject<HTMLDivElement | null>;
  onToggle: (key: string) => void;
  onGo: (row: ChainRow) => void;
  onLeave: () => void;
  onFilter: () => void;
}

/** With fewer rows, all are visible at once. */
const minMapped = 20;

export function ChainTree(props: ChainTreeProps) {
  const { rows, view, tree, onToggle, onGo, wish } = props;
  const id = useId();
  const scroll = tree;
  const list = useRef<VirtualizerHandle>(null);
  const width = useWidth(tree);
  const [first, setFirst] = useState(0);
  /**
   * The last row under the pointer, until another is chosen. It stays when the pointer leaves: the details may have
   * appeared under the pointer, and hiding them would bring the row back, and so on.
   */
  const [pointed, setPointed] = useState<string | null>(null);
  const keyboard = useTree({
    rows,
    toggle: onToggle,
    go: onGo,
    leave: props.onLeave,
    toFilter: props.onFilter,
    zoom: props.onZoom,
  });
  const { active, choose } = keyboard;
  const names = useNameColumnWidth(rows, width, rowName);
  const labelWidth = names.width;
  const axisWidth = Math.max(60, width - labelWidth);
  const toRow = useCallback((row: number) => list.current?.scrollToIndex(row, { align: 'start' }), []);
  const range = useZoomRange({
    rows,
    axisWidth,
    stripWidth: width,
    zoom: props.zoom,
    compress: props.compress,
    first,
    onZoom: props.onZoomTo,
    toRow,
  });
  const { pan, follow } = range;
  const scale = view === 'time' ? range.scale : null;
  const area = useRef<HTMLDivElement>(null);
  useWheel(area, (event) => {
    if (!scale || !area.current) return;
    const isTime = event.ctrlKey || event.metaKey || event.shiftKey || event.deltaX !== 0;
    if (isTime)
      range.wheel(event, Math.max(0, event.clientX - area.current.getBoundingClientRect().left - labelWidth - 8));
    else follow();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row was chosen
  useEffect(() => setPointed(null), [active]);
  const index = rows.findIndex(({ key }) => key === active);
  useEffect(() => {
    if (index < 0) return;
    list.current?.scrollToIndex(index, { align: 'nearest' });
    follow();
  }, [index, follow]);
  const wished = useRef(0);
  useEffect(() => {
    if (!wish || wish.count === wished.current) return;
    const at = rows.findIndex(({ key }) => key === wish.key);
    if (at < 0) return;
    wished.current = wish.count;
    choose(wish.key);
    list.current?.scrollToIndex(at, { align: 'center' });
    if (!wish.quiet) tree.current?.focus({ preventScroll: true });
  }, [wish, rows, choose, tree]);
  const onScroll = useCallback((offset: number) => setFirst(list.current?.findItemIndex(offset) ?? 0), []);

  const activeRow = rows.find(({ key }) => key === pointed) ?? rows.find(({ key }) => key === active);
  return (
    <>
      {scale && (range.calls.length >= minMapped || range.zoom > 1) && (
        <Minimap
          calls={range.calls}
          scale={range.overview}
          visibleSpan={range.visibleSpan}
          onMove={range.moveTo}
          onSpan={range.lookAt}
          onZoom={props.onZoom}
        />
      )}
      {scale && (
        <div className="relative flex shrink-0 items-end border-line border-b pr-2 pl-2">
          <NamesEdge names={names} />
          <span className="flex shrink-0 items-center pb-0.5" style={{ width: labelWidth }}>
            <IconButton
              icon={FoldHorizontal}
              label={words.foldIdle}
              size="small"
              aria-pressed={props.compress}
              onClick={props.onCompress}
            />
            <IconButton icon={Scan} label={words.fit} shortcut="0" size="small" onClick={() => props.onZoom(0)} />
            <IconButton icon={Minus} label={words.zoomOut} shortcut="-" size="small" onClick={() => props.onZoom(-1)} />
            <IconButton icon={Plus} label={words.zoomIn} shortcut="+" size="small" onClick={() => props.onZoom(1)} />
          </span>
          <TimeAxis scale={scale} pan={pan} width={axisWidth} />
        </div>
      )}
      <div ref={area} className="relative min-h-0 flex-1">
        {scale && (
          <div
            className="pointer-events-none absolute inset-y-0 right-2 overflow-hidden"
            style={{ left: labelWidth + 8 }}
            aria-hidden
          >
            <GapBands scale={scale} pan={pan} width={axisWidth} />
            <TimeCursor scale={scale} pan={pan} over={area} />
          </div>
        )}
        <div
          ref={scroll}
          role="tree"
          tabIndex={0}
          aria-label={view === 'time' ? words.waterfall : words.list}
          aria-activedescendant={active === null ? undefined : `${id}-${index}`}
          aria-describedby={`${id}-details`}
          onKeyDown={keyboard.onKeyDown}
          onFocus={() =>
            active === null && choose(rows.find(({ key }) => key === props.inView)?.key ?? rows[0]?.key ?? null)
          }
          onPointerDown={(event) => event.target === event.currentTarget && follow()}
          className="group/rows h-full overflow-y-auto overflow-x-hidden px-2 py-1 focus-visible:outline-none"
          style={{ '--pan': `${pan}px` } as React.CSSProperties}
        >
          <Virtualizer ref={list} data={rows} scrollRef={scroll} onScroll={onScroll} startMargin={4}>
            {(row, at) => (
              <div
                key={row.key}
                id={`${id}-${at}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={levelOf(row)}
                aria-selected={row.key === active}
                aria-expanded={isExpandable(row) ? row.open : undefined}
                aria-label={nameOf(row)}
                data-row={row.key}
                data-state={row.type === 'call' ? row.times.state : undefined}
                onPointerEnter={() => setPointed(row.key)}
                onClick={(event) => {
                  choose(row.key);
                  const onArrow = (event.target as Element).closest('[data-arrow]') !== null;
                  if (row.type === 'turn' || (onArrow && isExpandable(row))) onToggle(row.key);
                  else onGo(row);
                }}
                onKeyDown={() => {}}
              >
                <ChainRowView
                  row={row}
                  view={view}
                  scale={scale}
                  labelWidth={labelWidth}
                  isActive={row.key === active}
                  isInView={row.type === 'call' && row.key === props.inView}
                />
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
      <CallDetails id={`${id}-details`} row={activeRow?.type === 'call' ? activeRow : null} />
    </>
  );
}

/** Contents before the time axis: the name, and the pixels of its icons. */
function rowName(row: ChainRow): { text: string; beside: number } | null {
  if (row.type !== 'call') return null;
  return { text: callLine(row.call, row.times.state), beside: nameInset(row) };
}

function nameOf(row: ChainRow): string {
  if (row.type === 'turn') return words.turn(visibleText(row.turn?.words || words.noWords), words.calls(row.calls));
  if (row.type === 'said')
    return { loading: words.agentLoading, empty: words.agentEmpty, gone: words.agentGone }[row.says];
  const { call, times } = row;
  const state = endOf(call, times.state).label ?? strings.calls.states[times.state];
  return strings.sentences.row([
    callLine(call, times.state),
    state,
    ...costParts(call, times),
    row.parallelPosition ? words.parallel : '',
  ]);
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(364);
  useLayoutEffect(() => {
    const of = element.current;
    if (!of) return;
    const measure = (): void => setWidth(of.clientWidth - 16);
    const observer = new ResizeObserver(measure);
    observer.observe(of);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Draggable border between the names and the time axis of a waterfall. */
function NamesEdge({ names: { width, min: least, max: most, draw } }: { names: NameColumnWidth }) {
  return (
    <span className="absolute inset-y-0 z-10 w-3" style={{ left: width }} data-names-edge>
      <ResizeHandle
        label={chainWords.names}
        hint={chainWords.namesHint}
        width={width}
        min={least}
        max={most}
        side="right"
        onDraw={draw}
        className="w-3 before:absolute before:inset-y-1.5 before:left-1 before:w-px before:bg-line-strong hover:before:w-0.5 hover:before:bg-accent"
      />
    </span>
  );
}
