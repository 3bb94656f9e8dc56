// The worktree's files that differ from its base: committed, uncommitted and untracked.

import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { WorktreeFile } from '../../../../shared/features/worktrees/methods.ts';
import { openFile } from '../../../tools/paths/openInside.ts';
import { readableText } from '../../../tools/text/textFile.ts';
import type { Repository } from '../../git/repository/repository.ts';
import { isPolledExternally, listChangedPaths } from '../../git/repository/status.ts';

export interface ChangedFiles {
  files: WorktreeFile[];
  count: number;
  added: number;
  removed: number;
  uncommitted: number;
}

const maxFiles = 500;
/** Maximum bytes for counting an untracked file's lines, and for a diff. */
const maxBytes = 512 * 1024;
const plain = [
  ...['--no-ext-diff', '--no-textconv', ...isPolledExternally, '--no-color', '--find-renames'],
  ...['--src-prefix=a/', '--dst-prefix=b/'],
];

export async function listChangedFiles(
  repository: Repository,
  from: string,
  signal?: AbortSignal,
): Promise<Result<ChangedFiles>> {
  const diffOutput = await repository.run(['diff', ...plain, '--raw', '--numstat', '-z', from, '--'], { signal });
  if (!diffOutput.ok) return diffOutput;
  if (diffOutput.value.isCut) return fail('NOT_SUPPORTED', say`This worktree has too many changes to show.`);
  if (diffOutput.value.code !== 0)
    return fail('GIT_FAILED', say`Git could not compare the changes: ${diffOutput.value.err.slice(0, 500)}`);
  const status = await listChangedPaths(repository, signal ? { signal } : {});
  if (!status.ok) return status;
  const open = new Set(status.value.map(({ path }) => path));
  const fileChanges = readDifferences(diffOutput.value.out.toString(), open);
  const untracked = status.value.filter(({ isUntracked }) => isUntracked);
  const all = [...fileChanges, ...untracked.map(({ path }) => newFile(path))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  const files = await Promise.all(all.slice(0, maxFiles).map((file) => measured(repository.root, file)));
  const sum = (name: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[name] ?? 0), 0);
  return ok({
    files,
    count: all.length,
    added: sum('added'),
    removed: sum('removed'),
    uncommitted: status.value.length,
  });
}

function newFile(path: string): WorktreeFile {
  return { path, kind: 'added', bytes: null, uncommitted: true };
}

const kinds: Record<string, WorktreeFile['kind']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'link',
};

/** Parses `--raw --numstat -z`: all raw entries, then all numstat entries. */
function readDifferences(text: string, open: ReadonlySet<string>): WorktreeFile[] {
  const fields = text.split('\0');
  const files = new Map<string, WorktreeFile>();
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    if (field.startsWith(':')) {
      const [oldMode = '', newMode = '', oldId, newId, letter = ''] = field.slice(1).split(' ');
      const kind = kinds[letter[0] ?? ''] ?? 'modified';
      const old = fields[++at] ?? '';
      const path = kind === 'renamed' ? (fields[++at] ?? '') : old;
      const onlyMode = kind === 'modified' && oldMode !== newMode && oldId === newId;
      const from = kind === 'renamed' ? { from: old } : {};
      files.set(path, { path, ...from, kind: onlyMode ? 'mode' : kind, bytes: null, uncommitted: open.has(path) });
      continue;
    }
    const counted = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field);
    if (!counted) continue;
    if (counted[3] === '') at += 2;
    const file = files.get(counted[3] || (fields[at] ?? ''));
    if (!file || counted[1] === '-') continue;
    Object.assign(file, { added: Number(counted[1]), removed: Number(counted[2]) });
  }
  return [...files.values()];
}

async function measured(root: string, file: WorktreeFile): Promise<WorktreeFile> {
  if (file.kind === 'deleted') return file;
  const stats = await lstat(join(root, file.path)).catch(() => null);
  const bytes = stats?.isFile() ? stats.size : null;
  if (file.added !== undefined || file.kind !== 'added' || bytes === null || bytes > maxBytes)
    return { ...file, bytes };
  const text = await textIn(root, file.path);
  return text === null ? { ...file, bytes } : { ...file, bytes, added: linesOf(text).length, removed: 0 };
}

/** One file with its diff; without it if binary or too large. */
export async function readFileDiff(repository: Repository, from: string, path: string): Promise<Result<WorktreeFile>> {
  const changed = await listChangedFiles(repository, from);
  if (!changed.ok) return changed;
  const file = changed.value.files.find((one) => one.path === path);
  if (!file) return fail('MESSAGE_NOT_FOUND', say`${path} no longer differs from the base.`);
  if (file.kind === 'added' && file.uncommitted && !(await isTracked(repository, path))) {
    const text = await textIn(repository.root, path);
    return ok(text === null ? file : { ...file, diff: asAdded(path, text) });
  }
  const paths = file.from === undefined ? [path] : [file.from, path];
  const patch = await repository.run(['diff', ...plain, from, '--', ...paths.map((one) => `:(literal,top)${one}`)], {
    maxBytes,
  });
  if (!patch.ok) return patch;
  const text = patch.value.out.toString();
  const isText = patch.value.code === 0 && !patch.value.isCut && text.includes('\n@@ ');
  return ok(isText ? { ...file, diff: text.slice(text.search(/^--- /m)) } : file);
}

async function isTracked({ run }: Repository, path: string): Promise<boolean> {
  const tracking = await run(['ls-files', '--error-unmatch', '--', `:(literal,top)${path}`]);
  return tracking.ok && tracking.value.code === 0;
}

function asAdded(path: string, text: string): string {
  const lines = linesOf(text);
  const end = text === '' || text.endsWith('\n') ? '' : '\\ No newline at end of file\n';
  if (lines.length === 0) return `--- /dev/null\n+++ b/${path}\n`;
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}${end}`;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Null if binary, too large or unreadable. A link is not followed: its text is its target. */
async function textIn(root: string, path: string): Promise<string | null> {
  try {
    const stats = await lstat(join(root, path));
    if (stats.isSymbolicLink()) return await readlink(join(root, path));
    const { handle, stats: opened } = await openFile({
      root,
      segments: path.split('/'),
      displayPath: path,
      exists: true,
    });
    try {
      if (opened.size > maxBytes) return null;
      const bytes = await handle.readFile();
      return await readableText(bytes);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
