// English strings for rendered Markdown: code, tables, images, footnotes.

export const catalog = {
  wrap: 'Wrap long lines',
  widen: 'Wider than the text',
  copyCode: 'Copy code',
  copyTable: 'Copy table as Markdown',
  copyCsv: 'Copy table as CSV',
  image: 'Image',
  /** For a task in a list. */
  done: 'Done',
  open: 'Not done',
  /** View of a code block. */
  view: 'View',
  code: 'Code',
  preview: 'Preview',
  openFile: (path: string, line?: number) => (line === undefined ? `Open ${path}` : `Open ${path} at line ${line}`),
  openedIn: (editor: string) => `Opened in ${editor}`,
  toNote: 'Go to the note',
  note: (label: string) => `Note ${label}`,
} as const;
