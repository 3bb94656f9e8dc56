// Finds project paths that git settings lead to: repository and user config name hooks, further config files and
// programs. A program in the project, or linked from a hook, is as sensitive as the setting that names it.

import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../../lib/environment.ts';
import { type GitSetting, isHarmlessSetting, readGitConfig } from './gitConfig.ts';
import { isBelow } from './isBelow.ts';

export interface GitPathOptions {
  /** Absolute with links resolved; only paths inside matter. */
  folder: string;
  home: string;
  env: Environment;
  /** An agent's own folders of the home, which are checked like the project, and what it may not change there. */
  agent?: { roots: readonly string[]; held: readonly string[] };
}

const maxIncludes = 10;
const maxText = 256 * 1024;
const maxWords = 5_000;
/** Common script extensions, since scripts may not be executable: `node tools/check.js`. */
export const scriptEnding = /\.(?:sh|bash|zsh|fish|py|rb|pl|php|lua|js|mjs|cjs|ts|mts|cts|ps1|bat|cmd|exe|awk|sed)$/i;
/** Files that run programs automatically on entering a folder or committing, and name their scripts. */
const runsScripts = /(?:^|\/)(?:\.envrc|\.pre-commit-config\.yaml|\.?lefthook[^/]*|\.husky\/.*|\.githooks\/.*)$/;

/** Settings that name a data file. */
function isData({ name }: GitSetting): boolean {
  return /^(?:excludesfile|attributesfile|ignorerevsfile|template|signingkey|allowedsignersfile|signaturefile|sslca\w+|xfuncname|funcname|wordregex|file)$/.test(
    name,
  );
}

/** Settings for all of the user's repositories. */
export async function readUserGitSettings({ home, env }: GitPathOptions): Promise<GitSettings> {
  const files = [
    env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'git/config'),
    env.GIT_CONFIG_GLOBAL ?? join(home, '.gitconfig'),
  ];
  const all = await Promise.all(files.map((file) => settingsIn(file, home)));
  return { settings: all.flatMap((each) => each.settings), files: all.flatMap((each) => each.files) };
}

export interface GitSettings {
  settings: GitSetting[];
  /** Files that were read, or would be if they existed. */
  files: string[];
}

/** Follows includes whatever their condition, because a program could make it true. */
async function settingsIn(file: string, home: string, depth = 0): Promise<GitSettings> {
  const settings = readGitConfig((await textOf(file)) ?? '');
  if (depth >= maxIncludes) return { settings, files: [file] };
  const included = settings.flatMap(({ section, name, value }) =>
    /^include(?:if)?\.?$/.test(section) && name === 'path' && value !== '' ? pathFrom(dirname(file), value, home) : [],
  );
  const inner = await Promise.all(included.map((each) => settingsIn(each, home, depth + 1)));
  return {
    settings: [...settings, ...inner.flatMap((each) => each.settings)],
    files: [file, ...inner.flatMap((each) => each.files)],
  };
}

/** `git` is a repository's folder. Returns absolute project paths, which may not exist yet. */
export async function gitPathsOf(git: string, user: GitSettings, options: GitPathOptions): Promise<string[]> {
  const { folder, home } = options;
  const ownSettings = await Promise.all(['config', 'config.worktree'].map((name) => settingsIn(join(git, name), home)));
  const settings = [...user.settings, ...ownSettings.flatMap((each) => each.settings)];
  const named = settings.findLast(({ section, name }) => section === 'core' && name === 'worktree')?.value;
  const worktree = basename(git) === '.git' ? dirname(git) : named === undefined ? folder : resolve(git, named);
  const includes = [...user.files, ...ownSettings.flatMap((each) => each.files.slice(1))];
  const hookFolders = settings.flatMap(({ section, name, value }) =>
    section === 'core' && name === 'hookspath' && value !== '' ? pathFrom(worktree, value, home) : [],
  );
  const hooks = await Promise.all(
    [join(git, 'hooks'), ...hookFolders].map((each) => hooksLeadTo(each, worktree, home)),
  );
  const programs = await Promise.all(
    settings
      .filter((setting) => !isHarmlessSetting(setting) && !isData(setting))
      .map(({ value }) => filesNamedIn(value, { base: worktree, home }, () => true)),
  );
  const all = [...includes, ...hookFolders, ...hooks.flat(), ...programs.flat()];
  return [...new Set(all.map((path) => resolve(path)))].filter(
    (path) => path !== folder && isBelow(path, folder) && !isBelow(path, git) && basename(path) !== '.git',
  );
}

/** Scripts that these places run in turn: from hooks and folder-entry files. */
export async function nestedScriptsOf(place: string, { folder, home }: GitPathOptions): Promise<string[]> {
  const stats = await lstat(place).catch(() => null);
  const files = stats?.isDirectory()
    ? (await readdir(place).catch(() => [])).map((name) => join(place, name))
    : [place];
  const relevant = files.filter((file) => runsScripts.test(file.slice(folder.length)));
  const named = await Promise.all(
    relevant.map(async (file) => filesNamedIn((await textOf(file)) ?? '', { base: folder, home }, isProgram)),
  );
  return named.flat().filter((path) => path !== folder && isBelow(path, folder));
}

/** Each link on the way to a hook, and the scripts that hooks name. */
async function hooksLeadTo(hooks: string, base: string, home: string): Promise<string[]> {
  const names = (await readdir(hooks).catch(() => [])).filter((name) => !name.endsWith('.sample'));
  const hookLinks = (await lstat(hooks).catch(() => null))?.isSymbolicLink() ? await linkTargets(hooks) : [];
  const perHook = await Promise.all(
    names.map(async (name) => {
      const hook = join(hooks, name);
      const text = (await textOf(hook)) ?? '';
      return [...(await linkTargets(hook)), ...(await filesNamedIn(text, { base, home }, isProgram))];
    }),
  );
  return [...hookLinks, ...perHook.flat()];
}

/** Every target in a chain of links. */
export async function linkTargets(path: string): Promise<string[]> {
  const steps: string[] = [];
  let at = path;
  for (let step = 0; step < 40; step++) {
    const to = await readlink(at).catch(() => null);
    if (to === null) break;
    at = resolve(dirname(at), to);
    steps.push(at);
  }
  const real = steps.length === 0 ? null : await realpath(path).catch(() => null);
  return real === null ? steps : [...steps, real];
}

type Fits = (path: string, stats: { mode: number; isFile(): boolean }) => boolean;

/** Existing files named in a command line or script, relative to where it runs. */
async function filesNamedIn(text: string, at: { base: string; home: string }, fits: Fits): Promise<string[]> {
  const textWords = new Set(text.split(/[\s'"`;|&()<>={},]+/).slice(0, maxWords));
  const paths = [...textWords].flatMap((word) => pathsOf(word.replace(/^!/, ''), at));
  const existingFiles = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const stats = await lstat(path).catch(() => null);
      if (stats?.isSymbolicLink()) return [path, ...(await linkTargets(path))];
      return stats?.isFile() && fits(path, stats) ? [path] : [];
    }),
  );
  return existingFiles.flat();
}

/** `$PWD/tools/x` may also mean `tools/x`, since the expansion is unknown. `checks.lint` may be a Python module. */
function pathsOf(word: string, { base, home }: { base: string; home: string }): string[] {
  if (word === '' || word === '.' || word === '..' || word.includes('\0')) return [];
  const direct = pathFrom(base, word, home);
  const module = /^[\w.]+$/.test(word) ? word.replaceAll('.', '/') : null;
  const modules = module === null ? [] : [`${module}.py`, `${module}/__main__.py`].map((each) => join(base, each));
  const variable = /^\$?\w*\/(.+)$/.exec(word)?.[1];
  return [direct, ...modules, ...(variable === undefined ? [] : [join(base, variable)])];
}

const isProgram: Fits = (path, { mode }) => (mode & 0o111) !== 0 || scriptEnding.test(path);

function pathFrom(base: string, path: string, home: string): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(base, path);
}

async function textOf(path: string): Promise<string | null> {
  const stats = await lstat(await realpath(path).catch(() => path)).catch(() => null);
  if (!stats?.isFile() || stats.size > maxText) return null;
  return readFile(path, 'utf8').catch(() => null);
}
