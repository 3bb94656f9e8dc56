// Copies uncommitted changes of the project folder into a new worktree. Either folder may contain links that lead
// elsewhere, so none is read or written through.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import { PathMovedError } from '../../../tools/paths/fileErrors.ts';
import { openFile, openFolder } from '../../../tools/paths/openInside.ts';
import { errorCodeOf } from '../../../tools/paths/realLocation.ts';
import type { Git } from '../../git/repository/git.ts';
import { gitFailure, openRepository, type Repository } from '../../git/repository/repository.ts';
import { isPolledExternally, listChangedPaths } from '../../git/repository/status.ts';

const maxFiles = 2_000;
const maxBytes = 64 * 1024 * 1024;
const newFileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export async function copyUncommittedChanges(
  git: Git,
  from: Repository,
  path: string,
  signal: AbortSignal,
): Promise<Result<Sentence[]>> {
  const to = await openRepository(git, path);
  if (!to.ok) return to;
  const applied = await applyChanges(from, to.value, signal);
  if (!applied.ok) return applied;
  const changed = await listChangedPaths(from, { signal });
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
          say`New files that were not copied because they are links, are behind a link there, are too large or cannot be read: ${left}.`,
        ],
  );
}

/** Overrides the user's diff configuration. */
const patchOptions = [
  ...['--binary', '--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--unified=3', '--submodule=short'],
  ...['--src-prefix=a/', '--dst-prefix=b/'],
];

/** As bytes: files may not be UTF-8. */
async function applyChanges(from: Repository, to: Repository, signal: AbortSignal): Promise<Result<void>> {
  const patch = await from.run(['diff', ...patchOptions, ...isPolledExternally, 'HEAD'], { signal });
  if (!patch.ok) return patch;
  const { code, out, err, isCut } = patch.value;
  if (isCut) return fail('NOT_SUPPORTED', say`Your uncommitted changes are too large to copy.`);
  if (code !== 0) return gitFailure(err);
  if (out.length === 0) return ok(undefined);
  // Git refuses to apply anything behind a link.
  const applied = await to.text(['apply', '--binary', '--whitespace=nowarn', '-'], { input: out });
  return applied.ok ? ok(undefined) : applied;
}

/** Returns its size. Null if copying would follow a link or overwrite something. */
async function copyNew(from: string, to: string, name: string, max: number): Promise<Result<number | null>> {
  const segments = name.split('/');
  const source = await openFile({ root: from, segments, displayPath: name, exists: true }).catch(() => null);
  if (source === null) return ok(null);
  try {
    if (source.stats.size > max) return ok(null);
    const target = await createNew(to, segments, source.stats.mode & 0o777).catch(nullIfTaken);
    if (target === null) return ok(null);
    await pipeline(source.handle.createReadStream({ autoClose: false }), target.createWriteStream());
    return ok(source.stats.size);
  } catch (thrown) {
    return fail('GIT_FAILED', say`${name} could not be copied into the worktree: ${diskErrorReason(thrown)}.`);
  } finally {
    await source.handle.close();
  }
}

function nullIfTaken(thrown: unknown): null {
  if (thrown instanceof PathMovedError || errorCodeOf(thrown) === 'EEXIST') return null;
  throw thrown;
}

async function createNew(root: string, segments: readonly string[], mode: number): Promise<FileHandle> {
  const folder = await openFolder(root, segments.slice(0, -1), true);
  try {
    return await open(folder.path(segments.at(-1)), newFileFlags, mode);
  } finally {
    await folder.close();
  }
}
