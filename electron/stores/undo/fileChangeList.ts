// Presents a long list of changed files, within limits: all are listed, the first ones with diffs, and lines are
// counted while that is fast. Omissions are mentioned.

import { say } from '../../../shared/core/sentence.ts';
import type { FileChange } from '../../../shared/features/undo/methods.ts';
import type { FolderTree, ReadContent } from '../../ports/folderTree.ts';
import type { NetChange } from './netChanges.ts';

export interface FileChangeList<T extends NetChange> {
  files: { change: T; file: FileChange }[];
  shortened?: string;
}

/** Maximum files with a diff, and total characters of diffs. */
const maxDiffs = 200;
const maxCharacters = 2 * 1024 * 1024;
/** Stop reading after this many milliseconds. */
const readingMs = 3_000;

export async function buildFileChangeList<T extends NetChange>(
  tree: Pick<FolderTree, 'describe'>,
  changes: readonly T[],
  read: ReadContent,
): Promise<FileChangeList<T>> {
  const until = performance.now() + readingMs;
  const inTime: ReadContent = (hash) => {
    if (performance.now() > until) throw new Error('it is not read any more');
    return read(hash);
  };
  const files: FileChangeList<T>['files'] = [];
  let room = maxCharacters;
  let omittedFiles = 0;
  for (const change of changes) {
    const late = performance.now() > until;
    const fits = files.length < maxDiffs && room > 0 && !late;
    const { diff, ...file } = await tree.describe(change, inTime, { diff: fits });
    const fitsDiff = diff !== undefined && diff.length <= room;
    if (fitsDiff) room -= diff.length;
    if (!fits || (diff !== undefined && !fitsDiff)) omittedFiles++;
    files.push({ change, file: fitsDiff ? { ...file, diff } : file });
  }
  if (omittedFiles === 0) return { files };
  const count = omittedFiles.toLocaleString('en-US');
  const shortened =
    omittedFiles === 1
      ? say`One file is listed without its changes because there are too many to show here.`
      : say`${count} files are listed without their changes because there are too many to show here.`;
  return { files, shortened: shortened.text };
}

/** For listing without reading. */
export const refuseRead: ReadContent = () => {
  throw new Error('it is not read');
};
