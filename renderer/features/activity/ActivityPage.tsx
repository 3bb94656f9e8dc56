// Activity of all conversations: which wait for the user (answered here), run, stopped, or have something new. Arrow
// keys move between conversations, Enter opens one, and the “Go to what needs you” shortcut jumps between questions.

import { ArrowLeft } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Activity } from '../../../shared/features/activity/methods.ts';
import { joinedIds } from '../../../shared/features/projects/joined.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { FilterMenu } from '../../ui/FilterRow.tsx';
import { isFocusLost } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ButtonKeys, isMac, keysText } from '../../ui/Kbd.tsx';
import { MovedAt } from '../../ui/useAnswerGuard.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { goToWaiting } from '../approvals/waiting.ts';
import { OpenSidebarButton } from '../sidebar/OpenSidebarButton.tsx';
import { ActivityGroup } from './ActivityGroup.tsx';
import { activityGroups, groupNames } from './activityGroups.ts';
import { activityWords } from './words.ts';

const words = activityWords;

export function ActivityPage() {
  const session = useSession();
  const { view, connection, processes } = session;
  const { store, watch } = useMemo(() => createActivityStore(connection), [connection]);
  const activities = useStore(store, (now) => now.activities);
  const rows = useApp((snapshot) => snapshot.conversations);
  const projects = useApp((snapshot) => snapshot.projects);
  const nextKeys = useKeys('waiting.focus');
  const [projectId, setProjectId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(watch, [watch]);
  useEffect(() => processes.watch(), [processes]);
  const commands = useStore(processes.store, (now) => now.commands);
  const running = useMemo(() => commands.filter(({ state }) => state === 'running'), [commands]);
  const groups = useMemo(
    () =>
      activities ? activityGroups(rows, activities, projectId === null ? null : joinedIds(projects, projectId)) : null,
    [rows, activities, projects, projectId],
  );
  const order = groups ? groupNames.map((name) => groups[name].map(({ row }) => row.id).join(' ')).join('|') : '';
  const movedAt = useMovedAt(list, order);
  useKeptFocus(list);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === 'Escape' && !target.closest('[data-waits-for], [data-waiting-together]')) {
      view.setState({ page: 'chat' });
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (target !== list.current && !target.matches('[data-activity-open]')) return;
    event.preventDefault();
    goBy(list.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  const empty = groups !== null && groupNames.every((name) => groups[name].length === 0);
  return (
    <main className="flex min-w-0 flex-1 flex-col bg-page" aria-label={words.title} onKeyDown={onKeyDown}>
      <header className="shrink-0 border-line border-b px-3 pt-2 pb-2.5">
        <div className="flex h-7 items-center gap-2 pb-1">
          <OpenSidebarButton />
          <IconButton
            icon={ArrowLeft}
            data-not-on-phone
            label={lateStrings.search.back}
            onClick={() => view.setState({ page: 'chat' })}
          />
          <h1 className="font-strong text-ui">{words.title}</h1>
          <p className="tabular ml-auto truncate text-ink-3 text-small" role="status">
            {groups && words.counts(groups.waiting.length, groups.running.length)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 pt-1.5 empty:hidden">
          {(projects.length > 1 || projectId !== null) && (
            <FilterMenu
              label={words.project}
              all={words.allProjects}
              options={projects
                .filter(({ sameAs }) => !sameAs)
                .map(({ id, name, folder }) => ({
                  value: id,
                  label: visibleText(name),
                  hint: folder === null ? undefined : visibleText(folder),
                }))}
              chosen={projectId === null ? [] : [projectId]}
              onChange={([id = null]) => setProjectId(id)}
            />
          )}
          {groups && groups.waiting.length > 0 && (
            <Button size="small" tone="ghost" className="ml-auto" onClick={() => goToWaiting(session)}>
              {words.next}
              {nextKeys && <ButtonKeys keys={nextKeys} />}
            </Button>
          )}
        </div>
      </header>
      <section
        ref={list}
        data-activities
        // biome-ignore lint/a11y/noNoninteractiveTabindex: initial keyboard focus
        tabIndex={0}
        aria-label={words.title}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <MovedAt value={movedAt}>
          <div className="mx-auto w-full max-w-[808px] px-4 pb-10 narrow:px-6">
            {groups &&
              groupNames.map((name) => (
                <ActivityGroup key={name} name={name} entries={groups[name]} projects={projects} commands={running} />
              ))}
            {empty && <Nothing isFiltered={projectId !== null} />}
          </div>
        </MovedAt>
      </section>
    </main>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="px-2 pt-16 text-center" role="status">
      <p className="text-ui">{isFiltered ? words.emptyProject : words.empty}</p>
      {!isFiltered && (
        <p data-not-on-phone className="mx-auto mt-1 max-w-[56ch] text-ink-3 text-ui">
          {words.emptyHint(keysText('Alt+Enter', isMac()))}
        </p>
      )}
    </div>
  );
}

/** Focuses the next or previous conversation, or the first if none has focus. */
function goBy(list: HTMLElement | null, by: 1 | -1): void {
  const titles = [...(list?.querySelectorAll<HTMLElement>('[data-activity-open]') ?? [])];
  const at = titles.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? titles[0] : titles[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Current activity, as the host reports it while the page is open. */
interface ActivityView {
  /** By conversation; null until loaded. */
  activities: ReadonlyMap<string, Activity> | null;
}

interface ActivityStore {
  store: StoreApi<ActivityView>;
  /** Subscribes until the returned function is called. */
  watch(): () => void;
}

function createActivityStore(connection: Connection): ActivityStore {
  const store = createStore<ActivityView>(() => ({ activities: null }));

  async function load(): Promise<void> {
    const answer = await connection.call('activity.open', {});
    if (!answer.ok) return;
    store.setState({ activities: new Map(answer.value.activities.map((one) => [one.conversationId, one])) });
  }

  return {
    store,
    watch() {
      const ends = [
        connection.onEvent(({ conversationId, event }) => {
          const { activities } = store.getState();
          if (conversationId !== null || event.type !== 'activity.changed' || !activities) return;
          const next = new Map(activities);
          for (const id of event.gone) next.delete(id);
          for (const changed of event.changed) next.set(changed.conversationId, changed);
          store.setState({ activities: next });
        }),
        connection.onOpen(() => void load()),
      ];
      void load();
      return () => {
        for (const end of ends) end();
        void connection.call('activity.close', {});
      };
    },
  };
}

/** Time of the last change in the list's order or height: a click already under way may be meant for another row. */
function useMovedAt(list: RefObject<HTMLElement | null>, order: string): () => number {
  const at = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order moves rows
  useLayoutEffect(() => {
    at.current = performance.now();
  }, [order]);
  useEffect(() => {
    const content = list.current?.firstElementChild;
    if (!content) return;
    const sizes = new ResizeObserver(() => {
      at.current = performance.now();
    });
    sizes.observe(content);
    return () => sizes.disconnect();
  }, [list]);
  return useCallback(() => at.current, []);
}

/** Focuses the list initially, and again when the focused item disappears because it was answered. */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // Removing the focused element fires no event.
    const removalObserver = new MutationObserver(() => {
      if (isFocusLost()) element.focus({ preventScroll: true });
    });
    removalObserver.observe(element, { childList: true, subtree: true });
    return () => removalObserver.disconnect();
  }, [list]);
}
