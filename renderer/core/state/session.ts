// The parts of the window, handed to every component: connection, stores and actions. `createSession` in renderer/app makes it.
// Each feature declares its own parts in the file that defines them.

import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import type { strings } from '../strings.ts';
import type { Actions } from './actions.ts';
import type { AppStore } from './appStore.ts';
import type { CommandTarget } from './commandTarget.ts';
import type { Confirming } from './confirming.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Drafts } from './drafts.ts';
import type { LostParts } from './lostParts.ts';
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
  /** Rules and tools, asked for where they are shown. */
  lists: ToolLists;
  /** From a call or a hit that one went to. */
  wayBack: WayBack;
  side: SideConversations;
  drafts: Drafts;
  uploads: Uploads;
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
