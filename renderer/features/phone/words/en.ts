// English strings of what a phone shows while the host cannot be reached.

export const catalog = {
  title: 'Last known state',
  /** `time`: when it was received. */
  asOf: (time: string) => `The app cannot be reached. Its state as of ${time}; nothing can be sent or answered.`,
  waiting: 'Was waiting for you',
  running: 'Was running',
  others: 'Conversations',
  back: 'Back',
  noMessages: 'Its messages are not on this device.',
  calls: (names: string) => `Called ${names}`,
  you: 'You',
  remove: 'Remove from this device',
};
