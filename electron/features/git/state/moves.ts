// Finds files that were moved in the working tree: git itself compares only staged ones. In a copy of the index, new files
// are marked as intended, so that it compares them, too.

import { isUtf8 } from 'node:buffer';
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { GitFile } from '../../../../shared/features/git/git.ts';
import { readGitFile } from '../../../tools/paths/gitFile.ts';
import { endedByNul } from '../repository/add.ts';
import type { Repository } from '../repository/repository.ts';
import { isPolledExternally, renameLimit } from '../repository/status.ts';
import { fileIdOf, nameOfFile } from './fileId.ts';

/** Beyond these, moved files are listed as deleted and new. */
const maxFiles = 200;
const maxBytes = 64 * 1024 * 1024;
const maxNames = 64 * 1024;
const maxMs = 10_000;

/** The list with each moved file as one. */
export async function joinMoves(
  repository: Repository,
  files: readonly GitFile[],
  signal?: AbortSignal,
): Promise<GitFile[]> {
  const gone = files.filter(({ kind }) => kind === 'deleted');
  const added = files.filter(({ kind, path }) => kind === 'untracked' && !path.endsWith('/'));
  if (gone.length === 0 || added.length === 0 || Math.max(gone.length, added.length) > maxFiles) return [...files];
  const names = [...gone, ...added].map(({ id }) => nameOfFile(id));
  const plain = names.filter((name) => name !== null).filter((name) => isUtf8(name));
  if (plain.length < names.length || Buffer.concat(plain).length > maxNames) return [...files];
  if (await isLarge(repository.root, added)) return [...files];
  const moves = await findMoves(repository, plain, plain.slice(gone.length), signal);
  const sources = new Set(moves.values());
  return files
    .filter(({ path }) => !sources.has(path))
    .map((file) => {
      const from = moves.get(file.path);
      return from === undefined
        ? file
        : { ...file, kind: 'renamed', from: { id: fileIdOf(Buffer.from(from)), path: from } };
    });
}

async function isLarge(root: string, files: readonly GitFile[]): Promise<boolean> {
  let bytes = 0;
  for (const { path } of files) bytes += (await lstat(join(root, path)).catch(() => null))?.size ?? 0;
  return bytes > maxBytes;
}

/** Old names by new ones; empty if they can't be found. */
async function findMoves(
  { run, text }: Repository,
  names: readonly Buffer[],
  added: readonly Buffer[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const index = await text(['rev-parse', '--path-format=absolute', '--git-path', 'index']);
  if (!index.ok) return new Map();
  const folder = await mkdtemp(join(tmpdir(), 'throughline-index-')).catch(() => null);
  if (folder === null) return new Map();
  try {
    const path = index.value.replace(/\n$/, '');
    const bytes = await readGitFile(dirname(path), [basename(path)], maxBytes).catch(() => null);
    if (bytes === null) return new Map();
    await writeFile(join(folder, 'index'), bytes);
    const options = {
      env: { GIT_INDEX_FILE: join(folder, 'index'), GIT_LITERAL_PATHSPECS: '1' },
      signal,
      timeoutMs: maxMs,
    };
    const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const marked = await run(['add', '--intent-to-add', ...fromInput], { ...options, input: endedByNul(added) });
    if (!marked.ok || marked.value.code !== 0) return new Map();
    const how = ['--name-status', '--find-renames', '--diff-filter=R', '-z', '--no-ext-diff', '--no-textconv'];
    const compared = await run(
      [...renameLimit, 'diff', ...how, ...isPolledExternally, '--', ...names.map((name) => name.toString())],
      options,
    );
    if (!compared.ok || compared.value.code !== 0) return new Map();
    const fields = compared.value.out.toString().split('\0');
    const moves = new Map<string, string>();
    for (let at = 0; at + 2 < fields.length; at += 3) moves.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
    return moves;
  } catch {
    return new Map();
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
