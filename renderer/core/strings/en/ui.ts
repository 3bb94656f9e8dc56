// Words of the frame: buttons that stand everywhere, the connection.

export const uiStrings = {
  file: 'File',
  appName: 'Throughline',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  dismiss: 'Dismiss',
  save: 'Save',
  tryAgain: 'Try again',
  reload: 'Reload',
  more: 'More',
  /** Code of the window that cannot be had. */
  lost: {
    updated: 'Throughline was updated. What you have written is kept.',
    away: 'This part of the window could not be loaded: the app cannot be reached. What you have written is kept.',
    failed: 'This part of the window could not be loaded. What you have written is kept.',
    loadAgain: 'Load again',
  },
  table: 'Table',
  code: 'Code',
  notifications: 'Notifications',
  loading: 'Opening…',
  connecting: 'Connecting to the app…',
  reconnecting: 'The app cannot be reached. What is stored is kept, and what you write stays here. Reconnecting…',
  reconnectingLong: 'Still no answer. If the app was started again, open the address that it printed.',
  startedAgain: 'The app was started again: open the address that it printed. What you write stays here.',
  refusedTitle: 'This tab needs the whole address',
  refusedBody:
    'Open the address that the app printed at its last start, up to the end of “#token=…”. Each tab needs it once, and each start has another. Your conversations are kept.',
  endedTitle: 'The connection to the app ended',
  endedBody: 'Everything that was stored is kept. Load the window again to go on.',
  startFailed: 'The app could not be opened',
  openSidebar: 'Show the sidebar',
  closeSidebar: 'Hide the sidebar',
  openPanel: 'Show the chain',
  closePanel: 'Hide the chain',
  settings: 'Settings',
  /** Of durations; the number is written already. */
  units: {
    milliseconds: (count: string) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: string) => `${count} min`,
    hours: (count: string) => `${count} h`,
  },
  time: {
    now: 'now',
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
  },
} as const;
