// Strings of the undo dialog, and of an undo that waits for another conversation.

import { counted } from '../../../core/words/wording.ts';

const files = (count: number): string => counted(count, 'file', 'files');

export const catalog = {
  done: {
    undo: (count: number) => `Undid changes in ${files(count)}.`,
    redo: (count: number) => `Redid changes in ${files(count)}.`,
    none: 'No files were changed.',
  },
  skipped: (list: string) => `Left unchanged: ${list}`,
  skippedMore: (count: number) => `and ${count} more`,
  intro: {
    undo: 'Review what will happen to the files. Nothing has changed yet.',
    redo: 'Review what will happen to the files. Nothing has changed yet.',
  },
  nothing: {
    undo: 'Nothing to undo: the files are already in their earlier state.',
    redo: 'Nothing to redo: the files already contain these changes.',
  },
  apply: {
    undo: (count: number) => `Undo ${files(count)}`,
    redo: (count: number) => `Redo ${files(count)}`,
  },
  runs: (titles: readonly string[]) =>
    `${titles.map((title) => `“${title}”`).join(' and ')} ${titles.length === 1 ? 'is' : 'are'} running in this folder, so nothing was changed.`,
  wait: 'Do this when it finishes',
  waits: 'This will happen when the other run finishes.',
  wentOn: 'The conversation has continued in the meantime, so it wasn’t rewound. Nothing was changed.',
  rewind: {
    title: 'Rewind to before this message',
    body: 'The conversation continues from before this message, and its text returns to the message field. Nothing is deleted: later messages stay in the conversation’s file, and you can undo the rewind until you send a message.',
    what: 'What to rewind',
    conversation: 'Conversation only',
    conversationHint: 'Leaves files unchanged.',
    files: 'Conversation and files',
    filesHint: 'Undoes file changes made since then.',
    running: 'The model is working. Stop it first, then rewind.',
    confirm: 'Rewind',
  },
} as const;
