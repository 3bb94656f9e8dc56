// Creates the window's stores and connects them. All their data is the host's, except for drafts that are being saved.

import { ok } from '../../shared/core/errors.ts';
import { type Connection, createConnection } from '../core/connection/connection.ts';
import type { Link } from '../core/connection/link.ts';
import { loadCode, setHostAway } from '../core/loadCode.ts';
import type { Memory } from '../core/memory.ts';
import { loadWhenIdle } from '../core/parts/lazyPart.tsx';
import { createActions } from '../core/state/actions.ts';
import { createAppStore } from '../core/state/appStore.ts';
import { createBackNavigation } from '../core/state/backNavigation.ts';
import { newChatProject } from '../core/state/choices.ts';
import { createConfirmations } from '../core/state/confirmations.ts';
import { type ConversationStore, createConversationStore } from '../core/state/conversationStore.ts';
import { createDrafts } from '../core/state/drafts.ts';
import { createFailedLoads, type FailedLoads, type PageReloader } from '../core/state/failedLoads.ts';
import type { Schedule } from '../core/state/frames.ts';
import { createNewChatMemory } from '../core/state/newChatTarget.ts';
import type { Session } from '../core/state/session.ts';
import { createSideConversations } from '../core/state/sideConversations.ts';
import { createToasts } from '../core/state/toasts.ts';
import { createToolLists } from '../core/state/toolLists.ts';
import { createUploads } from '../core/state/uploads.ts';
import { createViewStore } from '../core/state/viewStore.ts';
import { hostIsSpoken, strings } from '../core/strings.ts';
import { createForkStore } from '../features/branches/forkStore.ts';
import { createChainsStore } from '../features/chains/chainsStore.ts';
import { createContextActions } from '../features/context/contextActions.ts';
import { createContextStore } from '../features/context/contextStore.ts';
import { createHighlighter } from '../features/markdown/highlighter.ts';
import { createMathLoader } from '../features/markdown/mathLoader.ts';
import { createMcpStore } from '../features/mcp/mcpStore.ts';
import { createProcessStore } from '../features/processes/processStore.ts';
import { createImageCache } from '../features/results/imageCache.ts';
import { createFindStore, type RevealMatch } from '../features/search/findStore.ts';
import { createSearchStore } from '../features/search/searchStore.ts';
import { commands } from '../features.ts';
import { createConversationUiState } from './conversationUiState.ts';
import { createSessionRestore } from './sessionRestore.ts';

// State types that features declare, re-exported for tests and gallery scenes.
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
}

export function createSession({
  link,
  memory,
  tab,
  reloader: door,
  schedule,
  later,
  named = () => null,
}: SessionDeps): Session {
  const confirming = createConfirmations();
  const { confirm } = confirming;
  const connection = createConnection({ link: heard(link), later, confirm, say: strings.sentences.error });
  connection.status.subscribe(({ kind }) => setHostAway(kind === 'reconnecting' || kind === 'refused'));
  const app = createAppStore(connection, schedule, () =>
    [memory.get('conversation'), session.place.conversation()].filter((id) => id !== null),
  );
  const conversation = createConversationStore(connection, schedule);
  const context = createContextStore({ connection, app, conversation, later });
  const view = createViewStore(memory);
  const traces = createConversationUiState({ view, memory, conversation });
  const toasts = createToasts();
  const writer = String(Math.random());
  const newChatMemory = createNewChatMemory(memory, tab, named() !== null);
  const drafts = createDrafts({
    memory,
    newChat: newChatMemory,
    later,
    async save(conversationId, draft, attachments) {
      const own = { ...(draft === undefined ? {} : { draft }), ...(attachments ? { attachments } : {}) };
      const saved = await connection.call('conversation.saveDraft', { conversationId, ...own, writer });
      return saved.ok ? saved.value.draft : null;
    },
  });
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId === null || event.type !== 'draft.changed' || event.writer === writer) return;
    drafts.follow(conversationId, { text: event.draft, attachments: event.attachments });
  });
  connection.onOpen(() => {
    const { id } = conversation.store.getState();
    if (id !== null) drafts.open(id);
  });
  conversation.store.subscribe(({ state }, before) => {
    if (!state || state === before.state) return;
    drafts.note(state.conversationId, { text: state.draft, attachments: state.draftAttachments });
  });
  const side = createSideConversations({ connection, conversation, schedule });
  const uploads = createUploads({
    call: connection.call,
    drafts,
    memory: newChatMemory,
    newChatProject: () => newChatProject(app, view),
    learn: async (conversationId) => {
      const read = await side.read(conversationId);
      if (!read.ok) return read;
      drafts.note(conversationId, { text: read.value.draft, attachments: read.value.draftAttachments });
      return ok(undefined);
    },
  });
  const lost = createFailedLoads(door, drafts, toasts);
  const actions = createActions({
    ...{ connection, app, conversation, view, toasts, drafts, uploads, memory },
    async makeWorktree(...wish) {
      const { createWorktree: makeWorktree } = await import('../features/worktrees/createWorktree.ts');
      return makeWorktree(session, ...wish);
    },
  });
  const contextActions = createContextActions({ call: actions.call, report: actions.report, conversation, toasts });
  const actionDeps = { call: actions.call, report: actions.report, conversation, toasts };
  const late = { currentId: () => conversation.store.getState().id, lost };
  const recover = lateActions(async () => {
    const { createRecoveryActions: createRecoverActions } = await import('../features/calls/recoveryActions.ts');
    return (conversationId) => createRecoverActions({ ...actionDeps, conversationId });
  }, late);
  const changes = lateActions(async () => {
    const { createChangeActions } = await import('../features/undo/changeActions.ts');
    return (conversationId) => createChangeActions({ ...actionDeps, conversationId, app, drafts });
  }, late);
  const branches = lateActions(async () => {
    const { createBranchActions } = await import('../features/branches/branchActions.ts');
    return (conversationId) => createBranchActions({ ...actionDeps, conversationId, show: actions.show, app, view });
  }, late);
  const highlighter = createHighlighter({ onConnected: connection.onOpen });
  const search = createSearchStore(connection, later);
  const chains = createChainsStore(connection, later);
  const show: RevealMatch = (hit, text, which) =>
    loadCode(() => import('../features/search/openHit.ts')).then(
      ({ openHit }) => openHit(session, hit, text, { keepsFocus: true, which }),
      async () => {
        await lost.tell(() => void show(hit, text, which));
        return null;
      },
    );
  const session: Session = {
    commands,
    connection,
    confirming,
    app,
    conversation,
    context,
    contextActions,
    recover,
    lists: createToolLists({ connection, app, conversation, view }),
    changes,
    forks: createForkStore({ connection, conversation }),
    branches,
    mcp: createMcpStore(connection),
    processes: createProcessStore(connection),
    search,
    chains,
    place: createSessionRestore({ tab, view, conversation, search, chains, actions, named }),
    wayBack: createBackNavigation({ view, conversation }),
    find: createFindStore({
      connection,
      conversation,
      later,
      show,
    }),
    side,
    drafts,
    uploads,
    pictures: createImageCache(connection.call),
    view,
    toasts,
    lost,
    actions,
    highlighter,
    mathLoader: createMathLoader(),
    memory,
  };
  forgetDeleted({
    connection,
    conversation,
    forget(conversationId) {
      for (const part of [drafts, uploads, traces, side]) part.forget(conversationId);
    },
  });
  return session;
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

/**
 * Drops the window's data of deleted conversations. For the current one, waits until another is opened, since it may
 * still be restored.
 */
interface ForgetDeletedDeps {
  connection: Pick<Connection, 'onEvent'>;
  conversation: Pick<ConversationStore, 'store'>;
  forget(conversationId: string): void;
}

function forgetDeleted({ connection, conversation, forget }: ForgetDeletedDeps): void {
  let shownAndDeleted: string | null = null;
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId !== null) return;
    if (event.type === 'conversation.listed' && event.row.id === shownAndDeleted) shownAndDeleted = null;
    if (event.type !== 'conversation.unlisted') return;
    if (event.conversationId === conversation.store.getState().id) shownAndDeleted = event.conversationId;
    else forget(event.conversationId);
  });
  conversation.store.subscribe(({ id }) => {
    if (shownAndDeleted === null || id === shownAndDeleted) return;
    const deletedId = shownAndDeleted;
    shownAndDeleted = null;
    forget(deletedId);
  });
}

/**
 * Actions whose code loads when the window is idle or on first use. They apply to the conversation that was current when the
 * action was called, regardless of loading time. If loading fails, the user is notified and nothing happens.
 */
type Actions<T> = { [K in keyof T]: (...args: never[]) => Promise<boolean> };

/** Creates the actions for a conversation. */
type MakeActions<T> = (conversationId: () => string | null) => T;

interface LateActionsDeps {
  /** Returns the current conversation. */
  currentId(): string | null;
  lost: Pick<FailedLoads, 'tell'>;
}

function lateActions<T extends Actions<T>>(
  load: () => Promise<MakeActions<T>>,
  { currentId, lost }: LateActionsDeps,
): T {
  loadWhenIdle([{ load }]);

  async function act(name: keyof T, args: never[], conversationId: string | null): Promise<boolean> {
    const make = await loadCode(load).catch(() => null);
    if (make) return make(() => conversationId)[name](...args);
    await lost.tell(() => void act(name, args, conversationId));
    return false;
  }

  return new Proxy({} as T, {
    get:
      (_none, name) =>
      (...args: never[]) =>
        act(name as keyof T, args, currentId()),
  });
}
