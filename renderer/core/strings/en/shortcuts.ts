// English strings for the list of shortcuts and the keyboard settings.

export const shortcutStrings = {
  list: {
    find: 'Find a shortcut',
    empty: 'No matching commands.',
    change: 'Change shortcuts…',
    palette: 'All commands are also in the command palette:',
    fixed: 'This shortcut can’t be changed.',
    where: {
      card: 'with an empty message',
      composer: 'in the message field',
      transcript: 'when the conversation is focused',
      sidebar: 'on a conversation in the sidebar',
    },
  },
  keyboard: {
    intro: 'Select a row and press the new keys. Changes take effect immediately.',
    browser: 'Browsers reserve some shortcuts, such as Ctrl+N and Ctrl+W, so other keys are used here.',
    change: (title: string) => `Change the shortcut for “${title}”`,
    press: 'Press the keys…',
    pressHint: 'Esc to cancel, Backspace to remove.',
    clear: (title: string) => `Remove the shortcut for “${title}”`,
    reset: (title: string) => `Reset the shortcut for “${title}”`,
    resetAll: 'Reset all shortcuts',
    changed: 'Changed',
    taken: (keys: string, title: string) => `${keys} is already used for “${title}”. Change that shortcut first.`,
    bare: 'A shortcut needs Ctrl or Alt (⌘ or ⌥ on a Mac), or a function key.',
    editing: (keys: string) => `${keys} is used for editing text.`,
    browserOwn: (keys: string) => `${keys} is reserved by the browser and never reaches this window.`,
    failed: 'The shortcut couldn’t be saved.',
  },
} as const;
