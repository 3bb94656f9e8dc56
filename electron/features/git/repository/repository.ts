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
  ['status.submoduleSummary', 'false'],
  ['rerere.enabled', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['color.ui', 'false'],
  ['protocol.allow', 'never'],
  ['apply.whitespace', 'nowarn'],
  ['apply.ignoreWhitespace', 'no'],
  // A strategy may be any program, by an alias; another comment character would drop lines of messages.
  ['pull.twohead', 'ort'],
  ['core.commentChar', '#'],
  ['core.commentString', '#'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
];

export interface Repository {
  /** Its working tree; absolute, with links resolved. */
  root: string;
  quiet: QuietConfig;
  /** Everything that git reads as configuration here, in its order: the last entry of a key wins. Never trust it. */
  config: readonly ConfigEntry[];
  /** Returns any exit code. */
  run(args: readonly string[], options?: RunOptions): Promise<Result<GitAnswer>>;
  /** Its output; GIT_FAILED with its message if it fails. */
  text(args: readonly string[], options?: RunOptions): Promise<Result<string>>;
}

export interface ConfigEntry {
  /** Which file it is from: `system` and `global` are the user's own, the others belong to the repository. */
  scope: string;
  /** Section and name in lower case. */
  key: string;
  value: string;
}

type RunOptions = Omit<GitOptions, 'cwd' | 'config'>;

const maxNames = 20_000;

/** `folder` is anywhere in its working tree. */
export async function openRepository(git: Git, folder: string): Promise<Result<Repository>> {
  const root = await rootOf(folder);
  if (root === null) return fail('NOT_SUPPORTED', say`${folder} is not in a Git repository.`);
  const configList = await git(['config', '--list', '--show-scope', '-z'], { cwd: root });
  if (!configList.ok) return configList;
  if (configList.value.code !== 0) return gitFailure(configList.value.err);
  const config = readConfig(configList.value.out);
  if (configList.value.isCut || config.length > maxNames) {
    return fail('NOT_SUPPORTED', say`The Git configuration of this repository is too large.`);
  }
  const quiet = quietConfig(config.map(({ key }) => key));
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
  return ok({ root, quiet, config, run, text });
}

/** Keys are in lower case. Null: not set. */
export function lastValue(config: readonly ConfigEntry[], key: string): string | null {
  return config.findLast((entry) => entry.key === key)?.value ?? null;
}

/** Parses `--show-scope -z`: pairs of scope and entry; a key without a value means true. */
function readConfig(out: Buffer): ConfigEntry[] {
  const fields = out.toString().split('\0');
  return Array.from({ length: Math.floor(fields.length / 2) }, (_none, at) => {
    const [scope = '', entry = ''] = [fields[at * 2], fields[at * 2 + 1]];
    const end = entry.indexOf('\n');
    return end < 0
      ? { scope, key: entry, value: 'true' }
      : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) };
  });
}

const bare = fail('NOT_SUPPORTED', say`This is a bare repository: it has no files to work on.`);

/** The nearest ancestor folder with a `.git`. */
export async function rootOf(folder: string): Promise<string | null> {
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
  const hooks = new Set<string>();
  const merged = new Set<string>();
  for (const name of names) {
    const [section = '', ...rest] = name.split('.');
    const key = rest.at(-1) ?? '';
    const inner = rest.slice(0, -1).join('.');
    if (section === 'filter' && rest.length > 1) filters.add(inner);
    if (section === 'merge' && key === 'driver' && rest.length > 1) drivers.add(inner);
    if (section === 'diff' && ['command', 'textconv'].includes(key) && rest.length > 1) differs.add(inner);
    if (section === 'hook' && rest.length > 1) hooks.add(inner);
    if (section === 'branch' && key === 'mergeoptions') merged.add(inner);
  }
  const off = [
    ...[...drivers].map((name) => [`merge.${name}.driver`, 'false'] as const),
    ...[...differs].map((name) => [`diff.${name}.command`, 'false'] as const),
    // Since version 2.54, `core.hooksPath` doesn't disable them.
    ...[...hooks].map((name) => [`hook.${name}.enabled`, 'false'] as const),
    ...[...merged].map((name) => [`branch.${name}.mergeOptions`, ''] as const),
    ...[...filters].flatMap((name) => [
      ...['clean', 'smudge', 'process'].map((key) => [`filter.${name}.${key}`, ''] as const),
      [`filter.${name}.required`, 'false'] as const,
    ]),
  ];
  return { settings: [...quietSettings, ...off], filters };
}
