// Creates the window's stores and connects them. All their data is the host's, except for drafts that are being saved.

import { type Beside, writeBeside } from '../../shared/features/sideBySide/beside.ts';
import { createConnection } from '../core/connection/connection.ts';
import type { Link } from '../core/connection/link.ts';
import { loadCode, loadInBackground, setHostAway } from '../core/loadCode.ts';
import type { Memory } from '../core/memory.ts';
import { createAppStore } from '../core/state/appStore.ts';
import { createConfirmations } from '../core/state/confirmations.ts';
import { createFailedLoads, type FailedLoads, type PageReloader } from '../core/state/failedLoads.ts';
import type { Schedule } from '../core/state/frames.ts';
import { createNewChatMemory } from '../core/state/newChatTarget.ts';
import { createPanes, type Panes } from '../core/state/panes.ts';
import type { Session } from '../core/state/session.ts';
import { createSideConversations } from '../core/state/sideConversations.ts';
import { createToasts } from '../core/state/toasts.ts';
import { hostIsSpoken, strings } from '../core/strings.ts';
import { createUnsentMemory, isText, unscrubbed } from '../core/unsentMemory.ts';
import { createChainsStore } from '../features/chains/chainsStore.ts';
import { createHighlighter } from '../features/markdown/highlighter.ts';
import { createMathLoader } from '../features/markdown/mathLoader.ts';
import { createMcpStore } from '../features/mcp/mcpStore.ts';
import { createProcessStore } from '../features/processes/processStore.ts';
import { createImageCache } from '../features/results/imageCache.ts';
import { createSearchStore } from '../features/search/searchStore.ts';
import { commands } from '../features.ts';
import { createConversationUiState } from './conversationUiState.ts';
import { createPane } from './createPane.ts';
import { createSessionRestore, type SessionRestore } from './sessionRestore.ts';

// State types that features declare, re-exported for tests and gallery scenes.
export type * from '../core/state/panes.ts';
export type * from '../features/branches/branchActions.ts';
export type * from '../features/branches/forkStore.ts';
export type * from '../features/calls/recoveryActions.ts';
export type * from '../features/chains/chainsStore.ts';
export type * from '../features/context/contextActions.ts';
export type * from '../features/context/contextStore.ts';
export type * from '../features/mcp/mcpStore.ts';
export type * from '../features/processes/processStore.ts';
export type * from '../features/results/imageCache.ts';
export type * from '../features/search/findStore.ts';
export type * from '../features/search/searchStore.ts';
export type * from '../features/undo/waitForFolder.ts';
export type * from './sessionRestore.ts';

export interface SessionDeps {
  link: Link;
  memory: Memory;
  /** Storage with the lifetime of the tab. */
  tab: Memory;
  /** Omitted: the page has no other version and never reloads. */
  reloader?: PageReloader;
  schedule: Schedule;
  later(ms: number, callback: () => void): () => void;
  /** The conversation that the page's URL names. */
  named?: (() => string | null) | undefined;
  /** The one next to it. */
  namedBeside?: (() => Beside | null) | undefined;
}

/** Returns the session of the first pane. */
export function createSession({
  link,
  memory: browserMemory,
  tab: browserTab,
  reloader: door,
  schedule,
  later,
  named = () => null,
  namedBeside = () => null,
}: SessionDeps): Session {
  const confirming = createConfirmations();
  const { confirm } = confirming;
  const connection = createConnection({ link: heard(link), later, confirm, say: strings.sentences.error });
  connection.status.subscribe(({ kind }) => setHostAway(kind === 'reconnecting' || kind === 'refused'));
  const writer = String(Math.random());
  const unsent = createUnsentMemory({
    memory: browserMemory,
    tab: browserTab,
    save: (texts) => connection.call('unsent.save', { texts, writer }),
    later,
  });
  const { memory, tab } = unsent;
  const uiState = createConversationUiState(memory);
  let place: SessionRestore | null = null;
  const app = createAppStore(connection, schedule, () =>
    [memory.get('conversation'), ...(place?.conversations() ?? [])].filter((id) => id !== null),
  );
  const toasts = createToasts();
  app.store.subscribe(({ snapshot }, before) => {
    if (!snapshot || snapshot.unsent === before.snapshot?.unsent) return;
    unsent.take(snapshot.unsent);
    for (const { drafts } of panes.made) drafts.restoreNewChat();
    uiState.restore();
    if (snapshot.unsent?.isEncrypted) takeOver();
  });
  const takeOver = (): void => {
    const names = [browserMemory, browserTab].flatMap((storage) => storage.names?.() ?? []);
    if (browserMemory.get(unscrubbed) === 'no' && !names.some(isText)) return;
    const canScrub = app.store.getState().snapshot?.host === 'desktop';
    loadInBackground(
      () => import('../features/encryption/takeOverTexts.ts'),
      connection.onOpen,
      ({ takeOverTexts }) =>
        void takeOverTexts({ memory: browserMemory, tab: browserTab, unsent, call: connection.call, canScrub }),
    );
  };
  connection.onEvent(({ event }) => {
    if (event.type === 'unsent.changed' && event.writer !== writer) unsent.follow(event.texts);
  });
  const search = createSearchStore(connection, later);
  const chains = createChainsStore(connection, later);
  const isShown = (id: string): boolean =>
    panes.made.some(({ conversation }) => conversation.store.getState().id === id);
  const shared = {
    commands,
    connection,
    confirming,
    app,
    mcp: createMcpStore(connection),
    processes: createProcessStore(connection),
    search,
    chains,
    side: createSideConversations({ connection, isShown, schedule }),
    pictures: createImageCache(connection.call),
    toasts,
    highlighter: createHighlighter({ onConnected: connection.onOpen }),
    mathLoader: createMathLoader(),
    memory,
    tab,
    flushTexts: () => void unsent.flush(),
  };
  let lost: FailedLoads | null = null;
  // The focused pane becomes the first one after a reload, and keeps the text of its new chat.
  const isExchanged = (tab.get(exchangedName) ?? memory.get(exchangedName)) === 'yes';
  const panes: Panes = createPanes((all) => {
    const isFirst = all.made.length === 0;
    const pane = createPane({
      shared: { ...shared, panes: all },
      newChatMemory:
        isFirst !== isExchanged
          ? createNewChatMemory(memory, tab, named() !== null)
          : createNewChatMemory(besideIn(memory), besideIn(tab), named() !== null),
      schedule,
      later,
      lostWith: (drafts) => (lost ??= createFailedLoads(door, drafts, toasts)),
      placeWith: (own) =>
        (place ??= createSessionRestore({
          ...{ ...own, tab, memory, search, chains, named, namedBeside },
          panes: all,
          showBeside: (...wish) =>
            loadCode(() => import('../features/sideBySide/sides.ts')).then(
              ({ restoreBeside }) => restoreBeside(all, ...wish),
              () => {},
            ),
        })),
      uiState,
      forget(conversationId) {
        if (isShown(conversationId)) return;
        uiState.forget(conversationId);
        shared.side.forget(conversationId);
      },
    });
    return pane;
  });
  panes.onChange(() => {
    const beside = panes.beside();
    memory.set('conversation', panes.current().conversation.store.getState().id);
    memory.set('beside', beside && writeBeside(beside));
    const exchanged = (panes.current() === panes.made[0]) === isExchanged ? 'yes' : 'no';
    memory.set(exchangedName, exchanged);
    tab.set(exchangedName, exchanged);
  });
  return panes.current();
}

/** Whether the first pane uses the storage of the other one's new chat. */
const exchangedName = 'beside.isFirst';

/** Storage of the other pane's new chat. */
function besideIn({ get, set }: Memory): Memory {
  const nameOf = (name: string): string => `${name}.beside`;
  return { get: (name) => get(nameOf(name)), set: (name, value) => set(nameOf(name), value) };
}

/** Delays connecting until the host's messages can be translated. */
function heard(link: Link): Link {
  const spoken = hostIsSpoken;
  if (!spoken) return link;
  return {
    // Strings first: transport messages without a listener are lost.
    open: () => spoken.then(() => link.open()),
    ...(link.onRenewed ? { onRenewed: link.onRenewed } : {}),
  };
}
