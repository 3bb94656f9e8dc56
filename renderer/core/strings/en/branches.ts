// Words of the branches of a conversation: other versions of a message, other replies, and copies.

export const branchStrings = {
  place: (at: number, of: number) => `${at} of ${of}`,
  empty: 'Without words',
  running: 'Stop the run first, or wait for its end.',
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
    action: 'Edit and send again',
    field: 'Edit the message',
    send: 'Send',
    files: 'Undo file changes since then first',
    filesHint: 'What this turn and later ones changed in files is put back before it is sent.',
    hint: 'Sent as another version; both stay. Esc cancels.',
    dropped: 'The edit was dropped; the message stays as it was.',
    undo: 'Undo',
  },
  regenerate: 'Ask for the reply again',
  /** Before a reply that has changed files is replaced. */
  again: {
    title: 'Ask for the reply again',
    body: 'The reply that there is has changed files. It stays, beside the new one.',
    files: 'The files',
    stay: 'Leave the files as they are',
    stayHint: 'The new reply begins with what was changed.',
    back: 'Put the files back first',
    backHint: 'What was changed in files since your message is undone.',
    confirm: 'Ask again',
  },
  fork: 'Fork: new conversation up to here',
  forked: 'Forked: this is a separate copy. The original stays as it is.',
  backToFirst: 'Go back to it',
  quote: 'Quote in the message',
  export: {
    title: 'Export the conversation',
    form: 'Form',
    markdown: 'Markdown, to read',
    markdownHint: 'Messages, and every call with its arguments and result. Of very long results the first part.',
    json: 'JSON, whole',
    jsonHint: 'Every record of the open branch as it is stored, with all results in full.',
    records: (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString('en')} messages and tool results`),
    whole: 'all of it is exported',
    beside: (count: number) =>
      count === 1
        ? 'the open branch is exported, not the other one'
        : `the open branch is exported, not the ${count.toLocaleString('en')} others`,
    save: 'Save…',
    saving: (size: string) => `Saving… ${size}`,
    saved: (name: string) => `Saved ${name}.`,
    failed: 'The conversation was not exported; nothing in it was changed.',
  },
} as const;
