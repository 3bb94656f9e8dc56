// The window's parts, made once and handed to the components: connection, stores, and what a person can do. It owns
// nothing that the host does not have, but drafts on their way there.

import { type Connection, createConnection } from '../connection/connection.ts';
import type { Link } from '../connection/link.ts';
import { type ContextActions, createContextActions } from '../context/contextActions.ts';
import { type ContextStore, createContextStore } from '../context/contextStore.ts';
import { createHighlighter, type Highlighter } from '../markdown/highlighter.ts';
import { type Actions, createActions } from './actions.ts';
import { type AppStore, createAppStore } from './appStore.ts';
import { type ConversationStore, createConversationStore } from './conversationStore.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import type { Schedule } from './frames.ts';
import type { Memory } from './memory.ts';
import { createRecoverActions, type RecoverActions } from './recoverActions.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createViewStore, type ViewStore } from './viewStore.ts';

export interface Session {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  context: ContextStore;
  contextActions: ContextActions;
  recover: RecoverActions;
  drafts: Drafts;
  view: ViewStore;
  toasts: Toasts;
  actions: Actions;
  highlighter: Highlighter;
  /** What the window keeps for itself between starts. */
  memory: Memory;
}

export interface SessionDeps {
  link: Link;
  memory: Memory;
  schedule: Schedule;
  later(ms: number, callback: () => void): () => void;
}

export function createSession({ link, memory, schedule, later }: SessionDeps): Session {
  const connection = createConnection({ link, later });
  const app = createAppStore(connection, schedule);
  const conversation = createConversationStore(connection, schedule);
  const context = createContextStore({ connection, app, conversation, later });
  const view = createViewStore(memory);
  const toasts = createToasts();
  const drafts = createDrafts({
    memory,
    later,
    save: async (conversationId, draft) =>
      (await connection.call('conversation.saveDraft', { conversationId, draft })).ok,
  });
  const actions = createActions({ connection, app, conversation, view, toasts, drafts, memory });
  const contextActions = createContextActions({ call: actions.call, report: actions.report, conversation, toasts });
  const recover = createRecoverActions({ call: actions.call, report: actions.report, conversation, toasts });
  const highlighter = createHighlighter();
  return {
    connection,
    app,
    conversation,
    context,
    contextActions,
    recover,
    drafts,
    view,
    toasts,
    actions,
    highlighter,
    memory,
  };
}
