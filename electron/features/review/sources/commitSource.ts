// The working tree against a commit, through git with everything switched off that a repository could make it run.

import { relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import { contentHash } from '../../../lib/ids.ts';
import type { EntryChange, EntryState, ReadContent } from '../../../ports/folderTree.ts';
import { toVisibleChanges } from '../../../stores/undo/netChanges.ts';
import type { Git } from '../../git/repository/git.ts';
import { openRepository, type Repository } from '../../git/repository/repository.ts';
import { isPolledExternally, listChangedPaths } from '../../git/repository/status.ts';
import { contentOf, maxFileBytes, type ReviewSource } from './source.ts';
import type { WorkingFiles } from './workingFiles.ts';

const maxFiles = 2_000;
/** Deleted files that are compared with new ones. */
const maxCompared = 100;

interface ChangedBlob {
  path: string;
  oldMode: string;
  oldId: string;
}

export async function commitSource(
  { git, files }: { git: Git; files: WorkingFiles },
  folder: string,
  commit: string,
): Promise<Result<ReviewSource>> {
  const opened = await openRepository(git, folder);
  if (!opened.ok) return opened;
  const repository = opened.value;
  const root = await files.rootOf(folder);
  // The folder may be part of a larger repository; changes next to it are not the conversation's.
  const prefix = root === null ? '' : relative(repository.root, root).split(sep).join('/');
  if (root === null || prefix.startsWith('..'))
    return fail('NOT_SUPPORTED', say`${folder} is not in a Git repository.`);
  const resolved = await repository.text([
    ...['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`],
  ]);
  if (!resolved.ok) return fail('GIT_FAILED', say`There is no commit, branch or tag called "${commit}".`);
  const changed = await changedSince(repository, resolved.value.trim(), prefix === '' ? '' : `${prefix}/`);
  if (!changed.ok) return changed;
  const sizes = await sizesOf(repository, changed.value.slice(0, maxFiles));
  const entries: EntryChange[] = [];
  let unread = 0;
  for (const { path, oldMode, oldId } of changed.value.slice(0, maxFiles)) {
    const after = await files.stateOf(root, path);
    // A nested repository is not a file.
    if (after === undefined || after?.kind === 'folder' || oldMode === '160000') {
      unread++;
      continue;
    }
    const before = await stateIn(repository, { path, oldMode, oldId }, after, sizes);
    if (before === undefined) unread++;
    else entries.push({ path, before, after });
  }
  unread += Math.max(0, changed.value.length - maxFiles);
  const read: ReadContent = (hash) => readBlob(repository, { files, root, prefix, entries }, hash);
  await nameRenamed(entries, read);
  return ok({
    folder: root,
    entries,
    visible: toVisibleChanges(entries),
    untouchable: new Map(),
    read,
    notCovered:
      unread === 0
        ? []
        : [toUserTextData(say`${String(unread)} paths are not listed: too many, too large, or no files.`)],
    isUndone: false,
    isCurrent: true,
  });
}

/** Paths are relative to the folder, which is at `prefix` in the repository. */
async function changedSince(repository: Repository, commit: string, prefix: string): Promise<Result<ChangedBlob[]>> {
  const answer = await repository.run([
    ...['diff', '--no-ext-diff', '--no-textconv', ...isPolledExternally, '--no-color', '--no-renames'],
    ...['--raw', '--no-abbrev', '-z', commit, '--'],
  ]);
  if (!answer.ok) return answer;
  const { code, out, err, isCut } = answer.value;
  if (isCut) return fail('NOT_SUPPORTED', say`There are too many changes to show.`);
  if (code !== 0) return fail('GIT_FAILED', say`Git could not compare the changes: ${err.trim().slice(0, 500)}`);
  const blobs = new Map<string, ChangedBlob>();
  const fields = out.toString().split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', , oldId = ''] = (fields[at] ?? '').slice(1).split(' ');
    const full = fields[at + 1] ?? '';
    if (!full.startsWith(prefix)) continue;
    const path = full.slice(prefix.length);
    blobs.set(path, { path, oldMode, oldId });
  }
  const status = await listChangedPaths(repository);
  if (!status.ok) return status;
  for (const { path: full, isUntracked } of status.value) {
    if (!isUntracked || !full.startsWith(prefix)) continue;
    const path = full.slice(prefix.length);
    if (!blobs.has(path)) blobs.set(path, { path, oldMode: '000000', oldId: '' });
  }
  return ok([...blobs.values()]);
}

/** A deleted file with the content of a new one gets its hash, by which a renamed file is recognized. */
async function nameRenamed(entries: EntryChange[], read: ReadContent): Promise<void> {
  const created = entries.flatMap(({ before, after }) => (before === null && after?.kind === 'file' ? [after] : []));
  let compared = 0;
  for (const [at, { path, before, after }] of entries.entries()) {
    if (before?.kind !== 'file' || after !== null || before.bytes === 0) continue;
    const alike = created.filter(
      ({ bytes, mode }) => bytes === before.bytes && isExecutable(mode) === isExecutable(before.mode),
    );
    if (alike.length === 0 || ++compared > maxCompared) continue;
    const content = await contentOf(before, read).catch(() => null);
    const same = content && alike.find(({ hash }) => hash === contentHash(content));
    if (same) entries[at] = { path, before: same, after };
  }
}

function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

async function sizesOf(repository: Repository, blobs: readonly ChangedBlob[]): Promise<Map<string, number>> {
  const ids = [...new Set(blobs.flatMap(({ oldId, oldMode }) => (oldMode.startsWith('100') ? [oldId] : [])))];
  const sizes = new Map<string, number>();
  if (ids.length === 0) return sizes;
  const answer = await repository.text(['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` });
  for (const line of answer.ok ? answer.value.split('\n') : []) {
    const [id = '', type, size] = line.split(' ');
    if (type === 'blob') sizes.set(id, Number(size));
  }
  return sizes;
}

/** Undefined: it cannot be read. The hash of a file names the object, which is read when it is needed. */
async function stateIn(
  repository: Repository,
  { oldMode, oldId }: ChangedBlob,
  after: EntryState | null,
  sizes: ReadonlyMap<string, number>,
): Promise<EntryState | null | undefined> {
  if (oldMode === '000000') return null;
  if (oldMode === '120000') {
    const target = await repository.text(['cat-file', 'blob', oldId]);
    return target.ok ? { kind: 'link', target: target.value } : undefined;
  }
  const size = sizes.get(oldId);
  if (size === undefined) return undefined;
  // Git stores only whether a file is executable.
  const mode = after?.kind === 'file' ? after.mode : 0o644;
  const newMode = oldMode === '100755' ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
  return { kind: 'file', hash: `git:${oldId}`, bytes: size, mode: newMode };
}

async function* readBlob(
  repository: Repository,
  of: { files: WorkingFiles; root: string; prefix: string; entries: readonly EntryChange[] },
  hash: string,
): AsyncGenerator<Buffer> {
  const entry = of.entries.find(({ before, after }) =>
    [before, after].some((one) => one?.kind === 'file' && one.hash === hash),
  );
  if (!entry) throw new Error('it is not part of the review');
  if (!hash.startsWith('git:')) {
    const bytes = await of.files.contentAt(of.root, entry.path);
    if (bytes === null || contentHash(bytes) !== hash) throw new Error('it has changed since');
    yield bytes;
    return;
  }
  // As git would write it into the working tree, such as with CRLF. Filter programs are switched off.
  const path = of.prefix === '' ? entry.path : `${of.prefix}/${entry.path}`;
  const object = hash.slice('git:'.length);
  const content = await repository.run(['cat-file', '--filters', `--path=${path}`, object], {
    maxBytes: maxFileBytes + 1,
  });
  if (!content.ok || content.value.code !== 0) throw new Error('git cannot read it');
  yield content.value.out;
}
