// What a sandboxed program may write and what is hidden from it, resolved at start. Everything else is readable.
// Independent of the system.

import { randomUUID } from 'node:crypto';
import { copyFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { AgentControls } from './agentControls.ts';
import { findSecretsBelow, findSocketsBelow, resolveSandboxPath, type SandboxPath } from './hiddenPaths.ts';
import { isBelow } from './isBelow.ts';
import { externalGitFolders } from './repositories.ts';

export interface SandboxProfile {
  /** Writable paths, absolute with links resolved. */
  writable: readonly string[];
  /** Read-only files and folders inside those. All exist. */
  readOnly: readonly string[];
  /** Files and folders that appear empty. All exist. */
  hidden: readonly SandboxPath[];
  /** Copies of files, which a program changes in their place. */
  copies: readonly { path: string; copy: string }[];
  /** Folders that are empty for a program, and its own. */
  own: readonly string[];
  /** Paths inside hidden folders that are visible and writable again. */
  reopened: readonly string[];
}

export interface ProfileOptions {
  /** Absolute path of the project folder, or null. */
  folder: string | null;
  home: string;
  /** The app's data, and other paths that no tool may touch. */
  protectedFolders: readonly string[];
  /** Paths granted by the user: individually, without hidden paths below them. Never the app's own. */
  opened: readonly string[];
  /** Only a /tmp is writable. */
  readOnly: boolean;
  /** Guarded project paths, absolute with links resolved. */
  held: readonly string[];
  /** Project folders that must not be moved; each gets its own mount. */
  pinned: readonly string[];
  /** For an agent, whose granted paths are protected from it in part. */
  agent: Pick<AgentControls, 'copied' | 'own'> | null;
  /** For copies: a folder that programs cannot see. */
  edge: string;
  /** Hidden unless granted. */
  hidden: readonly SandboxPath[];
}

/** Each is a mount, and their cost grows faster than their number. */
const maxHidden = 80;

export async function sandboxProfile(options: ProfileOptions): Promise<SandboxProfile> {
  const folder = options.folder === null ? null : await realOrGiven(options.folder);
  const opened = await openedPaths(options.opened, folder);
  // Mount the repository separately: a mount cannot be moved away and recreated. Mount a read-only folder too, because
  // the sandbox's own /tmp may cover it.
  const project = folder === null ? [] : [folder, ...(await ownGit(folder))];
  const ours = await Promise.all(options.protectedFolders.map(realOrGiven));
  const [below, own] = await Promise.all([
    Promise.all(opened.map(hiddenBelow)),
    Promise.all(ours.map(resolveSandboxPath)),
  ]);
  const inProject = (path: string): boolean => folder !== null && (isBelow(folder, path) || isBelow(path, folder));
  const secrets = [...options.hidden, ...below.flat()].filter(
    ({ path }) => !(opened.includes(path) || inProject(path) || isBelow(path, '/tmp')),
  );
  const clear = [options.home, ...project, ...opened, process.execPath, ...(process.env.PATH ?? '').split(':')];
  const hidden = outermost([...own.flatMap((place) => place ?? []), ...limitHidden(secrets, opened, clear)], opened);
  const isInHidden = (path: string): boolean => hidden.some((each) => each.isFolder && isBelow(path, each.path));
  const isOpened = (path: string): boolean => opened.some((each) => isBelow(path, each));
  // A file that is a mount could not be replaced.
  const isInner = (path: string): boolean => opened.some((each) => each !== path && isBelow(path, each));
  const isOurs = (path: string): boolean => ours.some((each) => isBelow(path, each));
  const copied = options.agent?.copied ?? [];
  const mayOpen = options.readOnly ? [] : opened.filter((path) => !(isOurs(path) || copied.includes(path)));
  const copies = await copiesOf(copied, options.edge);
  const hasCopy = (path: string): boolean => copies.some((each) => each.path === path);
  return {
    writable: options.readOnly
      ? []
      : [...project, ...mayOpen.filter((path) => !(isInHidden(path) || isInner(path))), ...options.pinned],
    readOnly: options.readOnly
      ? project
      : options.held.filter((path) => (options.agent ? !hasCopy(path) : !isOpened(path))),
    copies,
    own: options.agent?.own ?? [],
    hidden,
    reopened: mayOpen.filter(isInHidden),
  };
}

async function copiesOf(paths: readonly string[], edge: string): Promise<{ path: string; copy: string }[]> {
  const copies = paths.map((path) => ({ path, copy: join(edge, `copy-${randomUUID()}`) }));
  const results = await Promise.allSettled(copies.map(({ path, copy }) => copyFile(path, copy)));
  return copies.filter((_, at) => results[at]?.status === 'fulfilled');
}

/** Hidden paths inside a granted one; each must be granted by name. */
async function hiddenBelow(path: string): Promise<SandboxPath[]> {
  const place = await resolveSandboxPath(path);
  if (!place?.isFolder) return [];
  const hiddenGroups = await Promise.all([findSecretsBelow(path), findSocketsBelow([path])]);
  return hiddenGroups.flat();
}

/** With too many individual paths, hides the folders that contain most of them, except required ones. */
function limitHidden(
  places: readonly SandboxPath[],
  opened: readonly string[],
  clear: readonly string[],
): SandboxPath[] {
  let all = outermost(places, opened);
  while (all.length > maxHidden) {
    const byFolder = Map.groupBy(all, ({ path }) => dirname(path));
    const folders = [...byFolder].filter(
      ([folder, inner]) => inner.length > 1 && !clear.some((each) => isBelow(each, folder)),
    );
    const [most] = folders.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (most === undefined) return all;
    all = outermost([...all, { path: most, isFolder: true }], opened);
  }
  return all;
}

async function ownGit(folder: string): Promise<string[]> {
  const gitPath = await resolveSandboxPath(join(folder, '.git'));
  return gitPath?.isFolder && gitPath.path === join(folder, '.git') ? [gitPath.path] : externalGitFolders(folder);
}

/** A program may have replaced a writable path by a link, which grants nothing. */
async function openedPaths(paths: readonly string[], folder: string | null): Promise<string[]> {
  const real = await Promise.all(paths.map(realOrGiven));
  const isOwnPath = (path: string): boolean =>
    [...(folder === null ? [] : [folder]), ...paths].some((each) => each !== path && isBelow(path, each));
  return real.filter((path, at) => path === paths[at] || !isOwnPath(paths[at] ?? path));
}

async function realOrGiven(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realOrGiven(parent), relative(parent, path));
  }
}

/** Drops paths inside a hidden folder, unless something in between is granted. */
function outermost(places: readonly SandboxPath[], opened: readonly string[]): SandboxPath[] {
  const all = [...new Map(places.map((place) => [place.path, place])).values()];
  return all.filter(({ path }) => {
    const isReopened = (outer: string): boolean =>
      opened.some((each) => each !== path && isBelow(each, outer) && isBelow(path, each));
    return !all.some(
      (other) => other.path !== path && other.isFolder && isBelow(path, other.path) && !isReopened(other.path),
    );
  });
}
