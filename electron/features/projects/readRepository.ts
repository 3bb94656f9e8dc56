// Reads the identity of a folder's repository with git, which runs nothing that the repository configures: it reads settings
// and commits only, and without a network.

import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import type { RepositoryIdentity } from '../../../shared/features/projects/repository.ts';
import type { Git } from '../git/repository/git.ts';
import { openRepository } from '../git/repository/repository.ts';
import { normalizeRemote } from './remoteAddress.ts';

/** A history of a million commits without a commit graph takes longer: its remotes then decide. */
const rootsMs = 10_000;
const max = { remotes: 20, roots: 20, text: 1_000 };

/** Null if the folder is in no repository with files, or git cannot read it. */
export async function readRepository(
  git: Git,
  folder: string,
  signal?: AbortSignal,
): Promise<RepositoryIdentity | null> {
  const opened = await openRepository(git, folder);
  if (!opened.ok) return null;
  const repository = opened.value;
  const env = { GIT_NO_REPLACE_OBJECTS: '1' };
  const shallow = await repository.text(['rev-parse', '--is-shallow-repository'], { signal, env });
  if (!shallow.ok) return null;
  const roots =
    shallow.value.trim() === 'true'
      ? null
      : await repository.text(['rev-list', '--max-parents=0', 'HEAD', '--'], { signal, env, timeoutMs: rootsMs });
  const remotes = repository.config.flatMap(({ key, value }) => (/^remote\..*\.url$/.test(key) ? [value] : []));
  return {
    remotes: distinct(remotes)
      .flatMap((address) => (address.length > max.text ? [] : (normalizeRemote(address) ?? [])))
      .filter(isFirst)
      .sort()
      .slice(0, max.remotes),
    roots: distinct(roots?.ok ? roots.value.split('\n') : [])
      .filter((root) => /^[0-9a-f]{40,64}$/.test(root))
      .sort()
      .slice(0, max.roots),
    path: relative(repository.root, await realpath(folder)).replaceAll('\\', '/'),
  };
}

function distinct(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '').filter(isFirst);
}

function isFirst(text: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(text) === at;
}
