// Whether a program that reads a whole folder, or prints git contents, would reveal a file whose reading always needs approval.

import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { readTrackedFiles } from '../paths/gitIndex.ts';
import { createIgnoreRules, type IgnoreRules, repositoryOf } from '../paths/ignoreRules.ts';
import { sensitivityReason } from '../paths/sensitivePaths.ts';

/** Larger folders are not searched. */
const maxEntries = 5_000;

export interface SensitiveMatch {
  path: string;
  /** The end of a sentence. */
  why: UserText;
}

interface Folder {
  at: string;
  /** The rules of its repository. */
  rules: { root: string; of: IgnoreRules } | null;
}

/**
 * `program`: `rg` skips hidden and, in a repository, ignored files; `diff` follows links; `any` reads everything.
 * `folder` is the project's, with links resolved like `start`. Null if there is none.
 */
export async function findSecretBelow(
  start: string,
  program: 'rg' | 'diff' | 'any',
  folder: string,
): Promise<SensitiveMatch | null> {
  const rules = program === 'rg' ? await rulesAt(start) : null;
  // Ignored files are read if named explicitly.
  const leavesOut = program === 'rg' && rules !== 'ignored';
  const waiting: Folder[] = [{ at: start, rules: rules === 'ignored' ? null : rules }];
  let remainingEntries = maxEntries;
  for (let looked = waiting.pop(); looked !== undefined; looked = waiting.pop()) {
    const { at } = looked;
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    // A repository's rules do not apply to nested ones.
    const isOwn = leavesOut && looked.rules?.root !== at && entries.some(({ name }) => name === '.git');
    const within = isOwn ? { root: at, of: createIgnoreRules(at) } : looked.rules;
    for (const entry of entries) {
      if (--remainingEntries < 0) return { path: start, why: say`it reads too many files to check` };
      const path = join(at, entry.name);
      const isFolder = entry.isDirectory();
      // Its own ignore file may re-include what .gitignore excludes.
      if (program === 'rg' && isOwnList(entry.name)) return { path, why: ownList };
      if (entry.name === '.git') continue;
      if (leavesOut) {
        const verdict = (await within?.of.verdict(segmentsOf(within.root, path), isFolder)) ?? null;
        // A re-included hidden file is read.
        if (verdict === 'ignored' || (entry.name.startsWith('.') && verdict === null)) continue;
      }
      const why = isFolder ? null : sensitivityReason(relative(folder, path), 'read');
      if (why !== null) return { path, why };
      if (program === 'diff' && entry.isSymbolicLink()) return { path, why: say`it is a link` };
      if (isFolder) waiting.push({ at: path, rules: within });
    }
  }
  return program === 'rg' ? ownListAbove(start) : null;
}

const isOwnList = (name: string): boolean => /^\.(?:rg)?ignore$/.test(name);
const ownList = say`it controls which files are read`;

function segmentsOf(root: string, path: string): string[] {
  return relative(root, path).split(sep);
}

async function rulesAt(start: string): Promise<Folder['rules'] | 'ignored'> {
  const root = await repositoryOf(start);
  if (root === null) return null;
  const of = createIgnoreRules(root);
  const isIgnored = root !== start && (await of.ignoresWithin(segmentsOf(root, start), true));
  return isIgnored ? 'ignored' : { root, of };
}

/** Ignore files of parent folders count too, up to the repository root. */
async function ownListAbove(start: string): Promise<SensitiveMatch | null> {
  const top = (await repositoryOf(start)) ?? start;
  for (let at = start; at !== top; ) {
    at = resolve(at, '..');
    for (const name of ['.ignore', '.rgignore']) {
      const path = join(at, name);
      if (await stat(path).catch(() => null)) return { path, why: ownList };
    }
  }
  return null;
}

/**
 * Finds a sensitive file among git's tracked files, which a command may print. `folder` is where it runs, with links
 * resolved; `below` restricts to relative paths, empty for all. Files that are no longer tracked are unknown.
 */
export async function findTrackedSecret(folder: string, below: readonly string[]): Promise<SensitiveMatch | null> {
  const repository = await repositoryOf(folder);
  const names = repository === null ? null : await readTrackedFiles(repository);
  if (repository === null || names === null) {
    return { path: folder, why: say`what git has stored of it is unknown` };
  }
  const within = below.map((place) => `${resolve(folder, place)}${sep}`.toLowerCase());
  const slice = createTimeSlice();
  for (const name of names) {
    await slice();
    const why = sensitivityReason(name, 'read');
    if (why === null) continue;
    const path = join(repository, name);
    if (within.length === 0 || within.some((place) => `${path}${sep}`.toLowerCase().startsWith(place)))
      return { path, why };
  }
  return null;
}
