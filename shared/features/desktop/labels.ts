// The words of the system's own menus, notifications and tray: in English until a window sends them in its language.

export const desktopLabels = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  fullScreen: 'Full screen',
  reload: 'Reload',
  developerTools: 'Developer tools',
  minimize: 'Minimize',
  closeWindow: 'Close window',
  quit: 'Quit Throughline',
  newChat: 'New chat',
  newWindow: 'New window',
  quick: 'Quick window',
  recent: 'Recent folders',
  show: 'Show Throughline',
  openLink: 'Open link',
  copyLink: 'Copy link',
  copyImage: 'Copy image',
  addWord: 'Add to dictionary',
  noSuggestion: 'No suggestions',
  allow: 'Allow once',
  deny: 'Deny',
  reply: 'Answer',
  needsYou: 'Needs you',
  running: 'Running',
  idle: 'Nothing is running',
  untitled: 'New chat',
  keptTitle: 'Throughline is still running',
  keptBody: 'Its work continues. Open it from its icon in the tray, or quit it there.',
} as const;

export type DesktopLabels = Record<keyof typeof desktopLabels, string>;

export const desktopLabelNames = Object.keys(desktopLabels) as [keyof DesktopLabels, ...(keyof DesktopLabels)[]];

/** Commands of the window that the application menu has, by name. */
export const menuCommands = [
  ...['chat.new', 'folder.open', 'import.open', 'settings.open', 'updates.check'],
  ...['find.open', 'search.open', 'palette.open'],
  ...['sidebar.toggle', 'page.activity'],
] as const;
