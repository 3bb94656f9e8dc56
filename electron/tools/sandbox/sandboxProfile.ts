// What a program in the sandbox may write, and what it does not see, looked up on the disk when it starts. The rest of the
// file system can be read. Each system's sandbox is told the same.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { gitFolderNamed } from '../paths/gitCheckout.ts';
import { configuresAgents } from '../paths/sensitivePaths.ts';
import { secretPlaces } from '../paths/sensitivePathTable.ts';

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
  /** Absolute path of the project's folder. */
  folder: string;
  home: string;
  /** The app's own data, and what else no tool touches. */
  protectedFolders: readonly string[];
  /** What a person has opened; it is neither hidden nor read-only then. Never what belongs to the app. */
  opened: readonly string[];
  /** Nothing can be written but a /tmp. */
  readOnly: boolean;
}

/** Where services listen: a program that reaches them is out of the sandbox. From the home folder on, or absolute. */
const sockets = ['/run', '/var/run', '.docker/run', '.docker/desktop', '.colima', '.lima', '.orbstack/run', '.rd'];
/** Readable to the administrator, who runs the app in some containers. */
const ofTheSystem = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/wireguard',
  '/var/lib/docker',
];
/** What makes git run programs of somebody's choice. */
const ofGit = ['hooks', 'config', 'config.worktree', 'info/attributes'];

export async function sandboxProfile(options: ProfileOptions): Promise<SandboxProfile> {
  const folder = await realOrGiven(options.folder);
  const opened = await Promise.all(options.opened.map(realOrGiven));
  const isOpened = (path: string): boolean => opened.some((each) => isBelow(path, each));
  const git = await gitFolders(folder);
  // Each repository is mounted by itself: what is a mount cannot be moved away and made anew.
  const writable = options.readOnly ? [] : [folder, ...git, ...opened];
  // Also a folder that can only be read is mounted: the sandbox's own /tmp may lie over it.
  const readOnly = options.readOnly ? [folder, ...git] : await protectedIn(folder, git);
  const own = await Promise.all(options.protectedFolders.map(realOrGiven));
  const secrets = [
    ...(await secretsIn(options.home)),
    ...ofTheSystem,
    ...sockets.map((path) => from(options.home, path)),
  ];
  const places = await Promise.all([...secrets, ...own].map(placeAt));
  const hidden = places
    .filter((place) => place !== null)
    .filter(({ path }) => own.includes(path) || !(isOpened(path) || isBelow(folder, path)));
  return { writable, readOnly: readOnly.filter((path) => !isOpened(path)), hidden: outermost(hidden) };
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

/**
 * What there is in a project that configures git, agents or MCP servers. In its first folders only: below, the same names
 * belong to whoever opens that folder as a project of its own.
 */
export async function protectedIn(folder: string, git: readonly string[]): Promise<string[]> {
  const repositories = (await Promise.all(git.map(withModules))).flat();
  const named = await Promise.all(repositories.flatMap((each) => ofGit.map((name) => placeAt(join(each, name)))));
  const found = named.flatMap((place) => place?.path ?? []);
  for (const name of await namesIn(folder)) {
    if (name === '.git') continue;
    const path = join(folder, name);
    if (configuresAgents(`/${name}`)) found.push(path);
    else if (name.startsWith('.')) {
      for (const inner of await namesIn(path)) {
        if (configuresAgents(`/${name}/${inner}`)) found.push(join(path, inner));
      }
    }
  }
  return found;
}

/** The repository's own folder, of a further worktree also the one that all share. */
export async function gitFolders(folder: string): Promise<string[]> {
  const dotGit = join(folder, '.git');
  const stats = await lstat(dotGit).catch(() => null);
  if (stats === null) return [];
  if (!stats.isFile()) return [await realOrGiven(dotGit)];
  const named = await gitFolderNamed(folder).catch(() => null);
  if (named === null) return [];
  const real = await realOrGiven(named);
  const shared = /^(.*[/\\]\.git)[/\\]worktrees[/\\][^/\\]+$/.exec(real)?.[1];
  return shared === undefined ? [real] : [real, shared];
}

/** A repository and those of its submodules. */
async function withModules(git: string): Promise<string[]> {
  const modules = join(git, 'modules');
  return [git, ...(await namesIn(modules)).map((name) => join(modules, name))];
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
