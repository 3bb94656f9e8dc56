// Chooses a new worktree's folder and branch: `<repository>.worktrees/<name>` next to the repository, on
// `throughline/<name>`. Neither exists yet.

import { lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import type { Repository } from '../../git/repository/repository.ts';
import type { WorktreeRequest } from '../worktrees.ts';
import { currentBranch, headCommit } from './offer.ts';

const longest = 40;
const maxAttempts = 200;

export interface NewWorktreeDeps {
  /** Fallback if there is no space next to the repository. */
  otherPlace: string;
  hostName: string;
}

export async function planWorktree(
  repository: Repository,
  project: string,
  { name, base }: WorktreeRequest,
  { otherPlace, hostName }: NewWorktreeDeps,
): Promise<Result<ConversationWorktree>> {
  const began = await beginning(repository, base);
  if (!began.ok) return began;
  const above = await folderFor(repository.root, otherPlace);
  if (!above.ok) return above;
  const takenBranches = await branchNames(repository);
  if (!takenBranches.ok) return takenBranches;
  // A branch of this name blocks branches below it.
  const prefix = takenBranches.value.has('throughline') ? 'throughline-' : 'throughline/';
  const slug = slugOf(name);
  const inside = relative(repository.root, await realpath(project))
    .split(sep)
    .join('/');
  for (let count = 1; count <= maxAttempts; count++) {
    const tried = count === 1 ? slug : `${slug}-${count}`;
    const branch = `${prefix}${tried}`;
    const path = join(above.value, tried);
    if (takenBranches.value.has(branch) || (await lstat(path).catch(() => null))) continue;
    return ok({ host: hostName, path, repository: repository.root, inside, branch, ...began.value });
  }
  return fail('NOT_SUPPORTED', say`There are already too many worktrees named ${slug}.`);
}

async function beginning(
  repository: Repository,
  base: string | null,
): Promise<Result<{ base: string | null; commit: string }>> {
  if (base === null) {
    const head = await headCommit(repository);
    if (!head.ok) return head;
    const branch = await currentBranch(repository);
    return branch.ok ? ok({ base: branch.value, commit: head.value }) : branch;
  }
  const resolved = await repository.text(['rev-parse', '--verify', '--quiet', `refs/heads/${base}^{commit}`]);
  return resolved.ok
    ? ok({ base, commit: resolved.value.trim() })
    : fail('NOT_SUPPORTED', say`There is no branch named ${base}.`);
}

async function branchNames({ text }: Repository): Promise<Result<Set<string>>> {
  const output = await text([
    ...['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/throughline', 'refs/heads/throughline-*'],
  ]);
  return output.ok ? ok(new Set(output.value.split('\n').filter(Boolean))) : output;
}

/** Returns an existing folder, with links resolved. */
async function folderFor(root: string, otherPlace: string): Promise<Result<string>> {
  const beside = join(dirname(root), `${basename(root)}.worktrees`);
  const other = join(otherPlace, basename(root));
  for (const folder of [beside, other]) {
    // A link in its place could put the files anywhere.
    const stats = await lstat(folder).catch(() => null);
    if (stats && !stats.isDirectory()) continue;
    const probe = join(folder, `.throughline-${process.pid}`);
    const writable = await mkdir(folder, { recursive: true })
      .then(() => mkdir(probe))
      .then(() => rmdir(probe))
      .then(
        () => true,
        () => false,
      );
    if (writable) return ok(await realpath(folder));
  }
  return fail(
    'NOT_SUPPORTED',
    say`No folder can be created for the worktree: neither ${beside} nor ${other} is writable.`,
  );
}

/** Letters and digits of any script, and hyphens: valid in branches and paths. @internal */
export function slugOf(title: string): string {
  const parts = title
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let slug = '';
  for (const part of parts) {
    if (slug !== '' && slug.length + 1 + part.length > longest) break;
    slug += `${slug === '' ? '' : '-'}${part}`;
  }
  // Avoid splitting a surrogate pair.
  slug = [...slug].slice(0, longest).join('');
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(slug);
  return slug === '' || isReserved ? `work${slug === '' ? '' : `-${slug}`}` : slug;
}
