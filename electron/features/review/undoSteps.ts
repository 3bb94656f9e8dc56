// The steps that undo one file of a review, or some of its lines.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { LineSelection } from '../../../shared/features/review/review.ts';
import { contentHash } from '../../lib/ids.ts';
import type { EntryChange, EntryState, ReadContent, RestoreStep } from '../../ports/folderTree.ts';
import type { NetChange } from '../../stores/undo/netChanges.ts';
import type { LineDiff } from './lines/lineDiff.ts';
import { undoLines } from './lines/undoLines.ts';
import { contentOf, type ReviewSource } from './sources/source.ts';

export interface UndoSteps {
  steps: RestoreStep[];
  read: ReadContent;
  /** Some lines of the file stay as they are. */
  isPart: boolean;
}

const unreadable = fail('STORE_READ_FAILED', say`The earlier content can no longer be read, so nothing was undone.`);

/** Everything that happened to the file, and to folders that came or went with it. */
export async function stepsForFile(source: ReviewSource, change: NetChange): Promise<Result<UndoSteps>> {
  const contents = new Map<string, Buffer>();
  const meant = entriesOf(source.entries, change);
  const steps: RestoreStep[] = [];
  for (const { path, before, after } of meant) {
    if (before?.kind !== 'file') {
      steps.push({ path, from: after, to: before });
      continue;
    }
    const bytes = await contentOf(before, source.read).catch(() => null);
    if (bytes === null) return unreadable;
    // The state of a commit's file names the object, not its content.
    const hash = contentHash(bytes);
    contents.set(hash, bytes);
    steps.push({ path, from: after, to: { ...before, hash, bytes: bytes.length } });
  }
  return ok({ steps, read: readerOf(contents), isPart: false });
}

export async function stepsForLines(
  source: ReviewSource,
  change: NetChange,
  diff: LineDiff,
  selection: LineSelection,
): Promise<Result<UndoSteps>> {
  if (!diff.isMixable)
    return fail(
      'NOT_SUPPORTED',
      say`The encoding of the file changed, too, so only the whole file can be undone. Nothing was changed.`,
    );
  const undone = undoLines(diff, selection);
  if (undone === null) return fail('PARAMS_INVALID', say`None of the selected lines has changed.`);
  const { path, before, after } = change;
  // All lines of a file that came or went are the file itself.
  if (undone.isAll && (before === null || after === null)) return stepsForFile(source, change);
  const state = (after ?? before) as EntryState & { kind: 'file' };
  const hash = contentHash(undone.bytes);
  const steps: RestoreStep[] = [
    ...foldersAbove(source.entries, path).map((folder) => ({
      path: folder.path,
      from: folder.after,
      to: folder.before,
    })),
    { path, from: after, to: { kind: 'file', hash, bytes: undone.bytes.length, mode: state.mode } },
  ];
  return ok({ steps, read: readerOf(new Map([[hash, undone.bytes]])), isPart: !undone.isAll });
}

function readerOf(contents: ReadonlyMap<string, Buffer>): ReadContent {
  return async function* (hash) {
    const bytes = contents.get(hash);
    if (!bytes) throw new Error('it is not part of the undo');
    yield bytes;
  };
}

function entriesOf(entries: readonly EntryChange[], { path, from }: NetChange): EntryChange[] {
  const named = new Set([path, ...(from === undefined ? [] : [from])]);
  const meant = new Map<string, EntryChange>();
  for (const entry of entries) {
    // A folder that took the place of a file goes with its contents.
    if ([...named].some((name) => entry.path === name || entry.path.startsWith(`${name}/`)))
      meant.set(entry.path, entry);
  }
  for (const name of named) for (const folder of foldersAbove(entries, name)) meant.set(folder.path, folder);
  for (const folder of emptiedFolders(entries, meant)) meant.set(folder.path, folder);
  return [...meant.values()];
}

/** Folders that were deleted, and that the file needs again. */
function foldersAbove(entries: readonly EntryChange[], path: string): EntryChange[] {
  return entries.filter(
    (entry) => path.startsWith(`${entry.path}/`) && entry.before?.kind === 'folder' && entry.after?.kind !== 'folder',
  );
}

/** Folders made for the file that contain nothing else of the changes. */
function emptiedFolders(entries: readonly EntryChange[], meant: ReadonlyMap<string, EntryChange>): EntryChange[] {
  const removed = [...meant.values()].filter(({ before, after }) => before === null && after !== null);
  return entries.filter((folder) => {
    if (folder.before !== null || folder.after?.kind !== 'folder') return false;
    const isInside = (path: string): boolean => path.startsWith(`${folder.path}/`);
    if (!removed.some(({ path }) => isInside(path))) return false;
    return entries.every(
      ({ path, after }) => !isInside(path) || after === null || after.kind === 'folder' || meant.has(path),
    );
  });
}
