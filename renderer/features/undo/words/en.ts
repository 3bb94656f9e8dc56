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
  openFile: (path: string) => `Open ${path}`,
  undoFile: (path: string) => `Undo the changes in ${path}…`,
  undo: 'Undo…',
  redo: 'Redo…',
  undone: 'Undone',
  turn: 'Changes in this turn',
  review: 'Review',
  reviewSince: 'Review changes since here',
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
    conflict: 'Left unchanged',
    conflicts: (count: number) => `${files(count)} will be left unchanged.`,
    sameContent: 'The content is unchanged.',
    noDiff: 'Can’t be shown as text.',
    size: (bytes: string) => `${bytes} afterwards.`,
    diffOf: (path: string) => `Changes in ${path}`,
  },
  reviewTitle: 'Changes',
  undoThat: 'Undo',
  redoThat: 'Redo',
  rewind: {
    action: 'Rewind to here…',
    noFiles: 'No files were changed since then.',
    done: 'Rewound. Later messages are kept.',
    undo: 'Undo rewind',
    here: 'You rewound to this point.',
    hereHint: 'Later messages are kept. You can undo the rewind until you send a message.',
    undoneThat: 'Rewind undone.',
    dropped: 'Your draft stays in the message field.',
  },
} as const;
