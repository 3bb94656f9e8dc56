// The search page: field, filters, results by conversation. The focus stays in the field: arrows select, Enter opens. Reopens
// as the user left it.

import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand/react';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { loadCode } from '../../core/loadCode.ts';
import { useSession } from '../../core/state/context.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { OpenSidebarButton } from '../sidebar/OpenSidebarButton.tsx';
import { Filters } from './Filters.tsx';
import { hitGroups, hitIndexOf, hitKey } from './hitGroups.ts';
import { isIndexBehind } from './hitSearch.ts';
import { Results } from './Results.tsx';
import { SearchState } from './SearchState.tsx';
import { useRefreshWhileBehind } from './useRefreshWhileBehind.ts';

const words = lateStrings.search;
const farAhead = 8;

export function SearchPage() {
  const session = useSession();
  const { search, view } = session;
  const text = useStore(search.store, (now) => now.text);
  const chosenKey = useStore(search.store, (now) => now.chosen);
  const results = useStore(search.hits.store);
  const groups = useMemo(() => hitGroups(results.hits), [results.hits]);
  const flat = useMemo(() => groups.flatMap((group) => group.hits), [groups]);
  const chosen = hitIndexOf(flat, chosenKey);
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const listId = useId();
  useRefreshWhileBehind(isIndexBehind(results), () =>
    search.hits.renew(() => {
      const now = search.store.getState();
      return now.chosen === null && now.scroll === 0;
    }),
  );

  // Restores the page. A layout effect lets the field take the first key after the page appears.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
    if (scroller.current) scroller.current.scrollTop = search.store.getState().scroll;
    search.leave();
  }, [search]);
  // After a reload, the results load later than the page.
  const listed = flat.length > 0;
  useEffect(() => {
    if (listed && scroller.current) scroller.current.scrollTop = search.store.getState().scroll;
  }, [listed, search]);

  const open = (hit: SearchHit | undefined): void => {
    if (!hit) return;
    search.store.setState({ chosen: hitKey(hit), jumped: true });
    session.wayBack.start('search', hit.conversationId);
    void loadCode(() => import('./openHit.ts')).then(
      ({ openHit }) => openHit(session, hit, text),
      () => session.lost.tell(() => open(hit)),
    );
  };
  const choose = (at: number): void => {
    const next = Math.max(0, Math.min(flat.length - 1, at));
    const hit = flat[next]?.hit;
    if (!hit) return;
    search.store.setState({ chosen: hitKey(hit) });
    if (next > flat.length - farAhead) void search.hits.more();
    requestAnimationFrame(() =>
      scroller.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const move = moves[event.key];
    if (move !== undefined && !event.altKey) {
      event.preventDefault();
      choose(chosen + move);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(flat[chosen]?.hit);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (text !== '') search.write('');
      else view.setState({ page: 'chat' });
    }
  };
  const more = (): void => {
    void search.hits.more();
    // The button is replaced by the loading status.
    field.current?.focus();
  };

  return (
    <main className="flex min-w-0 flex-1 flex-col bg-page" aria-label={words.title}>
      <header className="shrink-0 border-line border-b">
        <div className="mx-auto w-full max-w-[808px] px-3 pt-2 pb-2.5 narrow:px-6">
          <div className="flex items-center gap-2">
            <OpenSidebarButton />
            <IconButton icon={ArrowLeft} label={words.back} onClick={() => view.setState({ page: 'chat' })} />
            <h1 className="sr-only">{words.title}</h1>
            <TextInput
              ref={field}
              type="search"
              role="combobox"
              aria-expanded={listed}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={listed ? `${listId}-${chosen}` : undefined}
              aria-label={words.field}
              placeholder={words.placeholder}
              autoComplete="off"
              className="h-9 text-prose"
              value={text}
              onChange={(event) => search.write(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className="mt-2 narrow:pl-9">
            <Filters />
          </div>
        </div>
      </header>
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto"
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          search.store.setState({ scroll: scrollTop });
          if (scrollHeight - scrollTop - clientHeight < 600) void search.hits.more();
        }}
      >
        <div className="mx-auto w-full max-w-[808px] px-3 pb-8 narrow:px-6">
          <SearchState results={results} text={text} />
          <Results id={listId} groups={groups} chosen={chosen} results={results} onMore={more} onOpen={open} />
        </div>
      </div>
    </main>
  );
}
