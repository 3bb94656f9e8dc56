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
  shared: {
    title: 'Shared with Throughline',
    body: 'Another app or a website shared this. Nothing is sent: it becomes the draft of a message, which you can change.',
    notAllowed:
      'Another app or a website shared this. This device may not send messages. To use it, allow the device to steer: on the computer, Settings → Devices.',
    text: 'Text',
    files: 'Files',
    left: (names: string) => `Left out, because of their size or number: ${names}`,
    cut: 'The text was too long; the end is missing.',
    target: 'Add it to',
    newChat: 'A new chat',
    add: 'Add to the draft',
    discard: 'Discard',
    later: 'Not now',
  },
};
