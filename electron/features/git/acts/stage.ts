// Moves changes between the working tree and the index, by file or by hunk, and discards them with undo.

import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitSide } from '../../../../shared/features/git/git.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import { openFile, openFolder } from '../../../tools/paths/openInside.ts';
import { addAll, addFiles, done, endedByNul } from '../repository/add.ts';
import { filteredOf, needsFilter } from '../repository/filters.ts';
import type { Repository } from '../repository/repository.ts';
import { countFiles, patchOfHunk, readPatch } from '../state/diff.ts';
import { readStatus } from '../state/readState.ts';

export interface HunkRef {
  name: Buffer;
  index: number;
  seen: string;
}

/** Undoes a discard. */
export interface DiscardUndo {
  patches: Buffer[];
  untracked: { name: string; bytes: Buffer; mode: number }[];
}

const longMs = 10 * 60_000;
const maxKeptBytes = 16 * 1024 * 1024;
const applying = ['apply', '--whitespace=nowarn', '--no-ignore-whitespace'];
const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];

export async function stageFiles(
  repository: Repository,
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<Result<void>> {
  const mayStage = await requireUnfiltered(repository, names);
  return mayStage.ok ? addFiles(repository, names, signal) : mayStage;
}

/** Everything that differs, except what needs a filter. */
export async function stageAll(repository: Repository, signal?: AbortSignal): Promise<Result<void>> {
  if (repository.quiet.filters.size > 0) {
    const listed = await repository.run(['ls-files', '-z', '--modified', '--others', '--exclude-standard'], { signal });
    if (!listed.ok) return listed;
    const mayStage = await requireUnfiltered(repository, splitNames(listed.value.out));
    if (!mayStage.ok) return mayStage;
  }
  return addAll(repository, signal);
}

export async function unstageFiles(
  repository: Repository,
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<Result<void>> {
  const status = await readStatus(repository, signal);
  if (!status.ok) return status;
  if (status.value.head !== null) return onPaths(repository, ['reset', '--quiet', ...fromInput], names, signal);
  // Without a commit there is nothing to reset to. `git rm` would run git inside nested repositories.
  return onPaths(repository, ['update-index', '--force-remove', '-z', '--stdin'], names, signal);
}

/** Also beyond the listed files. */
export async function unstageAll(repository: Repository, signal?: AbortSignal): Promise<Result<void>> {
  const head = await repository.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok) return head;
  const unstaging = head.value.code === 0 ? ['reset', '--quiet', '--', ':/'] : ['read-tree', '--empty'];
  return done(await repository.run(unstaging, { signal, timeoutMs: longMs }));
}

export async function applyHunk(
  repository: Repository,
  { name, index, seen }: HunkRef,
  act: 'stage' | 'unstage',
): Promise<Result<void>> {
  const hunk = await hunkAsSeen(repository, { name, index, seen }, act === 'stage' ? 'unstaged' : 'staged');
  if (!hunk.ok) return hunk;
  const mayStage = act === 'stage' ? await requireUnfiltered(repository, [name]) : ok(undefined);
  if (!mayStage.ok) return mayStage;
  const reverse = act === 'unstage' ? ['--reverse'] : [];
  return done(await repository.run([...applying, '--cached', ...reverse, '-'], { input: hunk.value }));
}

export async function discardHunk(repository: Repository, ref: HunkRef): Promise<Result<DiscardUndo>> {
  const hunk = await hunkAsSeen(repository, ref, 'unstaged');
  if (!hunk.ok) return hunk;
  const mayWrite = await requireUnfiltered(repository, [ref.name]);
  if (!mayWrite.ok) return mayWrite;
  const applied = done(await repository.run([...applying, '--reverse', '-'], { input: hunk.value }));
  return applied.ok ? ok({ patches: [hunk.value], untracked: [] }) : applied;
}

/** All or nothing, as far as git is: everything that undoes it is read first. */
export async function discardFiles(repository: Repository, names: readonly Buffer[]): Promise<Result<DiscardUndo>> {
  const mayWrite = await requireUnfiltered(repository, names);
  if (!mayWrite.ok) return mayWrite;
  const undo: DiscardUndo = { patches: [], untracked: [] };
  let bytes = 0;
  for (const name of names) {
    const patch = await readPatch(repository, name, 'unstaged');
    if (!patch.ok) return patch;
    if (patch.value.bytes.length > 0) {
      // A type change is two entries of one name; otherwise, a pattern matched another file.
      if (!isUtf8(name) && countFiles(patch.value.bytes) > 1) return changed;
      undo.patches.push(patch.value.bytes);
      bytes += patch.value.bytes.length;
    } else {
      const file = await readUntracked(repository.root, name, maxKeptBytes - bytes);
      if (!file.ok) return file;
      undo.untracked.push(file.value);
      bytes += file.value.bytes.length;
    }
    if (bytes > maxKeptBytes) return tooLarge;
  }
  if (undo.patches.length > 0) {
    const input = Buffer.concat(undo.patches);
    const applied = done(
      await repository.run([...applying, '--binary', '--reverse', '-'], { input, timeoutMs: longMs }),
    );
    if (!applied.ok) return applied;
  }
  for (const { name } of undo.untracked) {
    const removed = done(await repository.run(['clean', '--force', '--quiet', '--', `:(top,literal)${name}`]));
    if (!removed.ok) return removed;
  }
  return ok(undo);
}

export async function undoDiscard(repository: Repository, { patches, untracked }: DiscardUndo): Promise<Result<void>> {
  if (patches.length > 0) {
    const input = Buffer.concat(patches);
    const applied = done(await repository.run([...applying, '--binary', '-'], { input, timeoutMs: longMs }));
    if (!applied.ok)
      return fail('CONTENT_CHANGED', say`The files have changed since, so the discarded changes do not fit any more.`);
  }
  for (const file of untracked) {
    const written = await writeNew(repository.root, file);
    if (!written.ok) return written;
  }
  return ok(undefined);
}

async function hunkAsSeen(
  repository: Repository,
  { name, index, seen }: HunkRef,
  side: GitSide,
): Promise<Result<Buffer>> {
  const patch = await readPatch(repository, name, side);
  if (!patch.ok) return patch;
  const hunk = patch.value.seen === seen ? patchOfHunk(patch.value, index) : null;
  return hunk === null ? changed : ok(hunk);
}

const changed = fail('CONTENT_CHANGED', say`The file has changed since it was shown. Nothing was done.`);
const tooLarge = fail(
  'NOT_SUPPORTED',
  say`These changes are too large to be kept for undo, so they were not discarded. Discard them in a terminal.`,
);

async function requireUnfiltered(repository: Repository, names: readonly Buffer[]): Promise<Result<void>> {
  const filtered = await filteredOf(repository, names.map(String));
  if (!filtered.ok) return filtered;
  return filtered.value.length === 0
    ? ok(undefined)
    : fail('GIT_FAILED', needsFilter, { files: filtered.value.slice(0, 20) });
}

/** Names go in as bytes, and never as patterns. */
async function onPaths(
  { run }: Repository,
  args: readonly string[],
  names: readonly Buffer[],
  signal?: AbortSignal,
): Promise<Result<void>> {
  return done(
    await run(args, { input: endedByNul(names), signal, timeoutMs: longMs, env: { GIT_LITERAL_PATHSPECS: '1' } }),
  );
}

function splitNames(out: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let from = 0, end = out.indexOf(0); end >= 0; from = end + 1, end = out.indexOf(0, from))
    names.push(out.subarray(from, end));
  return names;
}

async function readUntracked(
  root: string,
  name: Buffer,
  max: number,
): Promise<Result<DiscardUndo['untracked'][number]>> {
  if (!isUtf8(name))
    return fail('NOT_SUPPORTED', say`This file has a name that is not UTF-8. Discard it in a terminal.`);
  const path = name.toString();
  const file = await openFile({ root, segments: path.split('/'), displayPath: path, exists: true }).catch(() => null);
  if (file === null)
    return fail(
      'NOT_SUPPORTED',
      say`${path} cannot be kept for undo, so it was not discarded. Discard it in a terminal.`,
    );
  try {
    if (file.stats.size > max) return tooLarge;
    return ok({ name: path, bytes: await file.handle.readFile(), mode: file.stats.mode & 0o777 });
  } finally {
    await file.handle.close();
  }
}

const newFileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

async function writeNew(root: string, { name, bytes, mode }: DiscardUndo['untracked'][number]): Promise<Result<void>> {
  const segments = name.split('/');
  try {
    const folder = await openFolder(root, segments.slice(0, -1), true);
    try {
      const handle = await open(folder.path(segments.at(-1)), newFileFlags, mode);
      try {
        await handle.writeFile(bytes);
      } finally {
        await handle.close();
      }
    } finally {
      await folder.close();
    }
    return ok(undefined);
  } catch (thrown) {
    return fail('GIT_FAILED', say`${name} could not be restored: ${diskErrorReason(thrown)}.`);
  }
}
