// Strings for notifications. They name the conversation and what it needs, but contain no chat content.

export const catalog = {
  what: {
    approval: 'Needs your approval.',
    question: 'Has a question for you.',
    retrying: 'Waiting to retry the model.',
    done: 'Done.',
    failed: 'Ended with an error.',
    paused: 'Stopped before it finished.',
  },
  answer: { allow: 'Allow once', deny: 'Deny', reply: 'Answer' },
  several: (count: number) => `${count} conversations`,
  severalBody: (waiting: number, retrying: number, ended: number) =>
    [
      waiting > 0 ? `${waiting} waiting for you` : '',
      retrying > 0 ? `${retrying} retrying` : '',
      ended > 0 ? `${ended} ended` : '',
    ]
      .filter(Boolean)
      .join(', '),
  show: 'Show',
  waits: (title: string) => `“${title}” is waiting for you.`,
  settings: {
    label: 'Notify me',
    hint: 'When a run needs you, has been waiting a while for its model or ends while the window is in the background or shows another conversation. Notifications contain only the conversation’s title and what it needs.',
    on: 'On',
    off: 'Off',
    allow: 'Allow notifications…',
    ask: 'You haven’t allowed notifications in the browser yet.',
    denied:
      'The browser blocks notifications from this page. You can change this in the browser’s site settings. Until then, the tab title shows what is waiting.',
    unsupported: 'This browser doesn’t support notifications. The tab title shows what is waiting.',
    granted: 'Notifications are allowed.',
  },
} as const;
