// Words of what is drawn from Markdown: code, tables, images, notes.

export const catalogue = {
  wrap: 'Wrap long lines',
  copyCode: 'Copy code',
  copyTable: 'Copy table as Markdown',
  copyCsv: 'Copy table as CSV',
  image: 'Image',
  /** Of a task in a list. */
  done: 'Done',
  open: 'Not done',
  /** How a block of code is seen. */
  view: 'View',
  code: 'Code',
  preview: 'Preview',
  toNote: 'Go to the note',
  note: (label: string) => `Note ${label}`,
} as const;
