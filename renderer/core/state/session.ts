// What the window is made of, handed to every component: connection, stores, and what a person can do. `createSession` in
// renderer/app makes it.

import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import type { strings } from '../strings.ts';
import type { Actions } from './actions.ts';
import type { AppStore } from './appStore.ts';
import type { BranchActions } from './branchActions.ts';
import type { CommandTarget } from './commandTarget.ts';
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
  /** Every command of the window, in the order of its lists. */
  commands: readonly Command[];
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

// A command is a main action of the window. The palette, the keyboard, the hints in menus and tips, the list of shortcuts and the
// settings of the keyboard all read the list of the session.

/** The key of its title in the catalogue; settings.json has shortcuts by it. */
export type CommandId = keyof typeof strings.commands.titles;

export type CommandGroup = keyof typeof strings.commands.groups;

/** As `Mod+Shift+F`, the key last; `Mod` is Command on a Mac and Control elsewhere. Empty: none. */
export type Keys = string;

export interface Command {
  id: CommandId;
  group: CommandGroup;
  /** What it has before a person changes it; another one where the browser keeps the first for itself. */
  keys?: Keys | { desktop: Keys; browser: Keys };
  /** A second one, which stays as it is. */
  also?: Keys;
  /** Its keys are handled where they count, and cannot be changed; it is only listed. */
  fixed?: boolean;
  /** Where its keys count, when that is not everywhere: said in the list. */
  where?: 'card' | 'composer' | 'transcript';
  /** Also while a dialog or the palette is open. */
  overDialogs?: boolean;
  /** Not offered by the palette before something is typed. */
  quiet?: boolean;
  /** Whether it can be done now; always, when it is not here. */
  when?(session: Session, target: CommandTarget): boolean;
  /** What it does; a command without it is only listed. What is large is imported when it runs. */
  run?(session: Session, target: CommandTarget): void;
}
