// Files that git would pass through a filter program (Git LFS, git-crypt), which never runs here.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { gitFailure, type Repository } from './repository.ts';

export const needsFilter = say`The changes include files processed by a filter program such as Git LFS, which does not run here. Commit and merge them in a terminal.`;

/** Git's exit code for an option that it doesn't know. */
const unknownOption = 129;

/** Those that git would pass through a disabled filter, by the attributes here or those of a commit. */
export async function filteredOf(
  { quiet, run }: Pick<Repository, 'quiet' | 'run'>,
  paths: readonly string[],
  commit: string | null = null,
): Promise<Result<string[]>> {
  if (quiet.filters.size === 0 || paths.length === 0) return ok([]);
  const from = commit === null ? [] : [`--source=${commit}`];
  const answer = await run(['check-attr', ...from, '-z', '--stdin', 'filter'], { input: `${paths.join('\0')}\0` });
  if (!answer.ok) return answer;
  const { code, out, err, isCut } = answer.value;
  // Before version 2.40, only the attributes here can be asked for.
  if (commit !== null && code === unknownOption)
    return ok(paths.filter((path) => /(?:^|\/)\.gitattributes$/.test(path)));
  if (isCut) return tooMany;
  if (code !== 0) return gitFailure(err);
  const fields = out.toString().split('\0');
  return ok(paths.filter((_path, at) => quiet.filters.has(fields[at * 3 + 2] ?? '')));
}

const tooMany = fail('NOT_SUPPORTED', say`There are too many changed files to check. Do this in a terminal.`);

/** Checks the names that a git command lists, by the attributes here and those of each of these commits. */
async function filteredIn(
  repository: Repository,
  listing: readonly string[],
  commits: readonly string[] = [],
): Promise<Result<string[]>> {
  if (repository.quiet.filters.size === 0) return ok([]);
  const listed = await repository.run(listing);
  if (!listed.ok) return listed;
  if (listed.value.isCut) return tooMany;
  if (listed.value.code !== 0) return gitFailure(listed.value.err);
  const paths = listed.value.out.toString().split('\0').filter(Boolean);
  const matches = new Set<string>();
  for (const commit of [null, ...commits]) {
    const filtered = await filteredOf(repository, paths, commit);
    if (!filtered.ok) return filtered;
    for (const path of filtered.value) matches.add(path);
  }
  return ok([...matches]);
}

export async function requireUnfilteredIn(
  repository: Repository,
  listing: readonly string[],
  commits: readonly string[] = [],
): Promise<Result<void>> {
  const filtered = await filteredIn(repository, listing, commits);
  if (!filtered.ok) return filtered;
  return filtered.value.length === 0
    ? ok(undefined)
    : fail('GIT_FAILED', needsFilter, { files: filtered.value.slice(0, 20) });
}
