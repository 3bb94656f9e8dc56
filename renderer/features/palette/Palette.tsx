// The command palette. Commands and conversations match as the user types; message matches from the host follow below, so that
// nothing above them moves.

import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { type SearchHit, searchKinds } from '../../../shared/features/search/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { loadCode } from '../../core/loadCode.ts';
import { focusedTarget } from '../../core/state/commandTarget.ts';
import { useApp, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { startTimer } from '../../core/state/frames.ts';
import type { Session } from '../../core/state/session.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { openInWindow } from '../../core/state/windowAddress.ts';
import { classes } from '../../ui/classes.ts';
import { composerElement } from '../../ui/focus.ts';
import { isComposing, keepOpenOnEscape } from '../../ui/isComposing.ts';
import { isMac, Kbd } from '../../ui/Kbd.tsx';
import { useFocusReturn } from '../../ui/useFocusReturn.ts';
import { presetCommands } from '../presets/presetCommands.ts';
import { createHitSearch, isIndexBehind } from '../search/hitSearch.ts';
import { useRefreshWhileBehind } from '../search/useRefreshWhileBehind.ts';
import { openBeside } from '../sideBySide/sides.ts';
import { PaletteRowView } from './PaletteRowView.tsx';
import { commandsSign, createPaletteIndex } from './paletteItems.ts';
import {
  availableCommands,
  initialRow,
  messageQuery,
  type PaletteCommand,
  type PaletteRow,
  paletteSections,
} from './paletteRows.ts';
import { addRecentCommand, recentCommands } from './recentCommands.ts';
import { settingsFields } from './settingsFields.ts';

/** With an empty query, the palette lists all commands. */
const maxEntries = 300;

function slashCommands(session: Session): PaletteCommand[] {
  const { value } = session.lists.slash.store.getState();
  return (value?.entries.slice(0, maxEntries) ?? []).map(({ name, description }) => ({
    id: `slash/${name}`,
    title: lateStrings.search.palette.call(name, description),
    quiet: true,
    keys: '',
    run: () => begin(session, name),
  }));
}

function begin({ view, conversation, drafts }: Session, name: string): void {
  view.setState({ page: 'chat', sheet: null });
  const { id } = conversation.store.getState();
  const called = `/${name} `;
  drafts.write(id, called + drafts.textOf(id));
  // Waits until the palette has returned the focus.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = composerElement();
      field?.focus({ preventScroll: true });
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(called.length, called.length);
    }),
  );
}

const words = lateStrings.search.palette;
const noPresets: never[] = [];
const hitsShown = 8;
/** Titles already match in the list of conversations. */
const searchedKinds = searchKinds.filter((kind) => kind !== 'title');

export function Palette({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { actions, search, view } = session;
  const [target] = useState(focusedTarget);
  const focus = useFocusReturn();
  const [typed, setTyped] = useState(() => view.getState().typed.replace('\n', ''));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isEntered, setEntered] = useState(() => view.getState().typed.endsWith('\n'));
  const hits = useMemo(() => createHitSearch({ call: actions.call, later: startTimer, page: hitsShown }), [actions]);
  const results = useStore(hits.store);
  useRefreshWhileBehind(isIndexBehind(results), () => hits.renew(() => true));
  useEffect(() => {
    const query = messageQuery(view.getState().typed.replace('\n', ''));
    if (query !== '') hits.ask({ text: query, kinds: searchedKinds }, true);
    return () => hits.stop();
  }, [hits, view]);

  const conversations = useApp((snapshot) => snapshot.conversations);
  const projects = useApp((snapshot) => snapshot.projects);
  const host = useApp((snapshot) => snapshot.host);
  const running = useConversation((state) => state.run !== null);
  const openId = useConversationView((now) => now.id);
  const isLoading = useConversationView(({ id, state, error }) => id !== null && state === null && error === null);
  const callable = useFetchedList('slash').value;
  const presets = useFetchedList('presets').value?.presets ?? noPresets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the available commands change with the conversation, its run and the trust in a folder
  const index = useMemo(
    () =>
      createPaletteIndex(
        [...availableCommands(session, target), ...slashCommands(session), ...presetCommands(session, presets)],
        conversations,
        { settings: settingsFields(host), recent: recentCommands(session.memory) },
      ),
    [session, target, conversations, projects, host, isLoading, running, callable, presets],
  );
  const text = messageQuery(typed);
  const close = (then: () => void): void => {
    onClose();
    then();
  };
  const showAll = useCallback(() => {
    search.write(text, true);
    view.setState({ page: 'search', sheet: null });
  }, [search, view, text]);
  const sections = useMemo(
    () =>
      paletteSections(typed, index, text === '' ? { hits: [], cursor: null } : results, {
        show: (id) => actions.show(id),
        open: function open(hit: SearchHit): void {
          void loadCode(() => import('../search/openHit.ts')).then(
            ({ openHit }) => openHit(session, hit, text),
            () => session.lost.tell(() => open(hit)),
          );
        },
        showAll,
        goTo: ({ section, label }) => view.setState({ dialog: { type: 'settings', section, field: label } }),
      }),
    [typed, index, text, results, actions, session, view, showAll],
  );
  const rows = sections.flatMap((section) => section.rows);
  const chosen = rows.find((row) => row.id === chosenId) ?? initialRow(rows, typed, openId);

  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selected row in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const write = (next: string): void => {
    setTyped(next);
    setChosenId(null);
    setEntered(false);
    const query = messageQuery(next);
    hits.ask(query === '' ? null : { text: query, kinds: searchedKinds });
  };
  const run = (row: PaletteRow | undefined): void => {
    if (!row) return;
    if (row.kind === 'command') addRecentCommand(session.memory, row.id);
    close(row.run);
  };
  /** Opens a conversation in another window; false for other rows. */
  const openElsewhere = (row: PaletteRow | undefined): boolean => {
    if (row?.kind !== 'conversation') return false;
    close(() => void openInWindow(session, row.id));
    return true;
  };
  const openToSide = (row: PaletteRow | undefined): boolean => {
    if (row?.kind !== 'conversation') return false;
    close(() => openBeside(session, row.id));
    return true;
  };
  // Enter was pressed before the palette appeared, or before the conversation, whose commands are not offered until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each Enter
  useEffect(() => {
    if (!isEntered || isLoading) return;
    setEntered(false);
    run(chosen);
  }, [isEntered, isLoading]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0 && !event.altKey && rows.length > 0) {
      event.preventDefault();
      const at = rows.findIndex((row) => row.id === chosen?.id);
      setChosenId(rows[(at + move + rows.length) % rows.length]?.id ?? null);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.altKey && openToSide(chosen)) return;
    const all = (isMac() ? event.metaKey : event.ctrlKey) && text !== '';
    if (all) close(showAll);
    else if (!event.shiftKey || !openElsewhere(chosen)) setEntered(true);
  };
  const now = Date.now();
  const searching = text !== '' && (results.phase === 'waiting' || results.phase === 'searching');
  const counts = (id: string): number => sections.find((section) => section.id === id)?.rows.length ?? 0;
  const statusText =
    typed === '' || searching
      ? ''
      : rows.length === 0
        ? words.empty
        : words.count(
            counts('commands'),
            counts('settings'),
            counts('conversations'),
            Math.max(0, counts('hits') - 1),
            text !== '' && results.cursor !== null,
          );
  const placeholder = typed.startsWith(commandsSign) ? words.placeholderCommands : words.placeholder;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          onEscapeKeyDown={keepOpenOnEscape}
          className="layer fixed top-[10dvh] left-1/2 z-50 flex max-h-[76dvh] w-[min(640px,calc(100vw-24px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-over shadow-dialog focus-visible:outline-none"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <input
            // biome-ignore lint/a11y/noAutofocus: the user opened the palette to type
            autoFocus
            data-palette
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
            aria-label={placeholder}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-prose outline-none placeholder:text-ink-3"
          />
          <p role="status" className="sr-only">
            {statusText}
          </p>
          <div ref={list} id={listId} role="listbox" aria-label={words.title} className="min-h-0 overflow-y-auto p-1.5">
            {sections.map((section) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
              <div key={section.id} role="group" aria-labelledby={`${listId}-of-${section.id}`}>
                <p
                  id={`${listId}-of-${section.id}`}
                  role="presentation"
                  className="px-2.5 pt-2 pb-1 text-ink-3 text-small"
                >
                  {section.title}
                </p>
                {section.rows.map((row) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
                  <div
                    key={row.id}
                    id={`${listId}-${row.id}`}
                    role="option"
                    tabIndex={-1}
                    data-kind={row.kind}
                    aria-selected={row.id === chosen?.id}
                    onPointerMove={() => setChosenId(row.id)}
                    onClick={() => run(row)}
                    onAuxClick={({ button }) => button === 1 && openElsewhere(row)}
                    className={classes('rounded-m px-2.5 text-ui', row.id === chosen?.id && 'bg-hover')}
                  >
                    <PaletteRowView row={row} now={now} />
                  </div>
                ))}
              </div>
            ))}
          </div>
          {searching && rows.length === 0 && <p className="px-4 pb-4 text-ink-3 text-ui">{words.searching}</p>}
          {!searching && rows.length === 0 && (
            <div className="px-4 pb-4 text-ui">
              <p className="text-ink-2">{words.empty}</p>
              <p className="text-ink-3">{words.emptyHint}</p>
            </div>
          )}
          <Foot
            searching={searching && rows.length > 0}
            all={text !== ''}
            isConversation={chosen?.kind === 'conversation'}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Keyboard hints; pointer users don't need them. */
function Foot({ searching, all, isConversation }: { searching: boolean; all: boolean; isConversation: boolean }) {
  return (
    <div className="hidden h-8 shrink-0 items-center gap-4 border-line border-t px-4 text-ink-3 text-small narrow:flex">
      <span>
        <Kbd keys="Up" /> <Kbd keys="Down" /> {words.keys.choose}
      </span>
      <span>
        <Kbd keys="Enter" /> {words.keys.open}
      </span>
      {isConversation && (
        <span>
          <Kbd keys="Shift+Enter" /> {words.keys.window}
        </span>
      )}
      {isConversation && (
        <span>
          <Kbd keys="Alt+Enter" /> {words.keys.side}
        </span>
      )}
      {all ? (
        <span>
          <Kbd keys="Mod+Enter" /> {words.keys.all}
        </span>
      ) : (
        <span>
          <Kbd keys={commandsSign} /> {words.keys.commands}
        </span>
      )}
      {searching && <span className="ml-auto">{words.searching}</span>}
    </div>
  );
}
