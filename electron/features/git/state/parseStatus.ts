// Parses `git status --porcelain=v2 --branch -z`. Beyond the first files of each list it only counts, in slices: a
// repository may have 100,000 changed files.

import type { GitConflict, GitFile } from '../../../../shared/features/git/git.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { fileIdOf } from './fileId.ts';

export interface FileStatus {
  head: string | null;
  branch: string | null;
  upstream: string | null;
  ahead: number;
  behind: number;
  staged: Listed<GitFile>;
  unstaged: Listed<GitFile>;
  conflicts: Listed<GitConflict>;
}

interface Listed<File> {
  files: File[];
  count: number;
}

const maxFiles = 1000;

const kinds: Record<string, GitFile['kind']> = { A: 'added', M: 'modified', D: 'deleted', T: 'type' };

/** Throws `AbandonedError` when `signal` aborts. */
export async function parseStatus(out: Buffer, signal?: AbortSignal): Promise<FileStatus> {
  const status: FileStatus = {
    ...{ head: null, branch: null, upstream: null, ahead: 0, behind: 0 },
    staged: { files: [], count: 0 },
    unstaged: { files: [], count: 0 },
    conflicts: { files: [], count: 0 },
  };
  const slice = createTimeSlice(undefined, signal);
  for (let from = 0; from < out.length; ) {
    const pause = slice();
    if (pause) await pause;
    const terminator = out.indexOf(0, from);
    const end = terminator < 0 ? out.length : terminator;
    const entry = out.subarray(from, end);
    from = end + 1;
    if (entry[0] !== 0x32) {
      readEntry(status, entry);
      continue;
    }
    // A renamed file's old name is a field of its own.
    const oldEnd = out.indexOf(0, from);
    readRename(status, entry, out.subarray(from, oldEnd < 0 ? out.length : oldEnd));
    from = oldEnd < 0 ? out.length : oldEnd + 1;
  }
  return status;
}

function readEntry(status: FileStatus, entry: Buffer): void {
  const form = entry.toString('latin1', 0, 2);
  if (form === '# ') readHeader(status, entry.toString());
  else if (form === '? ') add(status.unstaged, () => named(entry.subarray(2), 'untracked'));
  else if (form === '1 ') readChange(status, entry);
  else if (form === 'u ') readConflict(status, entry);
}

function readChange(status: FileStatus, entry: Buffer): void {
  const [index = '.', tree = '.'] = entry.toString('latin1', 2, 4);
  const isSubmodule = entry[5] === 0x53;
  const name = afterSpaces(entry, 8);
  const kindOf = (letter: string): GitFile['kind'] => (isSubmodule ? 'submodule' : (kinds[letter] ?? 'modified'));
  if (index !== '.') add(status.staged, () => named(name, kindOf(index)));
  if (tree !== '.') add(status.unstaged, () => named(name, kindOf(tree)));
}

function readRename(status: FileStatus, entry: Buffer, old: Buffer): void {
  const [index = '.', tree = '.'] = entry.toString('latin1', 2, 4);
  const name = afterSpaces(entry, 9);
  const side = (letter: string) => (): GitFile =>
    letter === 'R'
      ? { ...named(name, 'renamed'), from: { id: fileIdOf(old), path: old.toString() } }
      : named(name, kinds[letter] ?? 'modified');
  if (index !== '.') add(status.staged, side(index));
  if (tree !== '.') add(status.unstaged, side(tree));
}

function readConflict(status: FileStatus, entry: Buffer): void {
  const state = entry.toString('latin1', 2, 4);
  const name = afterSpaces(entry, 10);
  // `DU`: deleted by us. `UA`: added by them, so ours has none.
  const ours = !['DD', 'DU', 'UA'].includes(state);
  const theirs = !['DD', 'UD', 'AU'].includes(state);
  add(status.conflicts, () => ({ id: fileIdOf(name), path: name.toString(), ours, theirs }));
}

function add<File>(list: Listed<File>, file: () => File): void {
  if (list.count < maxFiles) list.files.push(file());
  list.count++;
}

function named(name: Buffer, kind: GitFile['kind']): GitFile {
  return { id: fileIdOf(name), path: name.toString(), kind };
}

/** The part after the nth space: the name, which may contain spaces. */
function afterSpaces(entry: Buffer, count: number): Buffer {
  let at = 0;
  for (let passed = 0; passed < count; passed++) at = entry.indexOf(0x20, at) + 1;
  return entry.subarray(at);
}

function readHeader(status: FileStatus, line: string): void {
  const [, name = '', value = ''] = /^# ([\w.]+) (.*)$/s.exec(line) ?? [];
  if (name === 'branch.oid') status.head = value === '(initial)' ? null : value;
  if (name === 'branch.head') status.branch = value === '(detached)' ? null : value;
  if (name === 'branch.upstream') status.upstream = value;
  const counts = name === 'branch.ab' ? /^\+(\d+) -(\d+)$/.exec(value) : null;
  if (counts) Object.assign(status, { ahead: Number(counts[1]), behind: Number(counts[2]) });
}
