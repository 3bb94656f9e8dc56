// What a command is. The main actions of the window are commands in one table (table.ts): the palette, the keyboard, the hints in menus
// and tips, the list of shortcuts and the settings of the keyboard all read that table.

import type { Session } from '../state/session.ts';
import type { strings } from '../strings.ts';
import type { CommandTarget } from './target.ts';

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

/** Whether it can be done now. */
export function isOffered(command: Command, session: Session, target: CommandTarget): boolean {
  return command.run !== undefined && (command.when?.(session, target) ?? true);
}
