// The window's parts, made once and handed to the components: connection, stores, and what a person can do. It owns
// nothing that the host does not have, but drafts on their way there.

import { type ChangeActions, createChangeActions } from '../changes/changeActions.ts';
import { type Connection, createConnection } from '../connection/connection.ts';
import type { Link } from '../connection/link.ts';
import { type ContextActions, createContextActions } from '../context/contextActions.ts';
import { type ContextStore, createContextStore } from '../context/contextStore.ts';
import { createHighlighter, type Highlighter } from '../markdown/highlighter.ts';
import { createProcessStore, type ProcessStore } from '../processes/processStore.ts';
import { type Actions, createActions } from './actions.ts';
import { type AppStore, createAppStore } from './appStore.ts';
import { type ConversationStore, createConversationStore } from './conversationStore.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import type { Schedule } from './frames.ts';
import { createMcpStore, type McpStore } from './mcpStore.ts';
import type { Memory } from './memory.ts';
import { createRecoverActions, type RecoverActions } from './recoverActions.ts';
import { createSideConversations, type SideConversations } from './sideConversations.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createToolLists, type ToolLists } from './toolLists.ts';
import { createViewStore, type ViewStore } from './viewStore.ts';

export interface Session {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  context: ContextStore;
  contextActions: ContextActions;
  recover: RecoverActions;
  /** Rules and tools, asked for where they are shown. */
  lists: ToolLists;
  changes: ChangeActions;
  mcp: McpStore;
  processes: ProcessStore;
  side: SideConversations;
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
  const changes = createChangeActions({
    call: actions.call,
    report: actions.report,
    conversation,
    drafts,
    toasts,
  });
  const highlighter = createHighlighter();
  return {
    connection,
    app,
    conversation,
    context,
    contextActions,
    recover,
    lists: createToolLists({ connection, app, conversation, view }),
    changes,
    mcp: createMcpStore(connection),
    processes: createProcessStore(connection),
    side: createSideConversations({ connection, conversation, schedule }),
    drafts,
    view,
    toasts,
    actions,
    highlighter,
    memory,
  };
}
