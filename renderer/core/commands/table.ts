// Every command of the window.
//
// To add one: a line in the file of its group here beside it (or a file of your own, joined below), and its title under
// the same id in strings/en/commands.ts and strings/zh/commands.ts. Then the palette offers it, the list of shortcuts and the
// settings of the keyboard show it, and its keys work. `when` says whether it can be done now; it is asked often and looks only
// at the session and at what has the focus. A test holds that no two commands have the same keys by default, and that none
// has keys which browsers or text fields need. Menus and tips show a command's keys with `useKeys(id)`.

import { worktreeCommands } from '../../features/worktrees/commands.ts';
import type { Command, CommandId } from './command.ts';
import { conversationCommands } from './conversationCommands.ts';
import { findCommands } from './findCommands.ts';
import { messageCommands } from './messageCommands.ts';
import { modeCommands } from './modeCommands.ts';
import { runCommands } from './runCommands.ts';
import { settingsCommands } from './settingsCommands.ts';
import { windowCommands } from './windowCommands.ts';

export const commands: readonly Command[] = [
  ...windowCommands,
  ...findCommands,
  ...runCommands,
  ...modeCommands,
  ...conversationCommands,
  ...worktreeCommands,
  ...messageCommands,
  ...settingsCommands,
  // Where one writes; handled by the composer.
  { id: 'composer.send', group: 'writing', keys: 'Enter', fixed: true },
  { id: 'composer.sendNow', group: 'writing', keys: 'Mod+Enter', fixed: true, where: 'composer' },
  { id: 'composer.background', group: 'writing', keys: 'Alt+Enter', fixed: true, where: 'composer' },
  { id: 'composer.newline', group: 'writing', keys: 'Shift+Enter', fixed: true },
  { id: 'composer.earlier', group: 'writing', keys: 'Up', fixed: true },
];

export function commandOf(id: CommandId): Command {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}
