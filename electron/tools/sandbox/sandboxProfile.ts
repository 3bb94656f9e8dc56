// What a program in the sandbox may write, and what it does not see, looked up on the disk when it starts. The rest of the
// file system can be read. Each system's sandbox is told the same.

import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { secretPlaces } from '../paths/sensitivePathTable.ts';
import { isBelow } from './isBelow.ts';
import { gitFoldersOutside } from './repositories.ts';

export interface SandboxProfile {
  /** Absolute, links followed: it may write there. */
  writable: readonly string[];
  /** Files and folders inside those that it may not change. All of them exist. */
  readOnly: readonly string[];
  /** Files and folders that it finds empty. All of them exist. */
  hidden: readonly Place[];
}

export interface Place {
  path: string;
  isFolder: boolean;
}

export interface ProfileOptions {
  /** Absolute path of the project's folder; null: there is none. */
  folder: string | null;
  home: string;
  /** The app's own data, and what else no tool touches. */
  protectedFolders: readonly string[];
  /** What a person has opened; it is neither hidden nor read-only then. Never what belongs to the app. */
  opened: readonly string[];
  /** Nothing can be written but a /tmp. */
  readOnly: boolean;
  /** Absolute, links followed: what may not be changed in the project. */
  held: readonly string[];
}

/** Where services listen: a program that reaches them is out of the sandbox. From the home folder on, or absolute. */
const sockets = ['/run', '/var/run', '.docker/run', '.docker/desktop', '.colima', '.lima', '.orbstack/run', '.rd'];
/** Each is a mount. */
const mostSockets = 30;
/** Readable to the administrator, who runs the app in some containers. */
const ofTheSystem = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/wireguard',
  '/var/lib/docker',
];

export async function sandboxProfile(options: ProfileOptions): Promise<SandboxProfile> {
  const folder = options.folder === null ? null : await realOrGiven(options.folder);
  const opened = await openedPaths(options.opened, folder);
  const isOpened = (path: string): boolean => opened.some((each) => isBelow(path, each));
  // The repository is mounted by itself: what is a mount cannot be moved away and made anew. A folder that can only be read is
  // mounted, too: the sandbox's own /tmp may lie over it.
  const project = folder === null ? [] : [folder, ...(await ownGit(folder))];
  const writable = options.readOnly ? [] : [...project, ...opened];
  const ours = await Promise.all(options.protectedFolders.map(realOrGiven));
  const secrets = [
    ...(await secretsIn(options.home)),
    ...ofTheSystem,
    ...sockets.map((path) => from(options.home, path)),
    ...(await listening(folder)),
  ];
  const places = await Promise.all([...secrets, ...ours].map(placeAt));
  const hidden = places
    .filter((place) => place !== null)
    .filter(({ path }) => ours.includes(path) || !(isOpened(path) || (folder !== null && isBelow(folder, path))));
  const readOnly = options.readOnly ? project : options.held.filter((path) => !isOpened(path));
  return { writable, readOnly, hidden: outermost(hidden) };
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

/** Sockets of services outside, wherever they are; those in the project are the project's. Without Linux's list: none. */
async function listening(folder: string | null): Promise<string[]> {
  const list = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const paths = [...list.matchAll(/^\S+ \S+ \S+ 00010000 .* (\/.+)$/gm)].map(([, path]) => path ?? '');
  // Of another room: its folder goes with it, and what is gone cannot be hidden.
  const own = (path: string): boolean =>
    isBelow(path, '/tmp') || (folder !== null && isBelow(path, folder)) || /\/edge-[^/]+\/proxy\.sock$/.test(path);
  return [...new Set(paths.filter((path) => !own(path)))].slice(0, mostSockets);
}

/** By the table's patterns: names with a star are looked for in the home folder itself and not below. */
async function secretsIn(home: string): Promise<string[]> {
  const patterns = secretPlaces.flatMap(({ patterns }) => patterns).map((pattern) => pattern.replace(/\/$/, ''));
  const starred = patterns.filter((pattern) => pattern.includes('*') && !pattern.includes('/')).map(patternOf);
  const found = (await namesIn(home)).filter((name) => starred.some((pattern) => pattern.test(name.toLowerCase())));
  const plain = patterns.filter((pattern) => !pattern.includes('*') && !pattern.startsWith('etc/'));
  const real = await Promise.all(plain.map((pattern) => inAnyCase(home, pattern)));
  return [...real.filter((path) => path !== null), ...found.map((name) => join(home, name))];
}

/** The table has small letters; on a disk that tells them apart it is `Library/Keychains`. */
async function inAnyCase(folder: string, pattern: string): Promise<string | null> {
  let at = folder;
  for (const wanted of pattern.split('/')) {
    const plain = join(at, wanted);
    const name = (await placeAt(plain)) ? wanted : (await namesIn(at)).find((each) => each.toLowerCase() === wanted);
    if (name === undefined) return null;
    at = join(at, name);
  }
  return at;
}

function patternOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

function from(home: string, path: string): string {
  return path.startsWith('/') ? path : join(home, path);
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Links are followed: what is hidden is what they lead to. */
async function placeAt(path: string): Promise<Place | null> {
  try {
    const real = await realpath(path);
    return { path: real, isFolder: (await lstat(real)).isDirectory() };
  } catch {
    return null;
  }
}

async function realOrGiven(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realOrGiven(parent), relative(parent, path));
  }
}

/** What lies in a hidden folder need not be hidden too. */
function outermost(places: readonly Place[]): Place[] {
  const all = [...new Map(places.map((place) => [place.path, place])).values()];
  return all.filter(
    ({ path }) => !all.some((other) => other.path !== path && other.isFolder && isBelow(path, other.path)),
  );
}
