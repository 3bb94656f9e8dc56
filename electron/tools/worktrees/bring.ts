// Brings what is not committed in the project's folder into a new worktree, as a copy. Either folder may hold links that lead
// elsewhere, so nothing is read or written through one.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { type Sentence, say } from '../../../shared/sentence.ts';
import { diskReason } from '../../lib/diskReason.ts';
import { openFile, openFolder } from '../paths/openInside.ts';
import type { Git } from './git.ts';
import { openRepository, type Repository } from './repository.ts';
import { changedPaths, lookedAtFromOutside } from './status.ts';

const maxFiles = 2_000;
const maxBytes = 64 * 1024 * 1024;
const newFileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export async function bringAlong(
  git: Git,
  from: Repository,
  path: string,
  signal: AbortSignal,
): Promise<Result<Sentence[]>> {
  const to = await openRepository(git, path);
  if (!to.ok) return to;
  const args = ['diff', '--binary', '--no-ext-diff', '--no-textconv', ...lookedAtFromOutside, '--no-color', 'HEAD'];
  const patch = await from.text(args, { signal });
  if (!patch.ok) return patch;
  if (patch.value !== '') {
    // Git itself refuses to apply anything behind a link.
    const applied = await to.value.text(['apply', '--binary', '--whitespace=nowarn', '-'], {
      input: patch.value,
    });
    if (!applied.ok) return applied;
  }
  const changed = await changedPaths(from, { signal });
  if (!changed.ok) return changed;
  const untracked = changed.value.filter(({ isUntracked }) => isUntracked);
  let [bytes, count, left] = [0, 0, 0];
  for (const { path: name } of untracked) {
    const copied = count < maxFiles ? await copyNew(from.root, to.value.root, name, maxBytes - bytes) : ok(null);
    if (!copied.ok) return copied;
    if (copied.value === null) left++;
    else count++;
    bytes += copied.value ?? 0;
  }
  return ok(
    left === 0
      ? []
      : [
          say`New files that were not copied into it, because they are links, lie behind a link there or are too large: ${left}.`,
        ],
  );
}

/** Its bytes. Null: it cannot be copied without following a link or writing over something. */
async function copyNew(from: string, to: string, name: string, most: number): Promise<Result<number | null>> {
  const segments = name.split('/');
  const source = await openFile({ root: from, segments, shown: name, exists: true }).catch(() => null);
  if (source === null) return ok(null);
  try {
    if (source.stats.size > most) return ok(null);
    const target = await createNew(to, segments, source.stats.mode & 0o777).catch(() => null);
    if (target === null) return ok(null);
    await pipeline(source.handle.createReadStream({ autoClose: false }), target.createWriteStream());
    return ok(source.stats.size);
  } catch (thrown) {
    return fail('GIT_FAILED', say`${name} could not be copied into the worktree: ${diskReason(thrown)}.`);
  } finally {
    await source.handle.close();
  }
}

async function createNew(root: string, segments: readonly string[], mode: number): Promise<FileHandle> {
  const folder = await openFolder(root, segments.slice(0, -1), true);
  try {
    return await open(folder.path(segments.at(-1)), newFileFlags, mode);
  } finally {
    await folder.close();
  }
}
