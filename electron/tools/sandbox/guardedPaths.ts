// Project paths that make other apps run something or instruct models. The sandbox protects existing ones; new ones are
// moved away when a program ends, except harmless parts of a new git repository.

import { lstat, mkdir, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type OpenFolder, openFile, openFolder } from '../paths/openInside.ts';
import { controlsOtherApps } from '../paths/sensitivePaths.ts';
import { isHarmlessConfig } from './gitConfig.ts';
import {
  type GitPathOptions,
  gitPathsOf,
  linkTargets,
  nestedScriptsOf,
  readUserGitSettings,
} from './gitConfigPaths.ts';
import { isBelow } from './isBelow.ts';
import { externalGitFolders, findRepositories, isLinkedBack } from './repositories.ts';

interface GuardedPlace {
  /** Absolute; exists. */
  path: string;
  /** The folder that it must be in, without following links. */
  root: string;
  kind: 'file' | 'config' | 'hooks' | 'common' | 'todo' | 'stray' | 'instructions';
  /** Identifies the name in its folder, even if the folder moves. */
  key: string;
  /** True if it is protected by a mount; false if changes are detected by `state`. */
  isHeld: boolean;
  state: string;
  /** Its original, to restore it if a program changed it anyway. */
  copy: FileCopy | null;
}

export type FileCopy = { bytes: Buffer; mode: number } | { link: string };

export interface GuardedPaths {
  places: GuardedPlace[];
  /** Paths that would be sensitive if they existed. */
  leads: string[];
  /** Parent folders of protected paths: a mount cannot be moved away and recreated. */
  pinned: string[];
  shut: string[];
  isWhole: boolean;
}

/** Paths in a repository that can make git run arbitrary programs. */
const ofGit: readonly (readonly [string, GuardedPlace['kind']])[] = [
  ['hooks', 'hooks'],
  ['config', 'config'],
  ['config.worktree', 'config'],
  ['commondir', 'common'],
  ['info/attributes', 'file'],
  // May contain commands that run when the user continues.
  ['rebase-merge/git-rebase-todo', 'todo'],
];
/** Every mount slows down each command; the rest of a project is checked afterwards and restored. */
const maxHeld = 100;
const maxConfig = 65_536;
const maxCopy = 1024 * 1024;

/** `folder` is absolute with links resolved. `before` is the state when the program began. */
export async function findGuardedPaths(
  options: GitPathOptions,
  before: GuardedPaths | null = null,
): Promise<GuardedPaths> {
  const { folder, agent } = options;
  const roots = agent?.roots ?? [];
  const outside = await externalGitFolders(folder);
  const { git, strays, instructions, shut, isWhole } = await findRepositories([
    folder,
    ...[...outside, ...roots].filter((each) => !isBelow(each, folder)),
  ]);
  const all = [...new Set([...outside, ...git])];
  const gitEntries = [join(folder, '.git'), ...outside].filter((each) => all.includes(each));
  // Create empty hooks folders, because a missing one cannot be protected.
  if (!before) await Promise.all(gitEntries.map((each) => mkdir(join(each, 'hooks')).catch(() => {})));
  const leads = before?.leads ?? (await leadsFrom(options, all));
  const ofAgent = (
    await Promise.all((agent?.held ?? []).map((path) => guarded(path, rootOf(path, [folder, ...roots]), 'file')))
  ).flatMap((place) => place ?? []);
  const first = [
    ...ofAgent,
    ...(await placesOfOthers(folder)),
    ...(await placesOfGit(gitEntries, folder)),
    ...(await Promise.all(leads.map((path) => guarded(path, folder, 'file')))),
  ].flatMap((place) => place ?? []);
  const nested = [
    ...(await placesOfGit(
      all.filter((each) => !gitEntries.includes(each)),
      folder,
    )),
    ...(await Promise.all(strays.map((path) => guarded(path, folder, 'stray')))),
    ...(await Promise.all(instructions.map((path) => guarded(path, folder, 'instructions')))),
  ].flatMap((place) => place ?? []);
  const heldKeys = before && new Set(before.places.flatMap(({ key, isHeld }) => (isHeld ? key : [])));
  // An agent's own places come first, however many the project has.
  const max = maxHeld + ofAgent.length;
  const places = withoutInner([...first, ...nested]).map((place, at) => ({
    ...place,
    isHeld: heldKeys ? heldKeys.has(place.key) : place.isHeld && at < max,
  }));
  const expanded = await Promise.all(places.map(async (place) => (place.isHeld ? [place] : separateHooks(place))));
  const guardedPlaces = before ? expanded.flat() : await Promise.all(expanded.flat().map(withCopy));
  return { places: guardedPlaces, leads, pinned: before ? [] : pinnedFor(first, [folder, ...roots]), shut, isWhole };
}

/** For the user's settings, the project's repositories, and those it is inside. */
async function leadsFrom(options: GitPathOptions, git: readonly string[]): Promise<string[]> {
  const user = await readUserGitSettings(options);
  const around = await enclosing(options.folder);
  const places = await placesOfOthers(options.folder);
  const placeGroups = await Promise.all([
    ...[...git, ...around].map((each) => gitPathsOf(each, user, options)),
    ...places.map(({ path }) => nestedScriptsOf(path, options)),
    ...places.map(async ({ path }) => (await linkTargets(path)).filter((step) => isBelow(step, options.folder))),
  ]);
  return [...new Set(placeGroups.flat())];
}

async function enclosing(folder: string): Promise<string[]> {
  const placePaths: string[] = [];
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) {
    if (await lstat(join(at, '.git')).catch(() => null)) placePaths.push(join(at, '.git'));
  }
  return placePaths;
}

async function placesOfGit(git: readonly string[], folder: string): Promise<GuardedPlace[]> {
  const perRepository = await Promise.all(
    git.flatMap((each) => {
      const root = isBelow(each, folder) ? folder : each;
      return ofGit.map(([name, kind]) => guarded(join(each, name), root, kind));
    }),
  );
  return perRepository.flatMap((place) => place ?? []);
}

/** The outermost; every path of an agent is in one. */
function rootOf(path: string, roots: readonly string[]): string {
  return roots.find((root) => isBelow(path, root)) ?? path;
}

/** A path inside a protected one is protected with it. */
function withoutInner(places: readonly GuardedPlace[]): GuardedPlace[] {
  const paths = new Set<string>();
  return places.filter(({ path }) => {
    for (let at = path; at !== dirname(at); at = dirname(at)) if (paths.has(at)) return false;
    paths.add(path);
    return true;
  });
}

function pinnedFor(places: readonly GuardedPlace[], roots: readonly string[]): string[] {
  const pinned = new Set<string>();
  for (const { path, isHeld, root } of places) {
    if (!isHeld || !roots.includes(root)) continue;
    for (let at = dirname(path); at !== root && isBelow(at, root); at = dirname(at)) pinned.add(at);
  }
  return [...pinned].toSorted((one, other) => one.length - other.length);
}

/** For a hooks folder that cannot be protected, tracks each hook separately. */
async function separateHooks(place: GuardedPlace): Promise<GuardedPlace[]> {
  if (place.kind !== 'hooks') return [place];
  const inner = (await hooksIn(place)).filter((path) => path !== place.path);
  const hookPlaces = await Promise.all(inner.map((path) => guarded(path, place.root, 'file')));
  return [place, ...hookPlaces.flatMap((each) => (each ? { ...each, isHeld: false } : []))];
}

async function withCopy(place: GuardedPlace): Promise<GuardedPlace> {
  if (place.isHeld) return place;
  try {
    const stats = await lstat(place.path);
    if (stats.isSymbolicLink()) return { ...place, copy: { link: await readlink(place.path) } };
    if (!stats.isFile() || stats.size > maxCopy) return place;
    return { ...place, copy: { bytes: await readFile(place.path), mode: stats.mode & 0o777 } };
  } catch {
    return place;
  }
}

/** Only in the top folders: deeper ones matter to whoever opens that folder as a project. */
async function placesOfOthers(folder: string): Promise<GuardedPlace[]> {
  const names = await namesIn(folder);
  const placesByName = await Promise.all(
    names.map(async (name) => {
      if (name === '.git') return [];
      if (controlsOtherApps(`/${name}`)) return [join(folder, name)];
      if (!name.startsWith('.')) return [];
      const inner = await namesIn(join(folder, name));
      return inner.filter((each) => controlsOtherApps(`/${name}/${each}`)).map((each) => join(folder, name, each));
    }),
  );
  const places = await Promise.all(placesByName.flat().map((path) => guarded(path, folder, 'file')));
  return places.flatMap((place) => place ?? []);
}

async function guarded(path: string, root: string, kind: GuardedPlace['kind']): Promise<GuardedPlace | null> {
  try {
    const [stats, parent] = await Promise.all([lstat(path), lstat(dirname(path))]);
    const { dev, ino, size, mtimeMs, ctimeMs } = stats;
    return {
      ...{ path, root, kind },
      key: `${parent.dev}:${parent.ino}/${path.slice(dirname(path).length + 1)}`,
      isHeld: !stats.isSymbolicLink() && kind !== 'todo' && kind !== 'stray' && kind !== 'instructions',
      state: stats.isDirectory() ? `${dev}:${ino}` : `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`,
      copy: null,
    };
  } catch {
    return null;
  }
}

export interface CreatedPath extends GuardedPlace {
  /** The previous content; null if it did not exist. */
  before: FileCopy | null;
}

/** New or changed paths that must not stay. */
export async function pathsCreatedSince(
  before: GuardedPaths,
  after: GuardedPaths,
  folder: string,
): Promise<CreatedPath[]> {
  const placesByKey = new Map(before.places.map((place) => [place.key, place]));
  const createdPlaces = after.places.filter(({ key, state }) => {
    const was = placesByKey.get(key);
    return was === undefined || !(was.isHeld || was.state === state);
  });
  const removals = await Promise.all(
    createdPlaces.map(async (place): Promise<CreatedPath[]> => {
      const was = placesByKey.get(place.key)?.copy ?? null;
      if (place.kind === 'hooks') return (await hooksIn(place)).map((path) => ({ ...place, path, before: null }));
      return (await isHarmless(place, folder)) ? [] : [{ ...place, before: was }];
    }),
  );
  return removals.flat();
}

/** Paths that could not be checked, so something may have been created there. */
export function pathsUncheckedSince(before: GuardedPaths, after: GuardedPaths, folder: string): string[] {
  const shut = after.shut.filter((path) => !before.shut.includes(path));
  return shut.length > 0 || after.isWhole ? shut : [folder];
}

/** Ignores the sample hooks of new repositories, which never run. */
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
  if (kind === 'file' || kind === 'instructions') return false;
  if (kind === 'stray') return isLinkedBack(path, await externalGitFolders(project));
  const text = await textOf(root, path);
  if (text === null) return false;
  const git = dirname(path);
  if (kind === 'config') return isHarmlessConfig(text, git, project);
  if (kind === 'todo') return !/^\s*(?:x|exec)\s/m.test(text);
  // A worktree names its repository.
  return resolve(git, text.trim()) === dirname(dirname(git)) && dirname(git).endsWith(`${sep}worktrees`);
}

async function textOf(root: string, path: string): Promise<string | null> {
  try {
    const { handle, stats } = await openFile({
      ...{ root, segments: relative(root, path).split(sep), displayPath: '', exists: true },
    });
    try {
      return stats.size > maxConfig ? null : await handle.readFile('utf8');
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

/** Whether an unprotected path is unchanged. */
export async function isUnchanged(path: string, { places }: GuardedPaths): Promise<boolean> {
  const was = places.find((place) => !place.isHeld && isBelow(path, place.path));
  if (was === undefined || was.path !== path) return false;
  return (await guarded(path, was.root, was.kind))?.state === was.state;
}

/** For the profile, with links resolved, but none that leads out: that could cover the hidden paths. */
export async function resolveGuardedPaths({ places }: GuardedPaths): Promise<string[]> {
  const real = await Promise.all(
    places.map(async ({ path, root, isHeld }) => {
      if (!isHeld) return [];
      const to = await realpath(path).catch(() => null);
      return to !== null && isBelow(to, root) ? to : [];
    }),
  );
  return [...new Set(real.flat())];
}
