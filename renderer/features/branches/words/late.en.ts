// English strings for branches: other versions of a message, other replies, and copies.

export const catalog = {
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
    dropped: 'Edit discarded. The message is unchanged.',
    undo: 'Undo',
    action: 'Edit and resend',
    field: 'Edit message',
    send: 'Send',
    files: 'Undo file changes first',
    filesHint: 'File changes from this turn on are undone before sending.',
    hint: 'Sends a new version and keeps the original. Esc to cancel.',
  },
  regenerate: 'Regenerate',
  /** Shown before replacing a reply that changed files. */
  again: {
    title: 'Regenerate reply',
    body: 'The current reply changed files. It is kept as another version.',
    files: 'Files',
    stay: 'Keep file changes',
    stayHint: 'The new reply starts from the changed files.',
    back: 'Undo file changes first',
    backHint: 'File changes since your message are undone.',
    confirm: 'Regenerate',
  },
  fork: 'Fork conversation from here',
  forked: 'Conversation forked. The original is unchanged.',
  backToFirst: 'Back to original',
  quote: 'Quote in message',
} as const;
