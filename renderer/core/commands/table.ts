// The commands that belong to no feature. renderer/features.ts joins them with those of the features.
//
// To add one: a line in the file of its group, and its title under the same id in the strings of the commands of each language. The
// palette, the list of shortcuts, the settings of the keyboard and the tips then show it. `when` is asked often, so it reads only the
// session and the focus. A test checks that no two commands share default keys, and that none takes keys that browsers or text
// fields need.

import type { Command } from '../state/session.ts';
import { conversationCommands } from './conversationCommands.ts';
import { findCommands } from './findCommands.ts';
import { messageCommands } from './messageCommands.ts';
import { modeCommands } from './modeCommands.ts';
import { runCommands } from './runCommands.ts';
import { settingsCommands } from './settingsCommands.ts';
import { windowCommands } from './windowCommands.ts';

export const coreCommands: readonly Command[] = [
  ...windowCommands,
  ...findCommands,
  ...runCommands,
  ...modeCommands,
  ...conversationCommands,
  ...messageCommands,
  ...settingsCommands,
  // Where one writes; handled by the composer.
  { id: 'composer.send', group: 'writing', keys: 'Enter', fixed: true },
  { id: 'composer.sendNow', group: 'writing', keys: 'Mod+Enter', fixed: true, where: 'composer' },
  { id: 'composer.background', group: 'writing', keys: 'Alt+Enter', fixed: true, where: 'composer' },
  { id: 'composer.newline', group: 'writing', keys: 'Shift+Enter', fixed: true },
  { id: 'composer.earlier', group: 'writing', keys: 'Up', fixed: true },
];
