// What in a project makes other programs run something, or tells models what to do. What is there cannot be changed in the
// sandbox; what has appeared when a program ends is set aside, but for what a new repository of git needs and is harmless.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type OpenFolder, openFile, openFolder } from '../paths/openInside.ts';
import { decidesForOthers } from '../paths/sensitivePaths.ts';
import { isHarmlessConfig } from './gitConfig.ts';
import { isBelow } from './isBelow.ts';
import { gitFoldersOutside, mostFolders, repositoriesIn } from './repositories.ts';

export interface GuardedPlace {
  /** Absolute; it is there. */
  path: string;
  /** The folder that it must lie in, links not followed. */
  root: string;
  kind: 'file' | 'config' | 'hooks' | 'common';
  /** Tells the name in this very folder, wherever that is moved. */
  key: string;
  /** It can be held by mounting it; false: it is known by `state` whether it was changed. */
  isHeld: boolean;
  state: string;
}

export interface GuardedPlaces {
  places: GuardedPlace[];
  isWhole: boolean;
}

/** What makes git run programs of somebody's choice, in the folder of a repository. */
const ofGit: readonly (readonly [string, GuardedPlace['kind']])[] = [
  ['hooks', 'hooks'],
  ['config', 'config'],
  ['config.worktree', 'config'],
  ['commondir', 'common'],
  ['info/attributes', 'file'],
];
/** Each mount costs every command some time. */
const mostHeld = 120;
/** A program that made very many folders has them all looked at. */
const mostAfter = 20_000;
const largestConfig = 65_536;

/** `folder`: absolute, links followed. `before`: as it was when the program began. */
export async function guardedIn(folder: string, before: GuardedPlaces | null = null): Promise<GuardedPlaces> {
  const { git, isWhole } = await repositoriesIn(folder, before?.isWhole ? mostAfter : mostFolders);
  const all = [...(await gitFoldersOutside(folder)), ...git.filter((each) => isBelow(each, folder))];
  const named = all.map(async (each) => {
    const root = isBelow(each, folder) ? folder : each;
    const found = await Promise.all(ofGit.map(([name, kind]) => guarded(join(each, name), root, kind)));
    return found.flatMap((place) => place ?? []);
  });
  const places = [...(await placesOfOthers(folder)), ...(await Promise.all(named)).flat()];
  return { places: places.map((place, at) => (at < mostHeld ? place : { ...place, isHeld: false })), isWhole };
}

/** In the first folders only: below, the same names belong to whoever opens that folder as a project of its own. */
async function placesOfOthers(folder: string): Promise<GuardedPlace[]> {
  const names = await namesIn(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      if (name === '.git') return [];
      if (decidesForOthers(`/${name}`)) return [join(folder, name)];
      if (!name.startsWith('.')) return [];
      const inner = await namesIn(join(folder, name));
      return inner.filter((each) => decidesForOthers(`/${name}/${each}`)).map((each) => join(folder, name, each));
    }),
  );
  const places = await Promise.all(found.flat().map((path) => guarded(path, folder, 'file')));
  return places.flatMap((place) => place ?? []);
}

async function guarded(path: string, root: string, kind: GuardedPlace['kind']): Promise<GuardedPlace | null> {
  try {
    const [stats, parent] = await Promise.all([lstat(path), lstat(dirname(path))]);
    const { dev, ino, size, mtimeMs, ctimeMs } = stats;
    return {
      ...{ path, root, kind },
      key: `${parent.dev}:${parent.ino}/${path.slice(dirname(path).length + 1)}`,
      isHeld: !stats.isSymbolicLink(),
      state: `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`,
    };
  } catch {
    return null;
  }
}

/** What has appeared since and cannot stay. */
export async function madeSince(before: GuardedPlaces, after: GuardedPlaces, folder: string): Promise<GuardedPlace[]> {
  const known = new Map(before.places.map((place) => [place.key, place]));
  const made = after.places.filter(({ key, state }) => {
    const was = known.get(key);
    return was === undefined || !(was.isHeld || was.state === state);
  });
  const going = await Promise.all(
    made.map(async (place): Promise<GuardedPlace[]> => {
      if (place.kind === 'hooks') return (await hooksIn(place)).map((path) => ({ ...place, path }));
      return (await isHarmless(place, folder)) ? [] : [place];
    }),
  );
  return going.flat();
}

/** The samples that each new repository gets are not run. */
async function hooksIn({ path, root }: GuardedPlace): Promise<string[]> {
  let folder: OpenFolder;
  try {
    folder = await openFolder(root, relative(root, path).split(sep));
  } catch {
    return [path];
  }
  try {
    const names = await readdir(folder.path());
    return names.filter((name) => !name.endsWith('.sample')).map((name) => join(path, name));
  } finally {
    await folder.close();
  }
}

async function isHarmless({ path, root, kind }: GuardedPlace, project: string): Promise<boolean> {
  if (kind === 'file') return false;
  const text = await textOf(root, path);
  if (text === null) return false;
  const git = dirname(path);
  if (kind === 'config') return isHarmlessConfig(text, git, project);
  // A further worktree names the repository that it is kept in.
  return resolve(git, text.trim()) === dirname(dirname(git)) && dirname(git).endsWith(`${sep}worktrees`);
}

async function textOf(root: string, path: string): Promise<string | null> {
  try {
    const { handle, stats } = await openFile({
      ...{ root, segments: relative(root, path).split(sep), shown: '', exists: true },
    });
    try {
      return stats.size > largestConfig ? null : await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** For the profile, links followed, but none that leads out: it could lay anything over what hides the machine. */
export async function heldPaths({ places }: GuardedPlaces): Promise<string[]> {
  const real = await Promise.all(
    places.slice(0, mostHeld).map(async ({ path, root }) => {
      const to = await realpath(path).catch(() => null);
      return to !== null && isBelow(to, root) ? to : [];
    }),
  );
  return [...new Set(real.flat())];
}
