// Words of changes in files: undo and redo, the review of a turn, going back to an earlier message.

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

export const changeStrings = {
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
  lines: (added: number, removed: number) => `${added === 1 ? '1 line' : `${added} lines`} added, ${removed} removed`,
  more: (count: number) => `${files(count)} more`,
  notCovered: 'Undo does not cover:',
  uncovered: (count: number, alone: boolean) =>
    `${alone ? '' : '+ '}${count === 1 ? '1 change' : `${count} changes`} that undo does not cover`,
  undo: 'Undo…',
  redo: 'Redo…',
  undone: 'Undone',
  turn: 'What this turn changed',
  review: 'Review',
  undoAll: 'Undo all…',
  redoAll: 'Redo all…',
  undoneAll: 'all undone',
  /** Of what a conversation was only copied with. */
  undoInOriginal: 'undo is in the original conversation',
  undoneSome: (count: number, of: number) => `${count} of ${of} undone`,
  preview: {
    undo: 'Undo changes',
    redo: 'Redo changes',
    loading: 'Looking at the files…',
    intro: {
      undo: 'This is what happens to the files. Nothing has been done yet.',
      redo: 'This is what happens to the files. Nothing has been done yet.',
    },
    nothing: {
      undo: 'There is nothing to undo: the files are as they were before.',
      redo: 'There is nothing to redo: the files are as the change left them.',
    },
    conflict: 'Left as it is',
    conflicts: (count: number) => (count === 1 ? '1 file is left as it is.' : `${count} files are left as they are.`),
    apply: {
      undo: (count: number) => `Undo in ${files(count)}`,
      redo: (count: number) => `Redo in ${files(count)}`,
    },
    sameContent: 'What is in it stays the same.',
    noDiff: 'Not shown as text.',
    size: (bytes: string) => `${bytes} after it.`,
    diffOf: (path: string) => `Changes in ${path}`,
  },
  reviewTitle: 'What this turn changed',
  reviewEmpty: 'No file is different from before.',
  done: {
    undo: (count: number) => `Undid the changes in ${files(count)}.`,
    redo: (count: number) => `Did the changes in ${files(count)} again.`,
    none: 'No file was changed.',
  },
  skipped: (list: string) => `Left as they are: ${list}`,
  skippedMore: (count: number) => `and ${count} more`,
  /** Another conversation works in the same folder. */
  busy: {
    runs: (titles: readonly string[]) =>
      `${titles.map((title) => `“${title}”`).join(' and ')} ${titles.length === 1 ? 'is' : 'are'} running in this folder, so nothing was changed.`,
    wait: 'Do it when that has ended',
    waits: 'This will be done when the other run ends.',
    wentOn: 'The conversation has gone on meanwhile, so it did not go back. Nothing was changed.',
  },
  undoThat: 'Undo',
  redoThat: 'Redo',
  rewind: {
    action: 'Go back to here…',
    title: 'Go back to before this message',
    body: 'The conversation goes on from before this message, and its text comes back into the field below. Nothing is removed: what came after is kept in the conversation’s file, and you can go forward again until you write.',
    what: 'What goes back',
    conversation: 'The conversation only',
    conversationHint: 'The files stay as they are now.',
    files: 'The conversation and the files',
    filesHint: 'What was changed in files since then is undone.',
    noFiles: 'No file was changed since then.',
    running: 'The model is working. Stop it first, then go back.',
    confirm: 'Go back',
    done: 'Went back. What came after is kept.',
    undo: 'Go forward again',
    here: 'You went back here.',
    hereHint: 'What came after is kept; the way forward is open until you write.',
    undoneThat: 'Back where you were.',
    dropped: 'What you wrote meanwhile stays in the field.',
  },
} as const;
