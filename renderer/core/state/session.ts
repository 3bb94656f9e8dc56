// What the window is made of, handed to every component: connection, stores, and what a person can do. `createSession` in
// renderer/app makes it.

import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import type { Actions } from './actions.ts';
import type { AppStore } from './appStore.ts';
import type { BranchActions } from './branchActions.ts';
import type { Confirming } from './confirming.ts';
import type { ContextActions } from './contextActions.ts';
import type { ContextStore } from './contextStore.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Drafts } from './drafts.ts';
import type { ForkStore } from './forkStore.ts';
import type { ChangeActions } from './lateChanges.ts';
import type { LostParts } from './lostParts.ts';
import type { McpStore } from './mcpStore.ts';
import type { Pictures } from './pictures.ts';
import type { ProcessStore } from './processStore.ts';
import type { RecoverActions } from './recoverActions.ts';
import type { ChainsStore } from './search/chainsStore.ts';
import type { FindStore } from './search/findStore.ts';
import type { SearchStore } from './search/searchStore.ts';
import type { SessionRestore } from './sessionRestore.ts';
import type { SideConversations } from './sideConversations.ts';
import type { Highlighter, MathsLoader } from './textTools.ts';
import type { Toasts } from './toasts.ts';
import type { ToolLists } from './toolLists.ts';
import type { Uploads } from './uploads.ts';
import type { ViewStore } from './viewStore.ts';
import type { WayBack } from './wayBack.ts';

export interface Session {
  connection: Connection;
  /** What is confirmed outside of the window. */
  confirming: Confirming;
  app: AppStore;
  conversation: ConversationStore;
  context: ContextStore;
  contextActions: ContextActions;
  recover: RecoverActions;
  /** Rules and tools, asked for where they are shown. */
  lists: ToolLists;
  changes: ChangeActions;
  /** Where the conversation parts, and what is done about it. */
  forks: ForkStore;
  branches: BranchActions;
  mcp: McpStore;
  processes: ProcessStore;
  /** The search page as it was left, and what is found in the conversation that is shown. */
  search: SearchStore;
  find: FindStore;
  /** The page of the calls of all conversations as it was left. */
  chains: ChainsStore;
  /** From a call or a hit that one went to. */
  wayBack: WayBack;
  /** Where one is, through a reload. */
  place: SessionRestore;
  side: SideConversations;
  drafts: Drafts;
  uploads: Uploads;
  /** The bytes of attachments that are shown. */
  pictures: Pictures;
  view: ViewStore;
  toasts: Toasts;
  /** What is done where code of the window cannot be had. */
  lost: LostParts;
  actions: Actions;
  highlighter: Highlighter;
  maths: MathsLoader;
  /** What the window keeps for itself between starts. */
  memory: Memory;
}
