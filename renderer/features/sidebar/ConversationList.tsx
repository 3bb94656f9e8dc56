// The list of conversations. There may be ten thousand, so only rows near the viewport are rendered. Arrow keys also reach rows
// that are not rendered; with Shift they select. A row that is focused or being renamed stays rendered when scrolled away.

import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand/react';
import { hasTags } from '../../../shared/features/tags/tag.ts';
import { formatShortTime } from '../../core/format/time.ts';
import { loadInBackground } from '../../core/loadCode.ts';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { useApp, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { whenIdle } from '../../core/state/frames.ts';
import { locale, strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useNow } from '../../ui/useNow.ts';
import type * as InPlaceItems from '../inPlace/InPlaceItems.tsx';
import type * as InPlaceRows from '../inPlace/inPlaceRows.ts';
import { ConversationEntries, ConversationItem } from './ConversationItem.tsx';
import { distinguishTitles } from './distinguishTitles.ts';
import { SectionHeading } from './SectionHeading.tsx';
import { type SidebarRow, sidebarRows } from './sidebarRows.ts';
import { useFolds } from './useFolds.ts';
import { usePinnedDrag } from './usePinnedDrag.ts';
import { type ListSelection, useSelection } from './useSelection.ts';

const words = strings.sidebar;

type ListRow = SidebarRow | InPlaceRows.InPlaceListRow;

const TagBar = lazyPart(async () => (await import('../tags/TagBar.tsx')).TagBar);
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar);

export function ConversationList() {
  const all = useApp((snapshot) => snapshot.conversations);
  const tagFilter = useView((now) => now.tagFilter);
  const conversations = useMemo(() => all.filter((row) => hasTags(row, tagFilter)), [all, tagFilter]);
  const isTagged = useMemo(() => all.some(({ tags }) => tags), [all]);
  const projects = useApp((snapshot) => snapshot.projects);
  const pinnedOrder = useApp((snapshot) => snapshot.settings.pinnedOrder);
  const current = useConversationView((now) => now.id);
  const { panes } = useSession();
  const beside = useSyncExternalStore(panes.onChange, () => panes.beside()?.conversationId ?? null);
  const inFront = useView((now) => now.page === 'chat');
  const now = useNow(60_000);
  const programs = useApp((snapshot) => snapshot.settings.inPlace);
  const sessions = useSessions();
  const [toggled, toggle] = useFolds();
  const [focused, setFocused] = useState<string | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const own = useMemo(
    () => sidebarRows({ conversations, projects, pinnedOrder, toggled, current, now, locale, words: words.groups }),
    [conversations, projects, pinnedOrder, toggled, current, now],
  );
  const notes = useMemo(
    () => distinguishTitles({ conversations, projects, noFolder: words.noFolder }),
    [conversations, projects],
  );
  const rows = useMemo(
    (): ListRow[] => [
      ...own,
      ...(sessions && tagFilter.length === 0
        ? sessions.inPlaceRows({ programs, list: sessions.list, toggled, current })
        : []),
    ],
    [own, programs, sessions, tagFilter, toggled, current],
  );
  const visibleKeys = useMemo(() => own.flatMap((row) => (row.type === 'conversation' ? row.key : [])), [own]);
  const selection = useSelection(visibleKeys, current);
  useEffect(() => loadWhenIdle([ConversationEntries]), []);
  const drag = usePinnedDrag();
  const keep = useMemo(
    () => pinnedIndexes(rows, focused, current, drag.dragged),
    [rows, focused, current, drag.dragged],
  );
  useScrollTo(list.current, rows, current);

  const onKeyDown = (event: KeyboardEvent): void => {
    // A title field, or a menu over the list, handles its own keys.
    const { target, currentTarget } = event;
    if (target instanceof HTMLInputElement || !currentTarget.contains(target as Node)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = keyOf(target);
    const at = from === null ? -1 : rows.findIndex(({ key }) => key === from);
    const next =
      step === undefined || at < 0
        ? -1
        : step > 0
          ? rows.findIndex((row, index) => index > at && canFocus(row))
          : rows.findLastIndex((row, index) => index < at && canFocus(row));
    const to = rows[next];
    if (selection.onKey(event, idOf(rows[at]), idOf(to))) return;
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocused(to.key);
    list.current?.scrollToIndex(next, { align: 'nearest' });
    // It may not be rendered yet.
    requestAnimationFrame(() => focusRow(scroller.current, to.key));
  };

  return (
    <>
      {(isTagged || tagFilter.length > 0) && <TagBar shown={conversations.length} />}
      <nav
        ref={scroller}
        aria-label={words.conversations}
        className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-4"
        onKeyDownCapture={onKeyDown}
        {...drag.on}
        onFocus={({ target }) => {
          const key = keyOf(target);
          if (key !== null) setFocused(key);
        }}
      >
        {all.length + rows.length === 0 && <p className="px-2 py-2 text-ink-3 text-ui">{words.empty}</p>}
        <Virtualizer
          ref={list}
          as="ul"
          item={ListItem}
          scrollRef={scroller}
          data={rows}
          keepMounted={keep}
          bufferSize={400}
        >
          {(row) => (
            <div
              key={row.key}
              data-row-key={row.key}
              draggable={row.type === 'conversation' ? true : undefined}
              data-ordered={(row.type === 'conversation' && row.row.pinned && !row.row.archived) || undefined}
              className={classes(drag.place?.id === row.key && (drag.place.after ? 'drop-after' : 'drop-before'))}
            >
              <Row
                row={row}
                isCurrent={inFront && row.key === current}
                isBeside={inFront && row.key === beside}
                note={notes.get(row.key)}
                now={now}
                selection={selection}
                onToggle={toggle}
                InPlaceItem={sessions?.InPlaceItem}
              />
            </div>
          )}
        </Virtualizer>
      </nav>
      {selection.ids.size > 0 && <SelectionBar ids={selection.ids} onDone={selection.clear} />}
    </>
  );
}

/** Conversations of other apps, and of agents that have listed theirs. The first screen does not wait for them. */
function useSessions() {
  const { connection, lists } = useSession();
  const { inPlace } = lists;
  const list = useStore(inPlace.store, ({ value }) => value);
  const [code, setCode] = useState<(typeof InPlaceItems & typeof InPlaceRows) | null>(null);
  const hasList = list !== null;
  useEffect(() => whenIdle(inPlace.want), [inPlace]);
  useEffect(() => {
    if (!hasList) return;
    return loadInBackground(
      () => Promise.all([import('../inPlace/InPlaceItems.tsx'), import('../inPlace/inPlaceRows.ts')]),
      connection.onOpen,
      ([items, rows]) => setCode({ ...items, ...rows }),
    );
  }, [connection, hasList]);
  return useMemo(() => (list && code ? { list, ...code } : null), [list, code]);
}

/** Scrolls to the current conversation once it is listed; only once, so that the user can scroll away. */
function useScrollTo(list: VirtualizerHandle | null, rows: readonly ListRow[], current: string | null): void {
  const lastSeenId = useRef<string | null>(null);
  useEffect(() => {
    if (current === null) lastSeenId.current = null;
    const at = current === null || current === lastSeenId.current ? -1 : rows.findIndex(({ key }) => key === current);
    if (at < 0 || !list) return;
    lastSeenId.current = current;
    list.scrollToIndex(at, { align: 'nearest' });
  }, [list, rows, current]);
}

function ListItem({ style, index, children, ref }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>
      {children}
    </li>
  );
}

interface RowProps {
  row: ListRow;
  isCurrent: boolean;
  isBeside: boolean;
  note: string | undefined;
  now: number;
  selection: ListSelection;
  onToggle: (key: string) => void;
  InPlaceItem: typeof InPlaceItems.InPlaceItem | undefined;
}

function Row({ row, isCurrent, isBeside, note, now, selection, onToggle, InPlaceItem }: RowProps): ReactNode {
  switch (row.type) {
    case 'section':
      return <SectionHeading section={row} onToggle={() => onToggle(row.key)} />;
    case 'time':
      return <h3 className="px-2 pt-1.5 pb-0.5 text-ink-3 text-small">{row.label}</h3>;
    case 'conversation':
      return (
        <ConversationItem
          row={row.row}
          isCurrent={isCurrent}
          isBeside={isBeside}
          note={note}
          time={formatShortTime(row.row.updatedAt, now, timeLocale, strings.ui.time)}
          isChosen={selection.ids.size > 0 ? selection.ids.has(row.key) : null}
          onPick={selection.pick}
          onChoose={selection.choose}
        />
      );
    default:
      return InPlaceItem && <InPlaceItem row={row} isCurrent={isCurrent} onToggle={onToggle} />;
  }
}

function canFocus({ type }: ListRow): boolean {
  return type !== 'time';
}

function keyOf(target: EventTarget): string | null {
  return (target as Element).closest('[data-row-key]')?.getAttribute('data-row-key') ?? null;
}

/** Null if the row is not a conversation. */
function idOf(row: ListRow | undefined): string | null {
  return row?.type === 'conversation' ? row.key : null;
}

/** The focused, current and dragged rows stay rendered at any scroll position. */
function pinnedIndexes(rows: readonly ListRow[], ...keys: (string | null)[]): number[] {
  const indexes = keys.flatMap((key) => (key === null ? [] : rows.findIndex((row) => row.key === key)));
  return [...new Set(indexes.filter((index) => index >= 0))].sort((a, b) => a - b);
}

function focusRow(scroller: HTMLElement | null, key: string): void {
  scroller?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"] button`)?.focus();
}
