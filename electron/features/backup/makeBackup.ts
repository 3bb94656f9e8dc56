// Makes a backup: one file wherever the user wants it, or the next of a series in a folder, which holds only what is new.

import { randomBytes } from 'node:crypto';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fail, ok, type Result, SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { BackupReport } from '../../../shared/features/backup/backup.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { readDataFormat } from '../../stores/dataFormat.ts';
import { readEncryptionFile } from '../../stores/encryption/encryptionFile.ts';
import { type Disk, diskReason, errorCode } from '../../stores/files/disk.ts';
import { describeOwner, tryLock } from '../../stores/locks/locks.ts';
import { backupBytes, emptyContent } from './backupBytes.ts';
import { archiveBytes, NothingNew, writeBackupFile } from './backupFile.ts';
import { type BackupHead, backupVersion } from './backupFormat.ts';
import { backupName, deleteOld, seriesOf } from './backupSeries.ts';
import { checkBackup } from './checkBackup.ts';
import { type EncryptFor, isEncrypting, openerFor } from './encryption.ts';
import { type KnownBackup, readKnown, writeKnown } from './knownFiles.ts';
import { originMark } from './originSecret.ts';

export interface BackupRequest {
  dataDir: string;
  version: string;
  /** A new file, or a folder in which to keep this many backups. */
  to: { file: string } | { folder: string; keep: number };
  encryptFor: EncryptFor;
}

export interface Watch {
  signal: AbortSignal;
  onBytes(bytes: number): void;
}

const maxLeftOut = 20;

/** The caller has no other backup of this data folder in progress; other processes get DATA_FOLDER_BUSY. */
export async function makeBackup(disk: Disk, request: BackupRequest, watch: Watch): Promise<Result<BackupReport>> {
  const { dataDir, to } = request;
  const folder = 'file' in to ? dirname(resolve(to.file)) : resolve(to.folder);
  const problem = await folderProblem(disk, dataDir, folder);
  if (problem) return problem;
  const lock = tryLock(join(dataDir, 'locks'), 'backup', say`making a backup`, new Date());
  if (lock.kind === 'busy') {
    return fail('DATA_FOLDER_BUSY', say`${describeOwner(lock.owner)} is already making a backup. Nothing was changed.`);
  }
  if (lock.kind === 'failed') {
    return fail('STORE_WRITE_FAILED', say`The backup was not started: ${lock.reason}.`);
  }
  try {
    return await ('file' in to
      ? makeFile(disk, request, resolve(to.file), null, null, watch)
      : makeNext(disk, request, folder, to.keep, watch));
  } catch (thrown) {
    if (thrown instanceof AbandonedError)
      return fail('CANCELLED', say`The backup was canceled. Nothing was left behind.`);
    throw thrown;
  } finally {
    lock.lock.release();
  }
}

async function folderProblem(disk: Disk, dataDir: string, folder: string): Promise<ReturnType<typeof fail> | null> {
  try {
    if (!(await disk.stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const [data, real] = [await disk.realpath(dataDir), await disk.realpath(folder)];
    const inside = relative(data, real);
    if (
      inside === '' ||
      (!inside.startsWith('..') && inside.split(/[\\/]/)[0] !== 'backups' && !isAbsoluteLike(inside))
    ) {
      return fail('STORE_WRITE_FAILED', say`A backup cannot be inside the data folder. Choose another place.`);
    }
    return null;
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      say`The folder ${folder} cannot be used: ${diskReason(thrown)}. If it is on another drive, connect it.`,
    );
  }
}

/** On Windows, between drives. */
function isAbsoluteLike(path: string): boolean {
  return /^[a-z]:/i.test(path);
}

async function makeNext(
  disk: Disk,
  request: BackupRequest,
  folder: string,
  keep: number,
  watch: Watch,
): Promise<Result<BackupReport>> {
  const series = seriesOf(request.dataDir, folder);
  const knownBackup = await readKnown(disk, request.dataDir, series);
  const continues = knownBackup && (await canContinue(disk, request, folder, keep, knownBackup, watch.signal));
  const parent = continues ? knownBackup : null;
  const name = backupName(series, new Date(), parent !== null, isEncrypting(request.encryptFor));
  const made = await makeFile(disk, request, join(folder, name), parent, series, watch);
  if (!made.ok || made.value.file === null) return made;
  try {
    return ok({ ...made.value, deleted: await deleteOld(disk, folder, series, keep) });
  } catch {
    // The new backup is whole; the next one tries again.
    return made;
  }
}

/** Whether the next backup can be an increment of the last one. */
async function canContinue(
  disk: Disk,
  { dataDir, encryptFor }: BackupRequest,
  folder: string,
  keep: number,
  { last }: KnownBackup,
  signal: AbortSignal,
): Promise<boolean> {
  if (last.parents.length + 1 >= Math.max(2, keep) || last.incrementBytes > last.completeBytes) return false;
  if (last.encryption !== encryptionOf(encryptFor, await keyIdOf(disk, dataDir))) return false;
  const file = join(folder, last.file);
  for (const { file: name } of last.parents) {
    if (
      await disk.stat(join(folder, name)).then(
        () => false,
        () => true,
      )
    )
      return false;
  }
  const stats = await disk.stat(file).catch(() => null);
  if (!stats || stats.size !== last.fileBytes) return false;
  if (!encryptFor.passphrase) return true;
  // With another passphrase, one would not open both.
  return archiveBytes(disk, file, openerFor({ passphrase: encryptFor.passphrase }), signal).then(
    () => true,
    () => false,
  );
}

/** Neither its own encryption nor that of the data differs within a series of increments. */
function encryptionOf({ passphrase, recipients = [] }: EncryptFor, keyId: string | null): string {
  const base = passphrase ? 'passphrase' : recipients.length > 0 ? recipients.toSorted().join(' ') : 'none';
  return keyId === null ? base : `${base} ${keyId}`;
}

/** Identifies the key that the data is encrypted with; null: it is plain. */
async function keyIdOf(disk: Disk, dataDir: string): Promise<string | null> {
  const file = await readEncryptionFile(disk, dataDir);
  return file.ok ? (file.value?.keyId ?? null) : null;
}

async function makeFile(
  disk: Disk,
  { dataDir, version, encryptFor }: BackupRequest,
  file: string,
  parent: KnownBackup | null,
  series: string | null,
  { signal, onBytes }: Watch,
): Promise<Result<BackupReport>> {
  const id = randomBytes(16).toString('hex');
  const keyId = await keyIdOf(disk, dataDir);
  const head: BackupHead = {
    format: 'throughline-backup',
    v: backupVersion,
    id,
    createdAt: new Date().toISOString(),
    version,
    dataFormat: (await readDataFormat(disk, dataDir)).format,
    machine: await originMark(disk, dataDir, id),
    keyId,
    parents: parent
      ? [...parent.last.parents, { id: parent.last.id, file: parent.last.file, createdAt: parent.last.createdAt }]
      : [],
  };
  const content = emptyContent();
  const knownFiles = parent?.files ?? new Map();
  const bytes = backupBytes(
    { disk, dataDir, head, known: knownFiles, now: Date.now, signal, onFile: onBytes },
    content,
  );
  const written = await writeBackupFile(disk, file, bytes, encryptFor, async (unfinished) => {
    const isSame = content.newBytes === 0 && content.known.size === knownFiles.size;
    if (parent && isSame && content.leftOut.length === 0) throw new NothingNew();
    // Only the owner of the key can read it.
    if (isEncrypting(encryptFor) && !encryptFor.passphrase) return;
    const opener = openerFor(encryptFor.passphrase ? { passphrase: encryptFor.passphrase } : {});
    const checked = await checkBackup(disk, unfinished, opener, { signal, onBytes: () => {} });
    const failed = new Set(content.leftOut.map(({ path }) => path));
    const damage = checked.damage.find(({ path }) => path === null || !failed.has(path));
    if (damage) throw new SentenceError(say`${damage.path ?? 'it'} was not written correctly: ${damage.reason}`);
  });
  if (!written.ok) return written;
  const base = { isIncrement: parent !== null, files: content.files, totalBytes: content.totalBytes, deleted: [] };
  const leftOut = { leftOut: content.leftOut.slice(0, maxLeftOut), leftOutCount: content.leftOut.length };
  if (written.value === null) return ok({ ...base, ...leftOut, file: null, bytes: 0 });
  const { bytes: fileBytes } = written.value;
  if (series !== null) {
    const last = {
      v: 1 as const,
      ...{ id, file: basename(file), fileBytes, createdAt: head.createdAt, parents: head.parents.map(plainParent) },
      encryption: encryptionOf(encryptFor, keyId),
      incrementBytes: parent ? parent.last.incrementBytes + fileBytes : 0,
      completeBytes: parent ? parent.last.completeBytes : fileBytes,
    };
    // Without it, the next backup is complete.
    await writeKnown(disk, dataDir, series, { last, files: content.known }).catch((thrown) => {
      if (errorCode(thrown) === null) throw thrown;
    });
  }
  return ok({ ...base, ...leftOut, file, bytes: fileBytes });
}

function plainParent({ id, file, createdAt }: BackupHead['parents'][number]) {
  return { id, file, createdAt };
}
