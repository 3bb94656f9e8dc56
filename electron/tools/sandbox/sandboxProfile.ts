// What a program in the sandbox may write, and what it does not see, looked up on the disk when it starts. The rest of the
// file system can be read. Each system's sandbox is told the same.

import { realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Place, placeAt, secretsBelow, socketsBelow } from './hiddenPlaces.ts';
import { isBelow } from './isBelow.ts';
import { gitFoldersOutside } from './repositories.ts';

export interface SandboxProfile {
  /** Absolute, links followed: it may write there. */
  writable: readonly string[];
  /** Files and folders inside those that it may not change. All of them exist. */
  readOnly: readonly string[];
  /** Files and folders that it finds empty. All of them exist. */
  hidden: readonly Place[];
  /** What was opened inside of hidden folders: to be had, and written, again. */
  reopened: readonly string[];
}

export interface ProfileOptions {
  /** Absolute path of the project's folder; null: there is none. */
  folder: string | null;
  home: string;
  /** The app's own data, and what else no tool touches. */
  protectedFolders: readonly string[];
  /** What a person has opened: each by itself, and nothing that is hidden below it. Never what belongs to the app. */
  opened: readonly string[];
  /** Nothing can be written but a /tmp. */
  readOnly: boolean;
  /** Absolute, links followed: what may not be changed in the project. */
  held: readonly string[];
  /** Folders in the project that may not be moved: each is mounted by itself. */
  pinned: readonly string[];
  /** What no program sees but where it is opened. */
  hidden: readonly Place[];
}

/** Each is a mount, and each mount costs the more the more there are. */
const maxHidden = 80;

export async function sandboxProfile(options: ProfileOptions): Promise<SandboxProfile> {
  const folder = options.folder === null ? null : await realOrGiven(options.folder);
  const opened = await openedPaths(options.opened, folder);
  // The repository is mounted by itself: what is a mount cannot be moved away and made anew. A folder that can only be read is
  // mounted, too: the sandbox's own /tmp may lie over it.
  const project = folder === null ? [] : [folder, ...(await ownGit(folder))];
  const ours = await Promise.all(options.protectedFolders.map(realOrGiven));
  const [below, own] = await Promise.all([Promise.all(opened.map(hiddenBelow)), Promise.all(ours.map(placeAt))]);
  const inProject = (path: string): boolean => folder !== null && (isBelow(folder, path) || isBelow(path, folder));
  const secrets = [...options.hidden, ...below.flat()].filter(
    ({ path }) => !(opened.includes(path) || inProject(path) || isBelow(path, '/tmp')),
  );
  const clear = [options.home, ...project, ...opened, process.execPath, ...(process.env.PATH ?? '').split(':')];
  const hidden = outermost([...own.flatMap((place) => place ?? []), ...fewer(secrets, opened, clear)], opened);
  const isInHidden = (path: string): boolean => hidden.some((each) => each.isFolder && isBelow(path, each.path));
  const isOurs = (path: string): boolean => ours.some((each) => isBelow(path, each));
  const mayOpen = options.readOnly ? [] : opened.filter((path) => !isOurs(path));
  return {
    writable: options.readOnly ? [] : [...project, ...options.pinned, ...mayOpen.filter((path) => !isInHidden(path))],
    readOnly: options.readOnly ? project : options.held.filter((path) => !opened.some((each) => isBelow(path, each))),
    hidden,
    reopened: mayOpen.filter(isInHidden),
  };
}

/** What the table and the kind of the files hide in a place that was opened; it is named by itself where it is to be opened. */
async function hiddenBelow(path: string): Promise<Place[]> {
  const place = await placeAt(path);
  if (!place?.isFolder) return [];
  const found = await Promise.all([secretsBelow(path), socketsBelow([path])]);
  return found.flat();
}

/** Where there are too many to hide one by one, the folders that hold most of them are hidden, but none that is needed. */
function fewer(places: readonly Place[], opened: readonly string[], clear: readonly string[]): Place[] {
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
  const own = await placeAt(join(folder, '.git'));
  return own?.isFolder && own.path === join(folder, '.git') ? [own.path] : gitFoldersOutside(folder);
}

/** A program may have put a link in the place of what it can write; that opens nothing. */
async function openedPaths(paths: readonly string[], folder: string | null): Promise<string[]> {
  const real = await Promise.all(paths.map(realOrGiven));
  const own = (path: string): boolean =>
    [...(folder === null ? [] : [folder]), ...paths].some((each) => each !== path && isBelow(path, each));
  return real.filter((path, at) => path === paths[at] || !own(paths[at] ?? path));
}

async function realOrGiven(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realOrGiven(parent), relative(parent, path));
  }
}

/** What lies in a hidden folder need not be hidden too, but where something between them is opened. */
function outermost(places: readonly Place[], opened: readonly string[]): Place[] {
  const all = [...new Map(places.map((place) => [place.path, place])).values()];
  return all.filter(({ path }) => {
    const isReopened = (outer: string): boolean =>
      opened.some((each) => each !== path && isBelow(each, outer) && isBelow(path, each));
    return !all.some(
      (other) => other.path !== path && other.isFolder && isBelow(path, other.path) && !isReopened(other.path),
    );
  });
}
