// Strings for bulk actions on conversations.

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
};
