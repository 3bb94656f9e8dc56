// Words of notifications. They name the conversation and what is needed, and nothing that was said or done in it.

export const notifyStrings = {
  what: {
    approval: 'Waits for your approval.',
    question: 'Asks you something.',
    done: 'Done.',
    failed: 'Ended with an error.',
    paused: 'Ended before it was done.',
  },
  several: (count: number) => `${count} conversations`,
  severalBody: (waiting: number, ended: number) =>
    [waiting > 0 ? `${waiting} waiting for you` : '', ended > 0 ? `${ended} ended` : ''].filter(Boolean).join(', '),
  show: 'Show',
  waits: (title: string) => `“${title}” waits for you.`,
  settings: {
    label: 'Notify me',
    hint: 'When a run needs you or has ended, while the window is not in front or shows another conversation. A notification has the title of the conversation and what is needed, nothing else.',
    on: 'On',
    off: 'Off',
    allow: 'Allow notifications…',
    ask: 'The browser has not allowed them yet.',
    denied:
      'The browser does not allow them for this page. Its settings for this address can change that; until then the title of the tab shows what waits.',
    unsupported: 'This browser has no notifications. The title of the tab shows what waits.',
    granted: 'The browser allows them.',
  },
} as const;
