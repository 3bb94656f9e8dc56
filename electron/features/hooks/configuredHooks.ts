// Which hooks there are for a project, in which file each stands, and whether it counts: the person's own at once, a folder's when
// the folder is trusted and exactly this command was approved. Read from the disk each time; nothing is started.

import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { type HookOrigin, hookOrigins } from '../../../shared/features/hooks/hook.ts';
import type { HookInfo, HookState } from '../../../shared/features/hooks/methods.ts';
import { type HookEntry, readHooks } from './hookFile.ts';
import type { HookConsent, HookFiles } from './hookFiles.ts';
import { namedFiles } from './namedFiles.ts';

export interface ConfiguredHook extends Omit<HookInfo, 'problem' | 'last' | 'files'> {
  /** With what they hold now, by its hash. */
  files: Readonly<Record<string, string>>;
  /** It was approved, and no tool is known to have worked in its folder since. */
  untouched: boolean;
  /** Where it stands; kept with an approval, to tell a changed command from a new one. */
  place: string;
  problem: Sentence | null;
}

export interface HookPlace {
  /** Absolute; null: only the personal ones. */
  folder: string | null;
  trusted: boolean;
}

/** The name that people know the file by. */
export function fileName(files: Pick<HookFiles, 'path'>, origin: HookOrigin, home = homedir()): string {
  if (origin === 'project') return '.throughline/hooks.json';
  if (origin === 'claude') return '.claude/settings.json';
  const path = files.path(origin, null);
  return path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

export interface FoundHooks {
  hooks: ConfiguredHook[];
  problems: UserText[];
  /** Those of them that are about the person's own file: hooks that they count on may be missing. */
  own: UserText[];
}

/** `isSandboxed`: whether programs can run in the sandbox in that folder. */
export async function configuredHooks(
  files: HookFiles,
  isSandboxed: (folder: string) => Promise<boolean>,
  { folder, trusted }: HookPlace,
): Promise<FoundHooks> {
  const problems: UserText[] = [];
  let own: UserText[] = [];
  const found: { origin: HookOrigin; entry: HookEntry }[] = [];
  for (const origin of hookOrigins) {
    if (origin !== 'personal' && folder === null) continue;
    const file = await files.read(origin, folder);
    const name = fileName(files, origin);
    if (file.kind === 'unreadable') problems.push(say`${name} is not used: ${file.reason}.`);
    if (origin === 'personal') own = [...problems];
    if (file.kind !== 'text') continue;
    const read = readHooks(file.text, name);
    problems.push(...read.problems);
    found.push(...read.entries.map((entry) => ({ origin, entry })));
    if (origin === 'personal') own = [...problems];
  }
  if (found.length === 0) return { hooks: [], problems, own };
  const { consents, problem } = await files.readConsents();
  if (problem !== null) problems.push(problem);
  const approved = new Map(
    [...consents.values()].flatMap((each) =>
      each.approved === undefined || each.place === undefined ? [] : [[each.place, each]],
    ),
  );
  // Asked once for all, and only where there is a hook of a folder that counts.
  const hasFolderHooks = found.some(({ origin }) => origin !== 'personal');
  const sandboxed = trusted && folder !== null && hasFolderHooks && (await isSandboxed(folder));
  const hooks: ConfiguredHook[] = [];
  for (const { origin, entry } of found) {
    const hook = await describe(files, origin, entry, { folder, trusted }, { consents, approved, sandboxed });
    // The same command twice for the same calls runs once.
    if (!hooks.some(({ hash }) => hash === hook.hash)) hooks.push(hook);
  }
  return { hooks, problems, own };
}

interface Consents {
  consents: ReadonlyMap<string, HookConsent>;
  /** What was approved last, by its place. */
  approved: ReadonlyMap<string, HookConsent>;
  sandboxed: boolean;
}

async function describe(
  files: HookFiles,
  origin: HookOrigin,
  { problem, ...entry }: HookEntry,
  { folder, trusted }: HookPlace,
  { consents, approved: before, sandboxed }: Consents,
): Promise<ConfiguredHook> {
  const own = origin === 'personal';
  // Of a folder that nobody trusts nothing is looked at.
  const named =
    own || !trusted || folder === null || problem ? {} : await namedFiles(entry.command, folder, files.contentHash);
  const fault = problem ?? (named === null ? say`Its command names too many files.` : null);
  const hash = hashOf(origin, entry, own ? null : folder, named ?? {});
  const place = `${own ? '' : folder} ${origin} ${entry.id}`;
  const consent = consents.get(hash);
  const touched = !own && !sandboxed && consent?.approved !== undefined && consent.touched === true;
  const approved = own || (consent?.approved !== undefined && !touched);
  const covered = before.get(place)?.files;
  return {
    ...entry,
    origin,
    id: `${origin}.${entry.id}`,
    hash,
    place,
    state: stateOf({ fault, trusted: own || trusted, approved, off: consent?.off === true }),
    changed: !approved && trusted && before.has(place),
    changes: { files: touched ? [] : changedNames(covered, named ?? {}), byTool: touched },
    sandboxed: !own && sandboxed,
    untouched: consent?.approved !== undefined && consent.touched !== true,
    file: fileName(files, origin),
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

/** `folder`: a copy elsewhere is another hook. */
function hashOf(
  origin: HookOrigin,
  { event, matcher, command, timeout, onlyTrusted }: Omit<HookEntry, 'id' | 'problem'>,
  folder: string | null,
  files: Readonly<Record<string, string>>,
): string {
  const text = JSON.stringify({ v: 1, origin, event, matcher, command, timeout, onlyTrusted, folder, files });
  return createHash('sha256').update(text).digest('hex');
}
