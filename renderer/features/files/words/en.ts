// English strings for `@` mentions: path completion, attached contents, and trusting a folder's instructions.

export const catalog = {
  list: 'Files, folders and resources',
  found: (count: number) =>
    count === 1
      ? '1 match. Press Enter to insert it.'
      : `${count} matches. Use the arrow keys to choose, Enter to insert.`,
  nothing: 'No matches',
  mentions: 'Files sent with this message',
  lines: (start: number, end: number | null) =>
    end === null ? `from line ${start}` : start === end ? `line ${start}` : `lines ${start}–${end}`,
  notAttached: (problem: string) => `Not attached. ${problem}`,
  open: (name: string) => `Show content sent from ${name}`,
  sent: 'Content when sent',
  loading: 'Loading…',
  copy: 'Copy',
  trust: {
    found: 'This folder has an AGENTS.md. Use it as instructions?',
    unused: 'This folder’s AGENTS.md isn’t used.',
    hide: 'Hide',
    region: 'Folder instructions',
    look: 'View',
    trust: 'Trust this folder',
    no: 'No',
    title: 'This folder’s AGENTS.md',
    hint: 'If you trust this folder, this text is sent to the model as your own instructions, even after it changes.',
    cut: 'Only the first 64 KB are shown and sent.',
  },
} as const;
