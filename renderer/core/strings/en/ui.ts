// English strings for the frame: common buttons, and the connection.

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
    updated: 'Throughline was updated. Your draft is saved.',
    away: 'This part of the window couldn’t be loaded because Throughline isn’t responding. Your draft is saved.',
    failed: 'This part of the window couldn’t be loaded. Your draft is saved.',
    loadAgain: 'Reload',
  },
  table: 'Table',
  code: 'Code',
  notifications: 'Notifications',
  moreNotifications: (count: number) => `${count} more`,
  loading: 'Opening…',
  connecting: 'Connecting to the app…',
  reconnecting: 'Throughline isn’t responding. Your conversations are safe, and your draft stays here. Reconnecting…',
  reconnectingLong: 'Still no response. If the app was restarted, open the address it printed.',
  startedAgain: 'The app was restarted. Open the address it printed. Your draft stays here.',
  refusedTitle: 'This tab needs the full address',
  refusedBody:
    'Open the address the app printed when it last started, including the full “#token=…” at the end. Each tab needs it once, and it changes every time the app starts. Your conversations are safe.',
  endedTitle: 'The connection to the app ended',
  endedBody: 'Your conversations are safe. Reload the window to continue.',
  startFailed: 'The app couldn’t be opened',
  openSidebar: 'Show sidebar',
  closeSidebar: 'Hide sidebar',
  panels: 'Panels',
  closePanel: 'Hide chain',
  panelWidth: 'Panel width',
  panelWidthHint: 'Drag to resize the panel. Double-click to reset.',
  settings: 'Settings',
  filter: {
    clear: 'Clear filter',
    chip: (label: string, value: string) => `${label}: ${value}`,
    several: (label: string, count: number) => `${label}: ${count}`,
    left: (shown: number, of: number) => `${shown.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  },
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
    /** For narrow places. */
    short: {
      minutes: (count: number) => `${count}m`,
      hours: (count: number) => `${count}h`,
      days: (count: number) => `${count}d`,
    },
  },
} as const;
