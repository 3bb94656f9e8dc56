// The chain of one conversation: totals, filters, and calls as a list or timeline. Used in the panel next to the
// transcript and, for the selected call's conversation, on the page with all calls.

import { ChartNoAxesGantt, List } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../../core/format/duration.ts';
import { useConnected, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { ChainViewName } from './ChainRowView.tsx';
import { type ChainRequest, ChainTree } from './ChainTree.tsx';
import { totalsOf } from './callTimes.ts';
import { hasActiveFilter } from './chainFilter.ts';
import { type ChainCallRow, type ChainRow, callRows, chainRows } from './chainRows.ts';
import { type ChainFilter, noFilter } from './chainsStore.ts';
import { FilterLine } from './FilterBar.tsx';
import { useCallMatches } from './useCallMatches.ts';
import type { FollowedChain } from './useChain.ts';
import { bestZoom } from './useZoomRange.ts';
import { chainWords } from './words.ts';

const words = chainWords;
const zoomStep = 2;
/** From this many calls, running ones update every second instead of four times a second. */
const manyCalls = 2_000;

export interface ChainViewProps {
  conversationId: string | null;
  chain: FollowedChain;
  /** Key of the transcript box in view. */
  inView: string | null;
  wish: ChainRequest | null;
  onGo: (row: ChainCallRow) => void;
  onLeave: () => void;
  /** `totals`: a line about all calls, or about how many match the filter. */
  heading: (totals: ReactNode) => ReactNode;
}

export function ChainView({ conversationId, chain, inView, wish, onGo, onLeave, heading }: ChainViewProps) {
  const { memory } = useSession();
  const [view, setView] = useState<ChainViewName>(memory.get('chain') === 'time' ? 'time' : 'list');
  const [filter, setFilter] = useState<ChainFilter>(noFilter);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState(0);
  const [compress, setCompress] = useState(memory.get('chainIdle') !== 'whole');
  const field = useRef<HTMLInputElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const { source, agentOf } = chain;
  const tick = source.chain.calls.length > manyCalls ? 1_000 : 250;
  const now = useNow(tick, useConnected() && chain.isLive);
  const matches = useCallMatches(conversationId, filter.text);
  const plain = useMemo(() => callRows(source, now), [source, now]);
  // Typing stays immediate; filtering ten thousand calls may lag.
  const deferredFilter = useDeferredValue(filter);
  const rows = useMemo(
    () => chainRows(source, { filter: deferredFilter, matches: matches.keys, toggled, now, agentOf }),
    [source, deferredFilter, matches.keys, toggled, now, agentOf],
  );
  const agents = useMemo(
    () => rows.flatMap((row) => (row.type === 'call' && row.open && row.agent !== null ? [row.agent] : [])),
    [rows],
  );
  useEffect(() => chain.open(agents), [chain, agents]);
  const totals = useMemo(() => totalsOf(plain), [plain]);
  const tools = useMemo(() => toolsOf(plain), [plain]);
  const shownCalls = rows.reduce((sum, row) => sum + (row.type === 'turn' ? row.calls : 0), 0);

  const onToggle = useCallback(
    (key: string) =>
      setToggled((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  const calls = useRef(0);
  calls.current = shownCalls;
  const onZoom = useCallback(
    (by: 1 | -1 | 0) =>
      setZoom((before) =>
        by === 0 ? 1 : Math.max(1, (before || bestZoom(calls.current)) * (by > 0 ? zoomStep : 1 / zoomStep)),
      ),
    [],
  );
  const go = useCallback(
    (row: ChainRow) => (row.type === 'call' ? onGo(row) : row.type === 'turn' && onToggle(row.key)),
    [onGo, onToggle],
  );
  const toFilter = useCallback(() => field.current?.focus(), []);
  const choose = (next: ChainViewName): void => {
    setView(next);
    memory.set('chain', next === 'time' ? 'time' : null);
  };
  const fold = (): void => {
    setCompress(!compress);
    memory.set('chainIdle', compress ? 'whole' : null);
  };
  // Makes a requested row visible: clears filters that hide it and expands its turn.
  useEffect(() => {
    if (!wish) return;
    setFilter(noFilter);
    setToggled((before) => new Set([...before].filter((key) => !key.startsWith('turn:'))));
  }, [wish]);

  const { phase, error } = source.chain;
  const total = plain.length;
  const isFiltered = hasActiveFilter(filter);
  return (
    <>
      {heading(
        total > 0 && (
          <p className="tabular min-w-0 truncate text-ink-3 text-small" data-totals>
            <span role="status">{isFiltered ? words.shownOf(shownCalls, total) : ''}</span>
            {!isFiltered && <Totals {...totals} calls={total} />}
          </p>
        ),
      )}
      {total > 0 && (
        <div className="shrink-0 px-3 py-2">
          <div className="flex items-center gap-1.5">
            <FilterLine
              filter={filter}
              onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
              tools={tools}
              field={field}
              onLeave={() => tree.current?.focus()}
            />
            <fieldset className="flex shrink-0 items-center gap-0.5" aria-label={words.view}>
              <IconButton
                icon={List}
                label={words.list}
                aria-pressed={view === 'list'}
                onClick={() => choose('list')}
              />
              <IconButton
                icon={ChartNoAxesGantt}
                label={words.waterfall}
                aria-pressed={view === 'time'}
                onClick={() => choose('time')}
              />
            </fieldset>
          </div>
          <FilterNote matches={matches} />
          {phase === 'failed' && <StaleNotice why={error?.message ?? ''} onAgain={chain.reload} />}
        </div>
      )}
      {phase === 'failed' && total === 0 ? (
        <Said text={words.nothingRead} hint={error?.message ?? ''}>
          <Button size="small" onClick={chain.reload}>
            {strings.ui.tryAgain}
          </Button>
        </Said>
      ) : phase === 'loading' && total === 0 ? (
        <Said
          text={conversationId === null ? words.empty : words.loading}
          hint={conversationId === null ? words.emptyHint : ''}
        />
      ) : total === 0 ? (
        <Said text={words.empty} hint={words.emptyHint} />
      ) : rows.length === 0 ? (
        <Said text={matches.phase === 'searching' ? words.searching : words.noMatch} hint="">
          <Button size="small" onClick={() => setFilter(noFilter)}>
            {strings.ui.filter.clear}
          </Button>
        </Said>
      ) : (
        <ChainTree
          rows={rows}
          view={view}
          zoom={zoom}
          compress={compress}
          onCompress={fold}
          onZoom={onZoom}
          onZoomTo={setZoom}
          inView={inView}
          wish={wish}
          tree={tree}
          onToggle={onToggle}
          onGo={go}
          onLeave={onLeave}
          onFilter={toFilter}
        />
      )}
    </>
  );
}

function Totals({ calls, runningMs, waitingMs, failed }: ReturnType<typeof totalsOf> & { calls: number }) {
  return (
    <>
      {words.calls(calls)}
      {failed > 0 && <span className="text-fail"> · {words.failed(failed)}</span>}
      {runningMs > 0 && ` · ${words.running(formatDuration(runningMs))}`}
      {waitingMs > 0 && ` · ${words.waiting(formatDuration(waitingMs))}`}
    </>
  );
}

/** The data shown is from an earlier read and may be partly stale; new events still apply. @internal */
export function StaleNotice({ why, onAgain }: { why: string; onAgain: () => void }) {
  return (
    <div className="mt-2 flex items-center gap-2 text-small" role="alert">
      <p className="min-w-0 flex-1 text-ink-2">
        {words.notAnew} <span className="text-ink-3">{why}</span>
      </p>
      <Button size="small" onClick={onAgain}>
        {strings.ui.tryAgain}
      </Button>
    </div>
  );
}

function FilterNote({ matches }: { matches: ReturnType<typeof useCallMatches> }) {
  const statusText =
    matches.phase === 'tooShort'
      ? words.tooShort
      : matches.phase === 'searching'
        ? words.searching
        : matches.phase === 'done' && !matches.complete
          ? words.incompleteHere
          : '';
  return (
    <p className="empty:hidden pt-1 text-ink-3 text-small" role="status">
      {statusText}
    </p>
  );
}

function Said({ text, hint, children }: { text: string; hint: string; children?: ReactNode }) {
  return (
    <div className="flex-1 px-4 py-3">
      <p className="text-ui">{text}</p>
      {hint !== '' && <p className="mt-1 text-ink-3 text-ui">{hint}</p>}
      {children && <div className="mt-2">{children}</div>}
    </div>
  );
}

function toolsOf(rows: readonly Pick<ChainCallRow, 'call'>[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { call } of rows) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
}
