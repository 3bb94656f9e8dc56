// Conflicts: the versions of both sides, and taking one.

import { isUtf8 } from 'node:buffer';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitConflictSides } from '../../../../shared/features/git/git.ts';
import { openFile } from '../../../tools/paths/openInside.ts';
import { readableText } from '../../../tools/text/textFile.ts';
import { addFiles, done, endedByNul, nestedRepositories, requireNoNested } from '../repository/add.ts';
import { filteredOf, needsFilter, requireUnfilteredIn } from '../repository/filters.ts';
import type { Repository } from '../repository/repository.ts';
import { gitFolders, unfinishedIn } from '../state/readState.ts';

const longMs = 10 * 60_000;
const maxShownBytes = 512 * 1024;
const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
const literally = { GIT_LITERAL_PATHSPECS: '1' };

type Stages = Map<number, string>;

async function stagesOf({ run }: Repository, name: Buffer): Promise<Result<Stages>> {
  const listed = await run(['ls-files', '--unmerged', '--full-name', '-z', '--', ':/']);
  if (!listed.ok) return listed;
  const stages: Stages = new Map();
  for (const line of listed.value.out.toString('latin1').split('\0')) {
    const [, object, stage, path] = /^\d+ ([\da-f]+) (\d)\t(.*)$/s.exec(line) ?? [];
    if (object && path === name.toString('latin1')) stages.set(Number(stage), object);
  }
  return stages.size > 0 ? ok(stages) : fail('CONTENT_CHANGED', say`This file has no conflict any more.`);
}

export async function readConflict(repository: Repository, name: Buffer): Promise<Result<GitConflictSides>> {
  const stages = await stagesOf(repository, name);
  if (!stages.ok) return stages;
  let hidden = false;
  const textAt = async (stage: number): Promise<string | null> => {
    const object = stages.value.get(stage);
    if (object === undefined) return null;
    const blob = await repository.run(['cat-file', 'blob', object], { maxBytes: maxShownBytes });
    const text = blob.ok && blob.value.code === 0 && !blob.value.isCut ? await readableText(blob.value.out) : null;
    hidden ||= text === null;
    return text;
  };
  const [base, ours, theirs] = [await textAt(1), await textAt(2), await textAt(3)];
  return ok({
    base,
    ours,
    theirs,
    hidden,
    oursName: await nameOf(repository, ['HEAD']),
    theirsName: await nameOf(repository, ['MERGE_HEAD', 'REBASE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']),
  });
}

/** A branch's name, else a short commit; empty if none of these refs exists. */
async function nameOf({ text }: Repository, refs: readonly string[]): Promise<string> {
  for (const ref of refs) {
    const commit = await text(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
    if (!commit.ok) continue;
    const branches = await text([
      'for-each-ref',
      '--count=1',
      '--format=%(refname:lstrip=2)',
      `--points-at=${commit.value.trim()}`,
      'refs/heads/',
      'refs/remotes/',
    ]);
    const branch = branches.ok ? branches.value.trim() : '';
    return branch === '' ? commit.value.trim().slice(0, 8) : branch;
  }
  return '';
}

export async function resolveConflict(
  repository: Repository,
  name: Buffer,
  take: 'ours' | 'theirs' | null,
): Promise<Result<void>> {
  const stages = await stagesOf(repository, name);
  if (!stages.ok) return stages;
  const filtered = await filteredOf(repository, [name.toString()]);
  if (!filtered.ok) return filtered;
  if (filtered.value.length > 0) return fail('GIT_FAILED', needsFilter, { files: filtered.value });
  if (take === null) {
    if (await hasMarkers(repository.root, name))
      return fail('GIT_FAILED', say`The file still has conflict markers. Resolve them, or take one side.`);
    return addFiles(repository, [name]);
  }
  // Both commands also reach what is below the name, and `git rm` would run git inside nested repositories.
  const nested = await nestedRepositories(repository);
  if (!nested.ok) return nested;
  if (nested.value.some((path) => `${path}/`.startsWith(`${name}/`)))
    return fail('NOT_SUPPORTED', say`This is a repository of its own. Resolve its conflict in a terminal.`);
  const input = endedByNul([name]);
  if (!stages.value.has(take === 'ours' ? 2 : 3)) {
    return done(await repository.run(['rm', '--quiet', ...fromInput], { input, env: literally }));
  }
  const taken = done(await repository.run(['checkout', `--${take}`, ...fromInput], { input, env: literally }));
  return taken.ok ? addFiles(repository, [name]) : taken;
}

async function hasMarkers(root: string, name: Buffer): Promise<boolean> {
  if (!isUtf8(name)) return false;
  const path = name.toString();
  const file = await openFile({ root, segments: path.split('/'), displayPath: path, exists: true }).catch(() => null);
  if (file === null) return false;
  try {
    if (file.stats.size > 16 * 1024 * 1024) return false;
    const text = await file.handle.readFile('latin1');
    return /^<{7} /m.test(text) && /^>{7} /m.test(text);
  } finally {
    await file.handle.close();
  }
}

/** Git would restore a recorded stash, too, without asking what it changes. */
export async function abortMerge(repository: Repository): Promise<Result<void>> {
  const folders = await gitFolders(repository);
  if (!folders.ok) return folders;
  if ((await unfinishedIn(folders.value.own)) !== 'merge') return fail('GIT_FAILED', say`No merge is in progress.`);
  const autostash = await lstat(join(folders.value.own, 'MERGE_AUTOSTASH')).catch(() => null);
  if (autostash)
    return fail('NOT_SUPPORTED', say`This merge would also restore stashed changes. Abort it in a terminal.`);
  const plain = await requireNoNested(repository, [['diff', 'HEAD']]);
  if (!plain.ok) return plain;
  const changes = ['diff', '--cached', '--name-only', '--no-renames', '-z', 'HEAD', '--'];
  const mayWrite = await requireUnfilteredIn(repository, changes, ['HEAD']);
  if (!mayWrite.ok) return mayWrite;
  return done(await repository.run(['merge', '--abort'], { timeoutMs: longMs }));
}
