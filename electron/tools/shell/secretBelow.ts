// Whether a program that reads a whole folder, or prints what git keeps, would show a file that a person is asked about each time.

import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { trackedFiles } from '../paths/gitIndex.ts';
import { createIgnoreRules, type IgnoreRules, repositoryOf } from '../paths/ignoreRules.ts';
import { sensitiveBecause } from '../paths/sensitivePaths.ts';

/** In a larger folder it is not told. */
const maxEntries = 5_000;

export interface SensitiveMatch {
  path: string;
  /** The end of a sentence. */
  why: UserText;
}

interface Folder {
  at: string;
  /** Those of the repository in which it is. */
  rules: { root: string; of: IgnoreRules } | null;
}

/**
 * `program`: `rg` leaves out hidden files and, in a repository, those of .gitignore; `diff` follows links; `any` reads all.
 * `folder`: of the project, links followed, as `start` is. Null: there is none.
 */
export async function secretBelow(
  start: string,
  program: 'rg' | 'diff' | 'any',
  folder: string,
): Promise<SensitiveMatch | null> {
  const rules = program === 'rg' ? await rulesAt(start) : null;
  // What is ignored is read where it is named itself.
  const leavesOut = program === 'rg' && rules !== 'ignored';
  const waiting: Folder[] = [{ at: start, rules: rules === 'ignored' ? null : rules }];
  let left = maxEntries;
  for (let looked = waiting.pop(); looked !== undefined; looked = waiting.pop()) {
    const { at } = looked;
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    // The rules of a repository do not reach into one that is in it.
    const isOwn = leavesOut && looked.rules?.root !== at && entries.some(({ name }) => name === '.git');
    const within = isOwn ? { root: at, of: createIgnoreRules(at) } : looked.rules;
    for (const entry of entries) {
      if (--left < 0) return { path: start, why: say`it reads too many files to check` };
      const path = join(at, entry.name);
      const isFolder = entry.isDirectory();
      // Its own list may bring back what .gitignore leaves out.
      if (program === 'rg' && isOwnList(entry.name)) return { path, why: ownList };
      if (entry.name === '.git') continue;
      if (leavesOut) {
        const verdict = (await within?.of.verdict(segmentsOf(within.root, path), isFolder)) ?? null;
        // What a rule brings back is read though it is hidden.
        if (verdict === 'ignored' || (entry.name.startsWith('.') && verdict === null)) continue;
      }
      const why = isFolder ? null : sensitiveBecause(relative(folder, path), 'read');
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

/** Those of folders above count as well, as far up as the repository reaches. */
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
 * A secret among the files that git tracks, whose contents a command may print. `folder`: where it runs, links followed. `below`:
 * the places to which it keeps, from there on; none: all. What was tracked before and is no more is not known.
 */
export async function secretTracked(folder: string, below: readonly string[]): Promise<SensitiveMatch | null> {
  const repository = await repositoryOf(folder);
  const names = repository === null ? null : await trackedFiles(repository);
  if (repository === null || names === null) {
    return { path: folder, why: say`what git stores of it is unknown` };
  }
  const within = below.map((place) => `${resolve(folder, place)}${sep}`.toLowerCase());
  const slice = createTimeSlice();
  for (const name of names) {
    await slice();
    const why = sensitiveBecause(name, 'read');
    if (why === null) continue;
    const path = join(repository, name);
    if (within.length === 0 || within.some((place) => `${path}${sep}`.toLowerCase().startsWith(place)))
      return { path, why };
  }
  return null;
}
