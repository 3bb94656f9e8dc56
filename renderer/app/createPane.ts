// Creates the session of a pane: the parts of the window that belong to the shown conversation, joined with the shared ones.

import { ok } from '../../shared/core/errors.ts';
import type { Connection } from '../core/connection/connection.ts';
import { loadCode } from '../core/loadCode.ts';
import type { Memory } from '../core/memory.ts';
import { loadWhenIdle } from '../core/parts/lazyPart.tsx';
import { createActions } from '../core/state/actions.ts';
import { createBackNavigation } from '../core/state/backNavigation.ts';
import { newChatProject } from '../core/state/choices.ts';
import { type ConversationStore, createConversationStore } from '../core/state/conversationStore.ts';
import { createDrafts, type Drafts } from '../core/state/drafts.ts';
import type { FailedLoads } from '../core/state/failedLoads.ts';
import type { Schedule } from '../core/state/frames.ts';
import type { Session } from '../core/state/session.ts';
import { createToolLists } from '../core/state/toolLists.ts';
import { createUploads } from '../core/state/uploads.ts';
import { createViewStore } from '../core/state/viewStore.ts';
import { createForkStore } from '../features/branches/forkStore.ts';
import { createContextActions } from '../features/context/contextActions.ts';
import { createContextStore } from '../features/context/contextStore.ts';
import { createFindStore, type RevealMatch } from '../features/search/findStore.ts';
import type { ConversationUiState } from './conversationUiState.ts';

type PaneParts =
  | 'actions'
  | 'branches'
  | 'changes'
  | 'context'
  | 'contextActions'
  | 'conversation'
  | 'drafts'
  | 'find'
  | 'forks'
  | 'lists'
  | 'recover'
  | 'uploads'
  | 'view'
  | 'wayBack';

/** The parts that all panes of the window share. */
type SharedParts = Omit<Session, PaneParts | 'lost' | 'place'>;

export interface PaneDeps {
  shared: SharedParts;
  /** Storage of the pane's new chat. */
  newChatMemory: Memory;
  schedule: Schedule;
  later(ms: number, callback: () => void): () => void;
  /** The same for every pane. */
  lostWith(drafts: Drafts): FailedLoads;
  placeWith(own: Pick<Session, 'actions' | 'conversation' | 'view'>): Session['place'];
  /** Keeps the items that the user expanded, and edits, with their conversation. */
  uiState: Pick<ConversationUiState, 'follow'>;
  /** A conversation was deleted that this pane does not show. */
  forget(conversationId: string): void;
}

export function createPane(deps: PaneDeps): Session {
  const { shared, newChatMemory, schedule, later } = deps;
  const { connection, app, memory, panes, side, toasts } = shared;
  const conversation = createConversationStore(connection, schedule, side.isWatched);
  const currentId = (): string | null => conversation.store.getState().id;
  const context = createContextStore({ connection, app, conversation, later });
  const view = createViewStore(memory);
  const writer = String(Math.random());
  const drafts = createDrafts({
    memory,
    newChat: newChatMemory,
    later,
    async save(conversationId, draft, attachments) {
      const changed = { ...(draft === undefined ? {} : { draft }), ...(attachments ? { attachments } : {}) };
      const saved = await connection.call('conversation.saveDraft', { conversationId, ...changed, writer });
      return saved.ok ? saved.value.draft : null;
    },
  });
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId === null || event.type !== 'draft.changed' || event.writer === writer) return;
    drafts.follow(conversationId, { text: event.draft, attachments: event.attachments });
  });
  connection.onOpen(() => {
    const id = currentId();
    if (id !== null) drafts.open(id);
  });
  conversation.store.subscribe(({ state }, before) => {
    if (!state || state === before.state) return;
    drafts.note(state.conversationId, { text: state.draft, attachments: state.draftAttachments });
  });
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
  const lost = deps.lostWith(drafts);
  const actions = createActions({
    ...{ connection, app, conversation, view, toasts, drafts, uploads, memory },
    async makeWorktree(...wish) {
      const { createWorktree: makeWorktree } = await import('../features/worktrees/createWorktree.ts');
      return makeWorktree(session, ...wish);
    },
    isAlone: () => panes.other() === null,
    leave: () => panes.leave(session),
    showElsewhere(conversationId) {
      const pane = panes.paneFor(session, conversationId);
      if (pane === session) return false;
      panes.focus(pane);
      pane.actions.show(conversationId);
      return true;
    },
  });
  const contextActions = createContextActions({ call: actions.call, report: actions.report, conversation, toasts });
  const actionDeps = { call: actions.call, report: actions.report, conversation, toasts };
  const late = { currentId, lost };
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
  const show: RevealMatch = (hit, text, which) =>
    loadCode(() => import('../features/search/openHit.ts')).then(
      ({ openHit }) => openHit(session, hit, text, { keepsFocus: true, which }),
      async () => {
        await lost.tell(() => void show(hit, text, which));
        return null;
      },
    );
  const session: Session = {
    ...shared,
    conversation,
    context,
    contextActions,
    recover,
    lists: createToolLists({ connection, app, conversation, view }),
    changes,
    forks: createForkStore({ connection, conversation }),
    branches,
    place: deps.placeWith({ actions, conversation, view }),
    wayBack: createBackNavigation({ view, conversation }),
    find: createFindStore({ connection, conversation, later, show }),
    drafts,
    uploads,
    view,
    lost,
    actions,
  };
  // First: what belongs to a deleted conversation is kept as another one is shown, and then dropped.
  deps.uiState.follow(view, conversation);
  forgetDeleted({
    connection,
    conversation,
    forget(conversationId) {
      for (const part of [drafts, uploads]) part.forget(conversationId);
      deps.forget(conversationId);
    },
  });
  return session;
}

interface ForgetDeletedDeps {
  connection: Pick<Connection, 'onEvent'>;
  conversation: Pick<ConversationStore, 'store'>;
  forget(conversationId: string): void;
}

/**
 * Drops the pane's data of deleted conversations. For the current one, waits until another is opened, since it may still be
 * restored.
 */
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

type Actions<T> = { [K in keyof T]: (...args: never[]) => Promise<boolean> };

/** Creates the actions for a conversation. */
type MakeActions<T> = (conversationId: () => string | null) => T;

interface LateActionsDeps {
  /** Returns the current conversation. */
  currentId(): string | null;
  lost: Pick<FailedLoads, 'tell'>;
}

/**
 * Actions whose code loads when the window is idle or on first use. They apply to the conversation that was current when the
 * action was called, regardless of loading time. If loading fails, the user is notified and nothing happens.
 */
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
