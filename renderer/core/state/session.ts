// The parts of the window, handed to every component: connection, stores and actions. `createSession` in renderer/app makes it.
// Each feature declares its own parts in the file that defines them.

import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import type { strings } from '../strings.ts';
import type { Actions } from './actions.ts';
import type { AppStore } from './appStore.ts';
import type { BackNavigation } from './backNavigation.ts';
import type { CommandTarget } from './commandTarget.ts';
import type { Confirmations } from './confirmations.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Drafts } from './drafts.ts';
import type { FailedLoads } from './failedLoads.ts';
import type { SideConversations } from './sideConversations.ts';
import type { Highlighter, MathLoader } from './textTools.ts';
import type { Toasts } from './toasts.ts';
import type { ToolLists } from './toolLists.ts';
import type { Uploads } from './uploads.ts';
import type { ViewStore } from './viewStore.ts';

export interface Session {
  /** All commands, in list order. */
  commands: readonly Command[];
  connection: Connection;
  /** Confirmations outside the window. */
  confirming: Confirmations;
  app: AppStore;
  conversation: ConversationStore;
  /** Rules and tools, fetched while displayed. */
  lists: ToolLists;
  /** Return path from a call or hit. */
  wayBack: BackNavigation;
  side: SideConversations;
  drafts: Drafts;
  uploads: Uploads;
  view: ViewStore;
  toasts: Toasts;
  /** Handles code that cannot be loaded. */
  lost: FailedLoads;
  actions: Actions;
  highlighter: Highlighter;
  mathLoader: MathLoader;
  /** The window's local storage. */
  memory: Memory;
  /** Storage with the lifetime of the tab. */
  tab: Memory;
  /** Saves texts that were not sent. */
  flushTexts(): void;
}

// A command is a main action of the window. The palette, the keyboard, menus, tips, the shortcut list and the keyboard
// settings all use the session's list.

/** Key of its title; settings.json refers to it for shortcuts. */
export type CommandId = keyof typeof strings.commands.titles;

export type CommandGroup = keyof typeof strings.commands.groups;

/** Like `Mod+Shift+F`, key last; `Mod` is Command on macOS and Control elsewhere. Empty: none. */
export type Keys = string;

export interface Command {
  id: CommandId;
  group: CommandGroup;
  /** Default shortcut; a different one where the browser reserves the first. */
  keys?: Keys | { desktop: Keys; browser: Keys };
  /** A second, fixed shortcut. */
  also?: Keys;
  /** Handled locally and not configurable; only listed. */
  fixed?: boolean;
  /** Where its shortcut applies, if not everywhere; shown in the list. */
  where?: 'card' | 'composer' | 'transcript' | 'sidebar';
  /** Also works while a dialog or the palette is open. */
  overDialogs?: boolean;
  /** Hidden in the palette until something is typed. */
  quiet?: boolean;
  /** Whether it is available; absent: always. */
  when?(session: Session, target: CommandTarget): boolean;
  /** Runs the command; absent: only listed. Imports large code on demand. */
  run?(session: Session, target: CommandTarget): void;
}
