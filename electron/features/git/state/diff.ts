// The difference of one file, as exact bytes: shown as text, and applied hunk by hunk.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { GitDiff, GitSide } from '../../../../shared/features/git/git.ts';
import { openFile } from '../../../tools/paths/openInside.ts';
import { readableText } from '../../../tools/text/textFile.ts';
import { gitFailure, type Repository } from '../repository/repository.ts';
import { isPolledExternally } from '../repository/status.ts';

export interface Patch {
  /** Everything before the first hunk. */
  header: Buffer;
  hunks: Buffer[];
  bytes: Buffer;
  seen: string;
}

const maxPatchBytes = 16 * 1024 * 1024;
/** The window shows no more of one file. */
const maxShownBytes = 1024 * 1024;

const exactly = (renames: '--no-renames' | '--find-renames'): string[] => [
  ...['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', renames, '--no-relative'],
  ...['--unified=3', '--inter-hunk-context=0', '--submodule=short', '--src-prefix=a/', '--dst-prefix=b/'],
  ...isPolledExternally,
];

/** Empty if there is no difference. `from`: the previous name of a staged, renamed file. */
export async function readPatch(
  { run }: Repository,
  name: Buffer,
  side: GitSide,
  { signal, from = null }: { signal?: AbortSignal | undefined; from?: Buffer | null } = {},
): Promise<Result<Patch>> {
  const cached = side === 'staged' ? ['--cached'] : [];
  const renames = exactly(from === null ? '--no-renames' : '--find-renames');
  const names = from === null ? [name] : [from, name];
  const answer = await run(['diff', ...cached, ...renames, '--', ...names.map(pathspecOf)], {
    signal,
    maxBytes: maxPatchBytes,
  });
  if (!answer.ok) return answer;
  const { code, out, err, isCut } = answer.value;
  if (isCut) return fail('NOT_SUPPORTED', say`The change is too large to show.`);
  if (code !== 0) return gitFailure(err);
  return ok(splitPatch(out));
}

/** Arguments are text, so a byte that is not UTF-8 matches any. */
function pathspecOf(name: Buffer): string {
  if (isUtf8(name)) return `:(top,literal)${name.toString()}`;
  const pattern = name
    .toString('latin1')
    .replace(/[*?[\]\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, '?');
  return `:(top,glob)${pattern}`;
}

function splitPatch(bytes: Buffer): Patch {
  const starts: number[] = [];
  for (let at = bytes.indexOf('\n@@ -'); at >= 0; at = bytes.indexOf('\n@@ -', at + 1)) starts.push(at + 1);
  const hunks = starts.map((start, at) => bytes.subarray(start, starts[at + 1] ?? bytes.length));
  return {
    header: bytes.subarray(0, starts[0] ?? bytes.length),
    hunks,
    bytes,
    seen: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
  };
}

/** A file that is new, deleted or of another type can only be handled as a whole, as can two files. */
function canSplit({ header, hunks, bytes }: Patch): boolean {
  const isWhole = /^(?:(?:new|deleted) file mode|rename from) /m.test(header.toString('latin1'));
  return hunks.length > 0 && !isWhole && countFiles(bytes) === 1;
}

/** Only a header can begin a line with this. */
export function countFiles(patch: Buffer): number {
  let count = patch.indexOf('diff --git ') === 0 ? 1 : 0;
  for (let at = patch.indexOf('\ndiff --git '); at >= 0; at = patch.indexOf('\ndiff --git ', at + 1)) count++;
  return count;
}

export function patchOfHunk(patch: Patch, index: number): Buffer | null {
  const hunk = patch.hunks[index];
  return hunk && canSplit(patch) ? Buffer.concat([patch.header, hunk]) : null;
}

export async function readDiff(
  repository: Repository,
  name: Buffer,
  side: GitSide,
  { signal, from = null }: { signal?: AbortSignal; from?: Buffer | null } = {},
): Promise<Result<GitDiff>> {
  const moved = side === 'unstaged' && from !== null ? await readMove(repository, from, name, signal) : null;
  const patch = moved ?? (await readPatch(repository, name, side, { signal, from }));
  if (!patch.ok) return patch.error.code === 'NOT_SUPPORTED' ? ok(withoutHunks('large')) : patch;
  if (moved !== null && patch.value.bytes.length === 0) return ok(withoutHunks('empty'));
  if (patch.value.bytes.length === 0) {
    if (side === 'staged') return ok(withoutHunks('empty'));
    const untracked = await isUntracked(repository, name, signal);
    if (!untracked.ok) return untracked;
    return ok(untracked.value ? await untrackedDiff(repository.root, name) : withoutHunks('empty'));
  }
  const { hunks, bytes, seen } = patch.value;
  if (bytes.length > maxShownBytes) return ok(withoutHunks('large'));
  if (hunks.length === 0) return ok(withoutHunks(bytes.includes('\nGIT binary patch\n') ? 'binary' : 'empty'));
  const texts = await Promise.all(hunks.map(async (hunk) => (await readableText(hunk)) ?? hunk.toString()));
  const isPointer = /^[+ -]version https:\/\/git-lfs\.github\.com\/spec\//m.test(texts[0] ?? '');
  return ok({ hunks: texts, without: null, canSplit: moved === null && canSplit(patch.value), seen, isPointer });
}

/** The patch of a file moved in the working tree, against the index. Null: it is not a moved file. */
async function readMove(
  repository: Repository,
  from: Buffer,
  name: Buffer,
  signal?: AbortSignal,
): Promise<Result<Patch> | null> {
  if (!isUtf8(from) || !isUtf8(name)) return null;
  const untracked = await isUntracked(repository, name, signal);
  if (!untracked.ok) return untracked;
  if (!untracked.value) return null;
  const compared = await repository.run(
    ['diff', ...exactly('--no-renames'), `:0:${from.toString()}`, '--', pathspecOf(name)],
    {
      signal,
      maxBytes: maxPatchBytes,
    },
  );
  if (!compared.ok) return compared;
  const { code, out, isCut } = compared.value;
  if (isCut) return fail('NOT_SUPPORTED', say`The change is too large to show.`);
  return code === 0 ? ok(splitPatch(out)) : null;
}

function withoutHunks(without: GitDiff['without']): GitDiff {
  return { hunks: [], without, canSplit: false, seen: '', isPointer: false };
}

/** Without this, any file could be read by its name: of a repository around the project, also what it ignores. */
async function isUntracked({ run }: Repository, name: Buffer, signal?: AbortSignal): Promise<Result<boolean>> {
  const listed = await run(['ls-files', '--others', '--exclude-standard', '-z', '--', pathspecOf(name)], { signal });
  if (!listed.ok) return listed;
  const { code, out, err } = listed.value;
  if (code !== 0) return gitFailure(err);
  // The pattern of a name that is not UTF-8 may match others, too.
  const entry = Buffer.concat([name, Buffer.from([0])]);
  return ok(isUtf8(name) ? out.equals(entry) : out.includes(entry));
}

/** Read here: git has no difference for it. */
async function untrackedDiff(root: string, name: Buffer): Promise<GitDiff> {
  const text = isUtf8(name) ? await textOfFile(root, name.toString()) : null;
  if (text === null) return withoutHunks('binary');
  if (text === 'large') return withoutHunks('large');
  if (text.whole === '') return withoutHunks('empty');
  const isComplete = text.whole.endsWith('\n');
  const lines = (isComplete ? text.whole.slice(0, -1) : text.whole).split('\n');
  const end = isComplete ? '' : '\\ No newline at end of file\n';
  const hunk = `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}${end}`;
  return { ...withoutHunks(null), hunks: [hunk] };
}

/** Links are not followed: their text is their target. Null if binary or unreadable. */
async function textOfFile(root: string, name: string): Promise<{ whole: string } | 'large' | null> {
  try {
    const file = await openFile({ root, segments: name.split('/'), displayPath: name, exists: true });
    try {
      if (file.stats.size > maxShownBytes) return 'large';
      const whole = await readableText(await file.handle.readFile());
      return whole === null ? null : { whole };
    } finally {
      await file.handle.close();
    }
  } catch {
    const stats = await lstat(join(root, name)).catch(() => null);
    return stats?.isSymbolicLink() ? { whole: await readlink(join(root, name)) } : null;
  }
}
