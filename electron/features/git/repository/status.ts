// Uncommitted changes of a working tree.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Repository } from './repository.ts';

export interface ChangedPath {
  path: string;
  isUntracked: boolean;
}

/**
 * As an argument, because `.gitmodules` overrides the setting. Otherwise git would run inside nested repositories,
 * where configured filters are not disabled.
 */
export const isPolledExternally: readonly string[] = ['--ignore-submodules=dirty'];

/** Comparing many renamed and changed files with each other takes minutes. */
export const renameLimit: readonly string[] = ['diff', 'status', 'merge'].flatMap((area) => [
  '-c',
  `${area}.renameLimit=300`,
]);

/** Files, not folders; both names of a renamed one. */
export async function listChangedPaths(
  { run }: Repository,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Result<ChangedPath[]>> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', ...isPolledExternally, '--renames'];
  const answer = await run(args, { signal });
  if (!answer.ok) return answer;
  const { code, out, err, isCut } = answer.value;
  if (isCut) return fail('NOT_SUPPORTED', say`There are too many uncommitted files to check.`);
  if (code !== 0) return fail('GIT_FAILED', say`Git could not list uncommitted changes: ${err.trim().slice(0, 500)}`);
  const changes: ChangedPath[] = [];
  const fields = out.toString().split('\0');
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    if (field === '') continue;
    changes.push({ path: field.slice(3), isUntracked: field.startsWith('??') });
    // The old name is a separate field.
    if (/^[RC]|^.[RC]/.test(field)) changes.push({ path: fields[++at] ?? '', isUntracked: false });
  }
  return ok(changes);
}

/** The name of an unfinished merge, rebase or similar; null if none. */
export async function unfinishedOperation({ text }: Repository): Promise<string | null> {
  const marks = {
    MERGE_HEAD: 'merge',
    CHERRY_PICK_HEAD: 'cherry-pick',
    REVERT_HEAD: 'revert',
    REBASE_HEAD: 'rebase',
    BISECT_HEAD: 'bisect',
  };
  for (const [ref, name] of Object.entries(marks)) {
    if ((await text(['rev-parse', '--verify', '--quiet', ref])).ok) return name;
  }
  return null;
}
