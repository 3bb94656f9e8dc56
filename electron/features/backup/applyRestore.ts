// Applies a restore that is complete in its staged folder. Each step can be repeated: after a crash or a full disk, the next start goes
// on. Conversations that exist here are merged; everything else is moved into place where nothing is.

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result, SentenceError } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { isPrivateName } from '../../stores/encryption/encryptedDisk.ts';
import { readEncryptionFile, writeEncryptionFile } from '../../stores/encryption/encryptionFile.ts';
import { stagedCommit, stagedFiles, stagedRestores } from '../../stores/encryption/stagedRestores.ts';
import { atomicWrite, makeFolder, syncFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, exists, listEntries, listNames, readWholeFile } from '../../stores/files/disk.ts';
import { differentKey } from './dataKeyOfBackup.ts';
import { stagedBallast } from './prepareRestore.ts';

const commitSchema = z.object({
  v: z.literal(1),
  merged: z.array(z.object({ conversationId: z.string().refine(isSafeId), projectId: z.string().refine(isSafeId) })),
});

export interface ApplyDeps {
  disk: Disk;
  /** Does not refuse to write when this restore brings encrypted data. Default: `disk`. */
  rawDisk?: Disk;
  dataDir: string;
  /** Merges a copied conversation folder into the existing conversation. */
  merge(folder: string): Promise<Result<void>>;
}

/** NOT_SUPPORTED: the data here is of another kind by now, so nothing was changed; the message is only the reason. */
export async function applyRestore(deps: ApplyDeps, folder: string): Promise<Result<void>> {
  const { disk, dataDir } = deps;
  const read = await readWholeFile(disk, join(folder, stagedCommit));
  const commit = commitSchema.safeParse(read.kind === 'content' ? parseJson(read.bytes.toString('utf8')) : null);
  if (!commit.success) return fail('STORE_READ_FAILED', say`${folder} is not a prepared restore.`);
  try {
    await disk.rm(join(folder, stagedBallast), { force: true });
    const files = join(folder, stagedFiles);
    // First: without its key, nothing of it can be merged with what is here.
    const brings = await bringEncryption(deps, files);
    if (!brings.ok) return brings;
    for (const { conversationId, projectId } of commit.data.merged) {
      const merged = await mergeStaged(deps, join(files, 'projects', projectId), conversationId);
      if (!merged.ok) return unfinished(merged.error.message);
    }
    await mergeUsage(disk, join(files, 'usage'), join(dataDir, 'usage'));
    const mover = brings.value ? (deps.rawDisk ?? disk) : disk;
    await moveInto(mover, files, dataDir);
    await mover.rm(folder, { recursive: true, force: true });
    // If a power failure brings the folder back, the next start applies it again.
    await syncFolder(mover, dataDir).catch(() => {});
    return ok(undefined);
  } catch (thrown) {
    if (thrown instanceof AbandonedError) throw thrown;
    return unfinished(diskReason(thrown));
  }
}

function unfinished(reason: Parameters<typeof say>[1]): ReturnType<typeof fail> {
  return fail(
    'STORE_WRITE_FAILED',
    say`The restore is not finished: ${reason}. Nothing is lost; it continues at the next start, or when you restore again. “throughline restore --discard” drops it.`,
  );
}

/**
 * Returns whether the restore encrypts this data folder, which was empty. If so, encryption.json arrives before the first encrypted
 * file: from then on no process writes plain files, this one included.
 */
async function bringEncryption({ disk, rawDisk = disk, dataDir }: ApplyDeps, files: string): Promise<Result<boolean>> {
  const theirs = await readEncryptionFile(rawDisk, files);
  if (!theirs.ok) return unfinished(theirs.error.message);
  if (theirs.value === null) return ok(false);
  // It fitted when it was prepared.
  const otherKey = await differentKey(rawDisk, dataDir, theirs.value.keyId);
  if (otherKey !== null) return fail('NOT_SUPPORTED', otherKey);
  const ours = await readEncryptionFile(rawDisk, dataDir);
  if (!ours.ok) return unfinished(ours.error.message);
  if (ours.value !== null) return ok(false);
  const { state } = theirs.value;
  const begun = await writeEncryptionFile(rawDisk, dataDir, {
    ...theirs.value,
    state: state === 'on' ? 'encrypting' : state,
  });
  if (!begun.ok) return unfinished(begun.error.message);
  // Files that were written here until then are plain. The next start encrypts them.
  if (state !== 'on' || (await hasPlainFiles(rawDisk, dataDir))) return ok(true);
  const written = await writeEncryptionFile(rawDisk, dataDir, theirs.value);
  return written.ok ? ok(true) : unfinished(written.error.message);
}

/** Whether a folder without encrypted files has any that are private. */
async function hasPlainFiles(disk: Disk, dataDir: string): Promise<boolean> {
  if ((await listNames(disk, dataDir)).some((name) => name !== 'projects' && isPrivateName(name))) return true;
  return (await listEntries(disk, join(dataDir, 'projects'))).some((entry) => entry.isDirectory());
}

async function mergeStaged({ disk, merge }: ApplyDeps, project: string, conversationId: string): Promise<Result<void>> {
  const folder = join(project, 'conversations', conversationId);
  if (!(await exists(disk, folder))) return ok(undefined);
  const merged = await merge(folder);
  if (!merged.ok) return merged;
  // Merging does not cover undo data and the output of background commands: they are moved where there are none.
  const logs = join(project, 'state', 'logs');
  await disk.rm(join(logs, 'tool-results', conversationId), { recursive: true, force: true });
  await disk.rm(join(logs, 'execution', `${conversationId}.jsonl`), { force: true });
  for (const entry of await listEntries(disk, folder)) {
    if (!entry.isDirectory()) await disk.unlink(join(folder, entry.name));
  }
  return ok(undefined);
}

/** Costs are lines without an order: adds those that are missing here. */
async function mergeUsage(disk: Disk, from: string, to: string): Promise<void> {
  for (const name of await listNames(disk, from)) {
    const [theirs, ours] = [await readWholeFile(disk, join(from, name)), await readWholeFile(disk, join(to, name))];
    for (const { kind, ...read } of [theirs, ours]) {
      if (kind === 'unreadable' && 'failed' in read && read.failed)
        throw new SentenceError(say`${name}: ${read.reason}`);
    }
    if (theirs.kind !== 'content' || ours.kind !== 'content') continue;
    const before = ours.bytes.toString('utf8');
    const ourLines = new Set(before.split('\n'));
    const missing = theirs.bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '' && !ourLines.has(line));
    if (missing.length === 0) continue;
    const gap = before === '' || before.endsWith('\n') ? '' : '\n';
    await atomicWrite(disk, join(to, name), `${before}${gap}${missing.join('\n')}\n`);
  }
}

/** Moves what `to` does not have. */
async function moveInto(disk: Disk, from: string, to: string): Promise<void> {
  for (const entry of await listEntries(disk, from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!(await exists(disk, target))) {
      await makeFolder(disk, dirname(target));
      await disk.rename(source, target);
    } else if (entry.isDirectory() && (await disk.stat(target)).isDirectory()) {
      await moveInto(disk, source, target);
    }
  }
  await syncFolder(disk, to);
}

/** Without its mark first: what a crash leaves is then removed at the next start, and not finished. */
export async function discardRestore(disk: Disk, folder: string): Promise<void> {
  await disk.rm(join(folder, stagedCommit), { force: true });
  await syncFolder(disk, folder);
  await disk.rm(folder, { recursive: true, force: true });
}

/** Finishes restores that were interrupted after they were complete, and removes what others left. Call under the restore lock. */
export async function finishRestores(deps: ApplyDeps): Promise<Result<{ finished: number }>> {
  const { disk, dataDir } = deps;
  const names = await stagedRestores(disk, dataDir);
  let finished = 0;
  for (const name of names.sort()) {
    const folder = join(dataDir, name);
    if (await exists(disk, join(folder, stagedCommit))) {
      const applied = await applyRestore(deps, folder);
      if (!applied.ok) return applied.error.code === 'NOT_SUPPORTED' ? unfinished(applied.error.message) : applied;
      finished++;
    } else {
      await disk.rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
  return ok({ finished });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
