// Strings for actions on several conversations, and for dialogs of the sidebar.

import { counted } from '../../../core/words/wording.ts';

const conversations = (count: number): string => counted(count, 'conversation', 'conversations');

export const catalog = {
  title: 'Selected conversations',
  count: (count: number) => `${count.toLocaleString('en')} selected`,
  done: 'Clear selection',
  archived: (count: number) => `Archived ${conversations(count)}.`,
  unarchived: (count: number) => `Unarchived ${conversations(count)}.`,
  deleted: (count: number) => `Deleted ${conversations(count)}.`,
  restored: (count: number) => `Restored ${conversations(count)}.`,
  deleteTitle: (count: number) => `Delete ${conversations(count)}?`,
  deleteConfirm: (count: number) => `Delete ${count.toLocaleString('en')}`,
  deleteRunning: (count: number) =>
    count === 1
      ? 'One of them is running and will be stopped first.'
      : `${counted(count, 'run', 'runs')} will be stopped first.`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  inAll: (messages: number) => `${counted(messages, 'message', 'messages')} in total`,
  exportTitle: (count: number) => `Export ${conversations(count)}`,
  exportHow: 'Saves a ZIP file with one file per conversation.',
  exportName: (count: number) => `${conversations(count)}.zip`,
  exporting: (at: number, count: number) => `Exporting ${at} of ${count}…`,
  exported: (name: string) => `Saved ${name}.`,
  /** `first`: the first error. */
  exportedSome: (done: number, count: number, first: string) =>
    `Saved ${done} of ${count}. The others were left out: ${first}`,
  tooLarge: 'These conversations are too large for one file. Select fewer.',
  /** Deleting one conversation. */
  one: {
    deleteTitle: (title: string) => `Delete “${title}”?`,
    deleteBody:
      'You can undo this until you close the app; after that it is permanent. Files in your folder aren’t affected.',
    deleteGoes: 'This will be deleted:',
    parts: {
      messages: (count: number) => counted(count, 'message', 'messages'),
      results: (count: number, size: string) => `${counted(count, 'large result', 'large results')} (${size})`,
      attachments: (count: number, size: string) =>
        `${counted(count, 'attachment', 'attachments')} not used elsewhere (${size})`,
      undo: (size: string) => `Undo data for file changes (${size})`,
      log: 'The log of tool calls',
      copies: (count: number) => counted(count, 'backup copy of a damaged file', 'backup copies of damaged files'),
      subAgent: (title: string) => `The conversation of the agent “${title}”`,
    },
    deleteRunning: 'The current run is stopped first.',
    deleteConfirm: 'Delete',
  },
  folderDialog: {
    title: 'Open folder',
    label: 'Folder path',
    hint: 'The model can work with files in this folder, but asks first.',
    placeholder: '/home/you/project',
    suggestions: 'Folders',
    recent: 'recent',
    open: 'Open',
    none: 'No matching folders.',
  },
};
