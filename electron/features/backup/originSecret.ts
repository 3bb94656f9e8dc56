// Proves that a backup is from this data folder: a hash with a secret that no backup contains. Without the secret, a backup is treated as
// one of another machine.

import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, readWholeFile } from '../../stores/files/disk.ts';

const folderName = 'backups';
const fileName = 'origin.key';

/** For the first entry of the backup with this ID. Creates the secret; without one, the backup proves nothing. */
export async function originMark(disk: Disk, dataDir: string, backupId: string): Promise<string> {
  const secret = (await readSecret(disk, dataDir)) ?? (await createSecret(disk, dataDir));
  return secret === null ? '' : markOf(secret, backupId);
}

export async function isFromHere(disk: Disk, dataDir: string, head: { id: string; machine: string }): Promise<boolean> {
  const secret = await readSecret(disk, dataDir);
  return secret !== null && head.machine === markOf(secret, head.id);
}

function markOf(secret: string, backupId: string): string {
  return createHmac('sha256', secret).update(backupId).digest('hex');
}

async function readSecret(disk: Disk, dataDir: string): Promise<string | null> {
  const read = await readWholeFile(disk, join(dataDir, folderName, fileName));
  const secret = read.kind === 'content' ? read.bytes.toString('utf8').trim() : '';
  return /^[0-9a-f]{64}$/.test(secret) ? secret : null;
}

async function createSecret(disk: Disk, dataDir: string): Promise<string | null> {
  const secret = randomBytes(32).toString('hex');
  try {
    await makeFolder(disk, join(dataDir, folderName));
    await atomicWrite(disk, join(dataDir, folderName, fileName), `${secret}\n`);
    return secret;
  } catch {
    return null;
  }
}
