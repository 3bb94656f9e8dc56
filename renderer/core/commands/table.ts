// The commands that belong to no feature. renderer/features.ts joins them with those of the features, in the order of their titles.
//
// To add one: a line in the manifest of its feature or in its commands.ts, and its title under the same id in the strings of the
// commands of each language. The palette, the list of shortcuts, the settings of the keyboard and the tips then show it. `when` is
// asked often, so it reads only the session and the focus. A test checks that no two commands share default keys, and that none
// takes keys that browsers or text fields need.

import type { Command } from '../state/session.ts';

export const coreCommands: readonly Command[] = [
  {
    id: 'focus.notifications',
    group: 'window',
    keys: 'F8',
    overDialogs: true,
    when: ({ toasts }) => toasts.store.getState().shown.length > 0,
    run: () => [...document.querySelectorAll<HTMLElement>('[data-toasts] button')].at(-1)?.focus(),
  },
  // In a field with text in it the key undoes what was typed: see useShortcuts.
  { id: 'toast.undo', group: 'window', keys: 'Mod+Z', fixed: true },
];
