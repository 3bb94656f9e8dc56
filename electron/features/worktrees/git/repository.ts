// A git repository as used by the app: reopened for every operation, so that configuration changes apply.

import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import type { Git, GitAnswer, GitOptions } from './git.ts';

const quietSettings: Settings = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.alternateRefsCommand', ''],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['log.showSignature', 'false'],
  ['merge.verifySignatures', 'false'],
  ['diff.external', ''],
  ['submodule.recurse', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['rerere.enabled', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['protocol.allow', 'never'],
];

export interface Repository {
  /** Its working tree; absolute, with links resolved. */
  root: string;
  quiet: QuietConfig;
  /** Returns any exit code. */
  run(args: readonly string[], options?: RunOptions): Promise<Result<GitAnswer>>;
  /** Its output; GIT_FAILED with its message if it fails. */
  text(args: readonly string[], options?: RunOptions): Promise<Result<string>>;
}

type RunOptions = Omit<GitOptions, 'cwd' | 'config'>;

const maxNames = 20_000;

/** `folder` is anywhere in its working tree. */
export async function openRepository(git: Git, folder: string): Promise<Result<Repository>> {
  const root = await rootOf(folder);
  if (root === null) return fail('NOT_SUPPORTED', say`${folder} is not in a Git repository.`);
  const configList = await git(['config', '--list', '--name-only', '-z'], { cwd: root });
  if (!configList.ok) return configList;
  if (configList.value.code !== 0) return gitFailure(configList.value.err);
  const names = configList.value.out.toString().split('\0').filter(Boolean);
  if (configList.value.isCut || names.length > maxNames) {
    return fail('NOT_SUPPORTED', say`The Git configuration of this repository is too large.`);
  }
  const quiet = quietConfig(names);
  const cwd = root;
  async function run(args: readonly string[], options: RunOptions = {}) {
    return git(args, { ...options, cwd, config: quiet.settings });
  }
  async function text(args: readonly string[], options?: RunOptions): Promise<Result<string>> {
    const answer = await run(args, options);
    if (!answer.ok) return answer;
    if (answer.value.isCut) return fail('GIT_FAILED', say`Git’s output is too long to read.`);
    return answer.value.code === 0 ? ok(answer.value.out.toString()) : gitFailure(answer.value.err);
  }
  // A setting or a bare repository could put the working tree anywhere.
  const top = await text(['rev-parse', '--is-bare-repository', '--show-toplevel']);
  if (!top.ok) {
    return /must be run in a work tree/.test(top.error.message) ? bare : top;
  }
  const [isBare, topLevel = ''] = top.value.split('\n');
  if (isBare === 'true') return bare;
  if ((await realpath(topLevel).catch(() => null)) !== root) {
    return fail('NOT_SUPPORTED', say`This repository keeps its files in another folder (core.worktree).`);
  }
  return ok({ root, quiet, run, text });
}

const bare = fail('NOT_SUPPORTED', say`This is a bare repository: it has no files to work on.`);

/** The nearest ancestor folder with a `.git`. */
async function rootOf(folder: string): Promise<string | null> {
  for (let at = await realpath(folder).catch(() => null); at !== null; ) {
    const stats = await lstat(join(at, '.git')).catch(() => null);
    if (stats) return stats.isDirectory() || stats.isFile() ? at : null;
    if (dirname(at) === at) return null;
    at = dirname(at);
  }
  return null;
}

/** Git's message, in our words for common errors. */
export function gitFailure(err: string): { ok: false; error: ReturnType<typeof fail>['error'] } {
  return fail('GIT_FAILED', reasonIn(err));
}

function reasonIn(err: string): UserText & (ReturnType<typeof say> | string) {
  if (/index\.lock|unable to (?:create|lock)|another git process/i.test(err)) {
    return say`Another Git process is using this repository. Try again when it has finished. If none is running, remove the .lock file that Git names: ${lastLine(err)}`;
  }
  if (/no space left|disk quota/i.test(err)) return say`The disk is full.`;
  if (/dubious ownership/i.test(err)) {
    return say`This repository belongs to another user, so Git refuses to use it (safe.directory).`;
  }
  if (/please tell me who you are|empty ident|auto-detect email/i.test(err)) {
    return say`Git does not know your name yet. Set it with git config --global user.name and user.email, then try again.`;
  }
  return say`Git failed: ${lastLine(err)}`;
}

function lastLine(err: string): string {
  const lines = err.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /^(?:fatal|error):/.test(line)).at(-1) ?? lines.filter(Boolean).at(-1) ?? '';
  return telling.replace(/^(?:fatal|error): /, '').slice(0, 500);
}

type Settings = readonly (readonly [string, string])[];

/**
 * Settings that override a repository's configuration, so that git runs none of it: hooks, file system monitor, filters, merge
 * drivers, signing programs. The user's own filters (Git LFS) are disabled too, because the repository controls what they do.
 */
interface QuietConfig {
  settings: Settings;
  /** Names of disabled filters: their files count as they are, and are neither committed nor merged. */
  filters: ReadonlySet<string>;
}

/** `names` of all settings in all files, as in `git config --list --name-only -z`. */
function quietConfig(names: readonly string[]): QuietConfig {
  const filters = new Set<string>();
  const drivers = new Set<string>();
  const differs = new Set<string>();
  for (const name of names) {
    const [section = '', ...rest] = name.split('.');
    const key = rest.at(-1) ?? '';
    const inner = rest.slice(0, -1).join('.');
    if (section === 'filter' && rest.length > 1) filters.add(inner);
    if (section === 'merge' && key === 'driver' && rest.length > 1) drivers.add(inner);
    if (section === 'diff' && ['command', 'textconv'].includes(key) && rest.length > 1) differs.add(inner);
  }
  const off = [
    ...[...drivers].map((name) => [`merge.${name}.driver`, 'false'] as const),
    ...[...differs].map((name) => [`diff.${name}.command`, 'false'] as const),
    ...[...filters].flatMap((name) => [
      ...['clean', 'smudge', 'process'].map((key) => [`filter.${name}.${key}`, ''] as const),
      [`filter.${name}.required`, 'false'] as const,
    ]),
  ];
  return { settings: [...quietSettings, ...off], filters };
}
