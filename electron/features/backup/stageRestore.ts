// Puts the restored files into a folder of their own inside the data folder. Nothing else changes until all of them are there, synced
// and compared with their SHA-256.

import { basename, dirname, join } from 'node:path';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { convertFile } from '../../stores/encryption/convertData.ts';
import { dataKeyOf, readRecoveryCode, unwrapKey } from '../../stores/encryption/dataKey.ts';
import { createEncryptedDisk, diskWithKey, isPrivateName } from '../../stores/encryption/encryptedDisk.ts';
import { readEncryptionFile } from '../../stores/encryption/encryptionFile.ts';
import { atomicWrite, makeFolder, syncFolder, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, fileMode, readWholeFile } from '../../stores/files/disk.ts';
import { type EntryTaker, readArchive } from './archiveReader.ts';
import { archiveBytes, hashFile } from './backupFile.ts';
import { pathOfEntry } from './backupFormat.ts';
import type { CheckedBackup } from './checkBackup.ts';
import type { Opener } from './encryption.ts';
import { hasPowers, withoutPowers } from './restoredPowers.ts';
import type { PlannedFile } from './restorePlan.ts';

export interface StageRequest {
  disk: Disk;
  files: ReadonlyMap<string, PlannedFile>;
  /** The backup is of encrypted data: its private files are encrypted, even if its encryption.json is damaged. */
  isSealed: boolean;
  steps: readonly (CheckedBackup | null)[];
  opener: Opener;
  /** An empty folder. */
  folder: string;
  takesPowers: boolean;
  /** The key of the data here, if it is encrypted; and the recovery code of the backup's data. */
  dataSecret: Uint8Array | null;
  /** Whether plain files are encrypted here with that key. */
  encrypts: boolean;
  recoveryCode: string | null;
  signal: AbortSignal;
  onBytes(bytes: number): void;
}

/**
 * Returns the files that are withheld because it cannot be seen what they would allow. Throws a SentenceError if a backup has changed
 * since it was checked; file system errors; AbandonedError.
 */
export async function stageFiles(request: StageRequest): Promise<string[]> {
  const { files, isSealed, steps, folder, opener, signal } = request;
  const key = request.encrypts && request.dataSecret !== null ? dataKeyOf(Buffer.from(request.dataSecret)) : null;
  // Files of a plain backup are never on the disk in clear.
  const disk = key === null || isSealed ? request.disk : diskWithKey(request.disk, key, folder);
  const folders = new Set<string>();
  for (const path of files.keys()) folders.add(dirname(join(folder, path)));
  for (const each of folders) await makeFolder(disk, each);
  for (const [step, backup] of steps.entries()) {
    if (backup === null) continue;
    const needed = neededFrom(files, step);
    if (needed.size === 0) continue;
    await readArchive(await archiveBytes(request.disk, backup.file, opener, signal), async ({ name }) => {
      const path = pathOfEntry(name);
      const place = path === null ? undefined : needed.get(path);
      if (path === null || !place) return null;
      needed.delete(path);
      return pieceWriter({ ...request, disk }, join(folder, path), place);
    });
  }
  const withheld: string[] = [];
  const sealed = request.takesPowers ? disk : await sealedDisk(request);
  const encrypted = key !== null && isSealed ? createEncryptedDisk(disk, key, () => true) : null;
  for (const [path, file] of files) {
    const staged = join(folder, path);
    if ((await hashFile(disk, staged)) !== file.sha256) throw changed(path);
    const isSeen = request.takesPowers || !hasPowers(path) || (await removePowers(sealed, staged, path));
    if (!isSeen) withheld.push(path);
    else if (encrypted && isEncryptedPath(path)) await convertFile(disk, encrypted, staged, 'encrypted');
  }
  for (const path of withheld) await disk.unlink(join(folder, path));
  for (const each of folders) await syncFolder(disk, each);
  return withheld;
}

interface Place {
  at: number;
  bytes: number;
}

function neededFrom(files: ReadonlyMap<string, PlannedFile>, step: number): Map<string, Place> {
  const needed = new Map<string, Place>();
  for (const [path, { pieces }] of files) {
    let at = 0;
    for (const piece of pieces) {
      if (piece.step === step) needed.set(path, { at, bytes: piece.bytes });
      at += piece.bytes;
    }
  }
  return needed;
}

async function pieceWriter({ disk, onBytes }: StageRequest, path: string, { at, bytes }: Place): Promise<EntryTaker> {
  const handle = await disk.open(path, at === 0 ? 'w' : 'r+', fileMode);
  let done = 0;
  return {
    async chunk(chunk) {
      const part = chunk.subarray(0, bytes - done);
      await writeAll(handle, part, at + done);
      done += part.length;
      onBytes(part.length);
    },
    abandon: () => handle.close(),
    async end() {
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
  };
}

const isEncryptedPath = (path: string): boolean =>
  isPrivateName(path.split('/')[0] ?? '') && basename(path) !== 'encryption.json';

/** False: it cannot be read, so it must not be restored. */
async function removePowers(disk: Disk, staged: string, path: string): Promise<boolean> {
  const read = await readWholeFile(disk, staged);
  const without = read.kind === 'content' ? withoutPowers(path, read.bytes) : 'withheld';
  if (without === 'withheld') return false;
  if (without !== 'unchanged') await atomicWrite(disk, staged, without.text);
  return true;
}

/** Opens the encrypted files of the backup, if their key is here or its recovery code was given. */
async function sealedDisk({ disk, folder, dataSecret, recoveryCode }: StageRequest): Promise<Disk> {
  const code = recoveryCode ? readRecoveryCode(recoveryCode) : null;
  const encryption = await readEncryptionFile(disk, folder);
  const fromCode =
    code !== null && encryption.ok && encryption.value !== null ? unwrapKey(encryption.value.wrappedKey, code) : null;
  if (recoveryCode && fromCode === null) {
    throw new SentenceError(
      say`this recovery code belongs to other data than the backup’s, or is not the one that was valid then`,
    );
  }
  const key = fromCode ?? (dataSecret === null ? null : dataKeyOf(Buffer.from(dataSecret)));
  return key === null ? disk : diskWithKey(disk, key, folder);
}

function changed(path: string): SentenceError {
  return new SentenceError(say`${path} in the backup has changed since it was checked`);
}
