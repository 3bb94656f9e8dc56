// Words of the branches of a conversation: other versions of a message, other replies, and copies.

export const branchStrings = {
  place: (at: number, of: number) => `${at} of ${of}`,
  empty: 'No text',
  running: 'Stop the run first, or wait for it to finish.',
  version: {
    group: 'Versions of this message',
    previous: 'Previous version',
    next: 'Next version',
    all: (at: number, of: number) => `Version ${at} of ${of}`,
  },
  reply: {
    group: 'Replies to this message',
    previous: 'Previous reply',
    next: 'Next reply',
    all: (at: number, of: number) => `Reply ${at} of ${of}`,
  },
  edit: {
    action: 'Edit and resend',
    field: 'Edit message',
    send: 'Send',
    files: 'Undo later file changes first',
    filesHint: 'File changes made in this turn and later ones are undone before sending.',
    hint: 'Sent as a new version; the original is kept. Esc to cancel.',
    dropped: 'Edit discarded. The message is unchanged.',
    undo: 'Undo',
  },
  regenerate: 'Regenerate',
  /** Before a reply that has changed files is replaced. */
  again: {
    title: 'Regenerate reply',
    body: 'The current reply changed files. It is kept alongside the new one.',
    files: 'Files',
    stay: 'Keep files as they are',
    stayHint: 'The new reply starts from the changed files.',
    back: 'Undo file changes first',
    backHint: 'File changes made since your message are undone.',
    confirm: 'Regenerate',
  },
  fork: 'Fork conversation from here',
  forked: 'Forked into a separate copy. The original is unchanged.',
  backToFirst: 'Back to original',
  quote: 'Quote in message',
} as const;
