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
    away: 'This part of the window could not be loaded because the app cannot be reached. What you have written is kept.',
    failed: 'This part of the window could not be loaded. What you have written is kept.',
    loadAgain: 'Reload',
  },
  table: 'Table',
  code: 'Code',
  notifications: 'Notifications',
  moreNotifications: (count: number) => `${count} more`,
  loading: 'Opening…',
  connecting: 'Connecting to the app…',
  reconnecting: 'The app cannot be reached. Everything stored is kept, and what you write stays here. Reconnecting…',
  reconnectingLong: 'Still no response. If the app was restarted, open the address it printed.',
  startedAgain: 'The app was restarted: open the address it printed. What you write stays here.',
  refusedTitle: 'This tab needs the full address',
  refusedBody:
    'Open the address the app printed when it last started, including all of “#token=…” at the end. Each tab needs it once, and it changes with every start. Your conversations are kept.',
  endedTitle: 'The connection to the app ended',
  endedBody: 'Everything stored is kept. Reload the window to continue.',
  startFailed: 'The app could not be opened',
  openSidebar: 'Show sidebar',
  closeSidebar: 'Hide sidebar',
  panels: 'Panels',
  closePanel: 'Hide chain',
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
