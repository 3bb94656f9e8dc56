// Commands that belong to no feature. renderer/features.ts merges them with the features' commands, sorted by title.
//
// To add one, add a line to its feature's manifest or commands.ts, and a title under the same id to the command strings
// of each language. It then appears in the palette, the shortcut list, the keyboard settings and tips. `when` runs
// often, so it may only read the session and the focus. A test checks that default shortcuts are unique and do not
// conflict with browsers or text fields.

import type { Command } from '../state/session.ts';

export const coreCommands: readonly Command[] = [
  {
    id: 'focus.notifications',
    group: 'window',
    keys: 'F8',
    overDialogs: true,
    when: ({ toasts }) => toasts.store.getState().visibleToasts.length > 0,
    run: () => [...document.querySelectorAll<HTMLElement>('[data-toasts] button')].at(-1)?.focus(),
  },
  // In a non-empty field, the shortcut undoes typing instead: see useShortcuts.
  { id: 'toast.undo', group: 'window', keys: 'Mod+Z', fixed: true },
];
