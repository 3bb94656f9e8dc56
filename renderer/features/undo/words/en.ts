// Strings for file changes: undo and redo, review of a turn, rewind.

import { counted } from '../../../core/words/wording.ts';

const files = (count: number): string => counted(count, 'file', 'files');

export const catalog = {
  filesChanged: (count: number) => `${files(count)} changed`,
  files: 'Changed files',
  kinds: {
    added: 'New',
    modified: 'Changed',
    deleted: 'Deleted',
    renamed: 'Renamed',
    mode: 'Permissions',
    link: 'Link',
  },
  from: (path: string) => `from ${path}`,
  lines: (added: number, removed: number) => `${counted(added, 'line', 'lines')} added, ${removed} removed`,
  more: (count: number) => counted(count, 'more file', 'more files'),
  notCovered: 'Can’t be undone:',
  uncovered: (count: number, alone: boolean) =>
    `${alone ? '' : '+ '}${counted(count, 'change', 'changes')} that can’t be undone`,
  undo: 'Undo…',
  redo: 'Redo…',
  undone: 'Undone',
  turn: 'Changes in this turn',
  review: 'Review',
  undoAll: 'Undo all…',
  redoAll: 'Redo all…',
  undoneAll: 'all undone',
  /** For changes that were copied from the original conversation. */
  undoInOriginal: 'undo in the original conversation',
  undoneSome: (count: number, of: number) => `${count} of ${of} undone`,
  preview: {
    undo: 'Undo changes',
    redo: 'Redo changes',
    loading: 'Checking files…',
    intro: {
      undo: 'Review what will happen to the files. Nothing has changed yet.',
      redo: 'Review what will happen to the files. Nothing has changed yet.',
    },
    nothing: {
      undo: 'Nothing to undo: the files are already in their earlier state.',
      redo: 'Nothing to redo: the files already contain these changes.',
    },
    conflict: 'Left unchanged',
    conflicts: (count: number) => `${files(count)} will be left unchanged.`,
    apply: {
      undo: (count: number) => `Undo ${files(count)}`,
      redo: (count: number) => `Redo ${files(count)}`,
    },
    sameContent: 'The content is unchanged.',
    noDiff: 'Can’t be shown as text.',
    size: (bytes: string) => `${bytes} afterwards.`,
    diffOf: (path: string) => `Changes in ${path}`,
  },
  reviewTitle: 'Changes in this turn',
  reviewEmpty: 'No files have changed.',
  done: {
    undo: (count: number) => `Undid changes in ${files(count)}.`,
    redo: (count: number) => `Redid changes in ${files(count)}.`,
    none: 'No files were changed.',
  },
  skipped: (list: string) => `Left unchanged: ${list}`,
  skippedMore: (count: number) => `and ${count} more`,
  /** Another conversation is running in the same folder. */
  busy: {
    runs: (titles: readonly string[]) =>
      `${titles.map((title) => `“${title}”`).join(' and ')} ${titles.length === 1 ? 'is' : 'are'} running in this folder, so nothing was changed.`,
    wait: 'Do this when it finishes',
    waits: 'This will happen when the other run finishes.',
    wentOn: 'The conversation has continued in the meantime, so it wasn’t rewound. Nothing was changed.',
  },
  undoThat: 'Undo',
  redoThat: 'Redo',
  rewind: {
    action: 'Rewind to here…',
    title: 'Rewind to before this message',
    body: 'The conversation continues from before this message, and its text returns to the message field. Nothing is deleted: later messages stay in the conversation’s file, and you can undo the rewind until you send a message.',
    what: 'What to rewind',
    conversation: 'Conversation only',
    conversationHint: 'Leaves files unchanged.',
    files: 'Conversation and files',
    filesHint: 'Undoes file changes made since then.',
    noFiles: 'No files were changed since then.',
    running: 'The model is working. Stop it first, then rewind.',
    confirm: 'Rewind',
    done: 'Rewound. Later messages are kept.',
    undo: 'Undo rewind',
    here: 'You rewound to this point.',
    hereHint: 'Later messages are kept. You can undo the rewind until you send a message.',
    undoneThat: 'Rewind undone.',
    dropped: 'Your draft stays in the message field.',
  },
} as const;
