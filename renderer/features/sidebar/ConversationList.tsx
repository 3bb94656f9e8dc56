// The conversations, of which there may be ten thousand: only rows near the view are drawn. Arrow keys go from one to the
// next, also to those that were not drawn yet. The row that has the keyboard, or is being renamed, stays where it is scrolled
// away.

import { useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand/react';
import type { InPlaceList } from '../../../shared/contract/inPlace.ts';
import { useApp, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { locale, strings } from '../../core/strings.ts';
import { useNow } from '../../ui/useNow.ts';
import { ConversationItem } from './ConversationItem.tsx';
import { InPlaceItem } from './InPlaceItems.tsx';
import { type InPlaceKey, type InPlaceListRow, inPlaceRows } from './inPlaceRows.ts';
import { SectionHeading } from './SectionHeading.tsx';
import { type SectionKey, type SidebarRow, sidebarRows } from './sidebarRows.ts';

const words = strings.sidebar;

type ListRow = SidebarRow | InPlaceListRow;
type ListKey = SectionKey | InPlaceKey;

export function ConversationList() {
  const conversations = useApp((snapshot) => snapshot.conversations);
  const projects = useApp((snapshot) => snapshot.projects);
  const current = useConversationView((now) => now.id);
  const inFront = useView((now) => now.page === 'chat');
  const now = useNow(60_000);
  const programs = useApp((snapshot) => snapshot.settings.inPlace);
  const sessions = useSessions(programs.length > 0);
  const [toggled, setToggled] = useState<ReadonlySet<ListKey>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const own = useMemo(
    () => sidebarRows({ conversations, projects, toggled, current, now, locale, words: words.groups }),
    [conversations, projects, toggled, current, now],
  );
  const rows = useMemo(
    (): ListRow[] => [...own, ...(sessions ? inPlaceRows({ programs, list: sessions, toggled, current }) : [])],
    [own, programs, sessions, toggled, current],
  );
  const keep = useMemo(() => kept(rows, focused, current), [rows, focused, current]);
  const toggle = (key: ListKey): void =>
    setToggled((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = (event.target as Element).closest('[data-row-key]')?.getAttribute('data-row-key');
    if (step === undefined || from === null || from === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const at = rows.findIndex(({ key }) => key === from);
    const next =
      step > 0
        ? rows.findIndex((row, index) => index > at && canFocus(row))
        : rows.findLastIndex((row, index) => index < at && canFocus(row));
    const key = rows[next]?.key;
    if (at < 0 || key === undefined) return;
    event.preventDefault();
    setFocused(key);
    list.current?.scrollToIndex(next, { align: 'nearest' });
    // It may have to be drawn first.
    requestAnimationFrame(() => focusRow(scroller.current, key));
  };

  return (
    <nav
      ref={scroller}
      aria-label={words.conversations}
      className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-4"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const key = target.closest('[data-row-key]')?.getAttribute('data-row-key');
        if (key) setFocused(key);
      }}
    >
      {rows.length === 0 && <p className="px-2 py-2 text-ink-3 text-ui">{words.empty}</p>}
      <Virtualizer ref={list} scrollRef={scroller} data={rows} keepMounted={keep} bufferSize={400}>
        {(row) => (
          <div key={row.key} data-row-key={row.key}>
            <Row row={row} isCurrent={inFront && row.key === current} onToggle={toggle} />
          </div>
        )}
      </Virtualizer>
    </nav>
  );
}

/** Those of other programs, asked for only where some are shown. */
function useSessions(wanted: boolean): InPlaceList | null {
  const { inPlace } = useSession().lists;
  useEffect(() => (wanted ? inPlace.want() : undefined), [inPlace, wanted]);
  return useStore(inPlace.store, ({ value }) => value);
}

function Row({ row, isCurrent, onToggle }: { row: ListRow; isCurrent: boolean; onToggle: (key: ListKey) => void }) {
  switch (row.type) {
    case 'section':
      return <SectionHeading section={row} onToggle={() => onToggle(row.key)} />;
    case 'time':
      return <h3 className="px-2 pt-1.5 pb-0.5 text-ink-3 text-small">{row.label}</h3>;
    case 'conversation':
      return <ConversationItem row={row.row} isCurrent={isCurrent} />;
    default:
      return <InPlaceItem row={row} isCurrent={isCurrent} onToggle={onToggle} />;
  }
}

function canFocus({ type }: ListRow): boolean {
  return type !== 'time';
}

/** What has the keyboard, or is shown, is drawn wherever the list stands. */
function kept(rows: readonly ListRow[], ...keys: (string | null)[]): number[] {
  const found = keys.flatMap((key) => (key === null ? [] : rows.findIndex((row) => row.key === key)));
  return [...new Set(found.filter((index) => index >= 0))].sort((a, b) => a - b);
}

function focusRow(scroller: HTMLElement | null, key: string): void {
  scroller?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"] button`)?.focus();
}
