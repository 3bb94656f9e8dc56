// A project's hooks, where each is defined, and whether it is active: the user's own always, a folder's if the folder
// is trusted and this exact command was approved. Reads the disk each time; starts nothing.

import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { type HookOrigin, hookOrigins } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookState } from '../../../shared/features/hooks/methods.ts';
import { type HookEntry, readHooks } from './hookFile.ts';
import type { HookConsent, HookFiles } from './hookFiles.ts';
import { hashNamedFiles } from './namedFiles.ts';

export interface ConfiguredHook extends Omit<HookInfo, 'problem' | 'last' | 'files'> {
  /** Path to current content hash. */
  files: Readonly<Record<string, string>>;
  /** Approved, and no tool is known to have worked in its folder since. */
  untouched: boolean;
  /** Its position in the file; stored with an approval to tell a changed command from a new one. */
  place: string;
  problem: Sentence | null;
}

export interface HookContext {
  /** Absolute; null for personal hooks only. */
  folder: string | null;
  trusted: boolean;
}

/** The file's display name. */
export function hookFileLabel(files: Pick<HookFiles, 'path'>, origin: HookOrigin, home = homedir()): string {
  if (origin === 'project') return '.throughline/hooks.json';
  if (origin === 'claude') return '.claude/settings.json';
  const path = files.path(origin, null);
  return path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

export interface HookList {
  hooks: ConfiguredHook[];
  problems: UserText[];
  /** Problems with the user's own file, where expected hooks may be missing. */
  own: UserText[];
}

/** `isSandboxed`: whether the sandbox works in that folder. */
export async function loadConfiguredHooks(
  files: HookFiles,
  isSandboxed: (folder: string) => Promise<boolean>,
  { folder, trusted }: HookContext,
): Promise<HookList> {
  const problems: UserText[] = [];
  let ownProblems: UserText[] = [];
  const entriesByOrigin: { origin: HookOrigin; entry: HookEntry }[] = [];
  for (const origin of hookOrigins) {
    if (origin !== 'personal' && folder === null) continue;
    const file = await files.read(origin, folder);
    const name = hookFileLabel(files, origin);
    if (file.kind === 'unreadable') problems.push(say`${name} is not used: ${file.reason}.`);
    if (origin === 'personal') ownProblems = [...problems];
    if (file.kind !== 'text') continue;
    const read = readHooks(file.text, name);
    problems.push(...read.problems);
    entriesByOrigin.push(...read.entries.map((entry) => ({ origin, entry })));
    if (origin === 'personal') ownProblems = [...problems];
  }
  if (entriesByOrigin.length === 0) return { hooks: [], problems, own: ownProblems };
  const { consents, problem } = await files.readConsents();
  if (problem !== null) problems.push(problem);
  const approved = new Map(
    [...consents.values()].flatMap((each) =>
      each.approved === undefined || each.place === undefined ? [] : [[each.place, each]],
    ),
  );
  // Checked once, and only if a folder hook matters.
  const hasFolderHooks = entriesByOrigin.some(({ origin }) => origin !== 'personal');
  const sandboxed = trusted && folder !== null && hasFolderHooks && (await isSandboxed(folder));
  const hooks: ConfiguredHook[] = [];
  for (const { origin, entry } of entriesByOrigin) {
    const hook = await describe(files, origin, entry, { folder, trusted }, { consents, approved, sandboxed });
    // The same command for the same calls runs once.
    if (!hooks.some(({ hash }) => hash === hook.hash)) hooks.push(hook);
  }
  return { hooks, problems, own: ownProblems };
}

interface Consents {
  consents: ReadonlyMap<string, HookConsent>;
  /** The last approved hook, by position. */
  approved: ReadonlyMap<string, HookConsent>;
  sandboxed: boolean;
}

async function describe(
  files: HookFiles,
  origin: HookOrigin,
  { problem, ...entry }: HookEntry,
  { folder, trusted }: HookContext,
  { consents, approved: before, sandboxed }: Consents,
): Promise<ConfiguredHook> {
  const isPersonal = origin === 'personal';
  // Nothing in an untrusted folder is read.
  const named =
    isPersonal || !trusted || folder === null || problem
      ? {}
      : await hashNamedFiles(entry.command, folder, files.contentHash);
  const fault = problem ?? (named === null ? say`Its command names too many files.` : null);
  const hash = hashOf(origin, entry, isPersonal ? null : folder, named ?? {});
  const place = `${isPersonal ? '' : folder} ${origin} ${entry.id}`;
  const consent = consents.get(hash);
  const touched = !isPersonal && !sandboxed && consent?.approved !== undefined && consent.touched === true;
  const approved = isPersonal || (consent?.approved !== undefined && !touched);
  const covered = before.get(place)?.files;
  return {
    ...entry,
    origin,
    id: `${origin}.${entry.id}`,
    hash,
    place,
    state: stateOf({ fault, trusted: isPersonal || trusted, approved, off: consent?.off === true }),
    changed: !approved && trusted && before.has(place),
    changes: { files: touched ? [] : changedNames(covered, named ?? {}), byTool: touched },
    sandboxed: !isPersonal && sandboxed,
    untouched: consent?.approved !== undefined && consent.touched !== true,
    file: hookFileLabel(files, origin),
    files: named ?? {},
    problem: fault,
  };
}

function changedNames(before: HookConsent['files'], now: Readonly<Record<string, string>>): string[] {
  if (before === undefined) return [];
  return Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
}

interface Judged {
  fault: Sentence | null;
  trusted: boolean;
  approved: boolean;
  off: boolean;
}

function stateOf({ fault, trusted, approved, off }: Judged): HookState {
  if (!trusted) return 'untrusted';
  if (fault) return 'broken';
  if (!approved) return 'unapproved';
  return off ? 'off' : 'on';
}

/** `folder`: a copy elsewhere is a different hook. */
function hashOf(
  origin: HookOrigin,
  { event, matcher, command, timeout, onlyTrusted }: Omit<HookEntry, 'id' | 'problem'>,
  folder: string | null,
  files: Readonly<Record<string, string>>,
): string {
  const text = JSON.stringify({ v: 1, origin, event, matcher, command, timeout, onlyTrusted, folder, files });
  return createHash('sha256').update(text).digest('hex');
}
