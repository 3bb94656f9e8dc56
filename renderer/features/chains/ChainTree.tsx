// The rows of a chain, of which only those in view are drawn: as a list, or as a waterfall whose time axis follows the rows.

import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { callLine } from '../../core/calls/callLine.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { CallDetails } from './CallDetails.tsx';
import { besideName, ChainRowView, type ChainViewName } from './ChainRowView.tsx';
import { costParts } from './callWords.ts';
import type { ChainCallRow, ChainRow } from './chainRows.ts';
import { NamesEdge } from './NamesEdge.tsx';
import { GapBands, TimeAxis } from './TimeAxis.tsx';
import { createTimeScale } from './timeScale.ts';
import { useNamesWidth } from './useNamesWidth.ts';
import { canOpen, levelOf, useTree } from './useTree.ts';

const words = strings.chains;

/** `quiet`: the keyboard stays where it is. */
export interface ChainWish {
  key: string;
  count: number;
  quiet?: boolean;
}

export interface ChainTreeProps {
  rows: readonly ChainRow[];
  view: ChainViewName;
  /** How much closer one looks than at all of it; 0: as it fits best. */
  zoom: number;
  onZoom: (by: 1 | -1 | 0) => void;
  /** The key of the box in view in the transcript. */
  inView: string | null;
  /** The row to show; `count` tells one wish from the next. */
  wish: ChainWish | null;
  tree: RefObject<HTMLDivElement | null>;
  onToggle: (key: string) => void;
  onGo: (row: ChainRow) => void;
  onLeave: () => void;
  onFilter: () => void;
}

/** About as many as one sees. */
const rowsInView = 20;
/** Pixels. */
const widest = 2_000_000;

export function ChainTree(props: ChainTreeProps) {
  const { rows, view, tree, onToggle, onGo, wish } = props;
  const id = useId();
  const scroll = tree;
  const list = useRef<VirtualizerHandle>(null);
  const width = useWidth(tree);
  const [first, setFirst] = useState(0);
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
  const names = useNamesWidth(rows, width, rowName);
  const labelWidth = names.width;
  const axisWidth = Math.max(60, width - labelWidth - 16);
  const scale = useMemo(() => {
    if (view !== 'time') return null;
    const calls = rows.filter((row): row is ChainCallRow => row.type === 'call');
    const stretches = calls.map(({ times }) => times.whole);
    return createTimeScale(stretches, axisWidth, Math.min(widest / axisWidth, props.zoom || bestZoom(calls.length)));
  }, [rows, view, axisWidth, props.zoom]);
  const pan = useMemo(() => {
    if (!scale || scale.width <= axisWidth) return 0;
    const row = rows.slice(first).find((each): each is ChainCallRow => each.type === 'call' && each.depth === 0);
    const x = row ? scale.x(row.times.whole.from) : scale.width;
    return Math.max(0, Math.min(scale.width - axisWidth, x - 12));
  }, [scale, axisWidth, rows, first]);

  const index = rows.findIndex(({ key }) => key === active);
  useEffect(() => {
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'nearest' });
  }, [index]);
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

  const shown = rows.find(({ key }) => key === (pointed ?? active));
  return (
    <>
      {scale && (
        <div className="relative flex shrink-0 border-line border-b pr-2 pl-2">
          <NamesEdge names={names} />
          <span className="shrink-0" style={{ width: labelWidth }} />
          <TimeAxis scale={scale} pan={pan} width={axisWidth} />
        </div>
      )}
      <div className="relative min-h-0 flex-1">
        {scale && (
          <div
            className="pointer-events-none absolute inset-y-0 right-2 overflow-hidden"
            style={{ left: labelWidth + 8 }}
            aria-hidden
          >
            <GapBands scale={scale} pan={pan} width={axisWidth} />
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
          onPointerLeave={() => setPointed(null)}
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
                aria-expanded={canOpen(row) ? row.open : undefined}
                aria-label={nameOf(row)}
                data-row={row.key}
                data-state={row.type === 'call' ? row.times.state : undefined}
                onPointerEnter={() => setPointed(row.key)}
                onClick={(event) => {
                  choose(row.key);
                  const onArrow = (event.target as Element).closest('[data-arrow]') !== null;
                  if (row.type === 'turn' || (onArrow && canOpen(row))) onToggle(row.key);
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
      <CallDetails id={`${id}-details`} row={shown?.type === 'call' ? shown : null} />
    </>
  );
}

/** What stands before the time axis: the name, and the room of the glyphs beside it. */
function rowName(row: ChainRow): { text: string; beside: number } | null {
  if (row.type !== 'call') return null;
  return { text: callLine(row.call, row.times.state), beside: besideName(row) };
}

function nameOf(row: ChainRow): string {
  if (row.type === 'turn') return words.turn(visibleText(row.turn?.words || words.noWords), words.calls(row.calls));
  if (row.type === 'said')
    return { loading: words.agentLoading, empty: words.agentEmpty, gone: words.agentGone }[row.says];
  const { call, times } = row;
  const state = strings.calls.states[times.state];
  return strings.boxes.row([
    callLine(call, times.state),
    state,
    ...costParts(call, times),
    row.beside ? words.parallel : '',
  ]);
}

/** All of it where it is little; else so close that about as many rows as one sees fill the axis. */
function bestZoom(calls: number): number {
  return calls < rowsInView * 2 ? 1 : calls / rowsInView;
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
