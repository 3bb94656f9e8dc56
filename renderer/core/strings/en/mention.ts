// Words of what is named with @: completing a path, what a message sent of it, and trusting a folder's own instructions.

export const mentionStrings = {
  list: 'Files and folders',
  found: (count: number) =>
    count === 1 ? '1 path fits. Enter takes it.' : `${count} paths fit. Arrows choose, Enter takes one.`,
  nothing: 'Nothing found',
  mentions: 'Files that went with this message',
  lines: (start: number, end: number | null) =>
    end === null ? `from line ${start}` : start === end ? `line ${start}` : `lines ${start}–${end}`,
  notAttached: (problem: string) => `Not attached. ${problem}`,
  open: (name: string) => `Show what was sent of ${name}`,
  sent: 'What was sent, as it was then',
  loading: 'Reading…',
  copy: 'Copy it',
  trust: {
    found: 'This folder has an AGENTS.md. Use it as instructions?',
    region: 'Instructions of the folder',
    look: 'Look at it',
    trust: 'Trust this folder',
    no: 'No',
    title: 'AGENTS.md of this folder',
    hint: 'When you trust the folder, this text goes to the model as instructions of yours, also after it has changed.',
    cut: 'Only the first 64 KB are shown, and no more is sent.',
  },
} as const;
