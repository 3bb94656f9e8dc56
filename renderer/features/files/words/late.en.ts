// English strings for mentions and trusting a folder that load after the first screen.

export const catalog = {
  mentions: 'Files sent with this message',
  lines: (start: number, end: number | null) =>
    end === null ? `from line ${start}` : start === end ? `line ${start}` : `lines ${start}–${end}`,
  notAttached: (problem: string) => `Not attached. ${problem}`,
  open: (name: string) => `Show content sent from ${name}`,
  sent: 'Content when sent',
  loading: 'Loading…',
  copy: 'Copy',
  sources: {
    diff: 'Changes since the last commit',
    staged: 'Staged changes',
    commit: 'Commit',
    conversation: 'Conversation',
    call: 'Call',
  },
  symbolKinds: {
    function: 'function',
    method: 'method',
    class: 'class',
    interface: 'interface',
    type: 'type',
    enum: 'enum',
    constant: 'constant',
    module: 'module',
  },
  tabForCalls: 'Tab lists the calls of this conversation',
  readingSymbols: 'Reading the folder’s symbols…',
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
