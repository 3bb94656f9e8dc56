// Whether a backup of encrypted data fits a data folder. Mixed keys would lock what is here, or restore what nothing can read.

import { join } from 'node:path';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { readEncryptionFile } from '../../stores/encryption/encryptionFile.ts';
import { type Disk, listEntries, listNames } from '../../stores/files/disk.ts';
import { nameKey } from './backedUp.ts';
import type { BackupHead } from './backupFormat.ts';
import type { RestorePlan } from './restorePlan.ts';

/** Null: its data is plain. `unknown`: encrypted, with a key that its head does not name. */
export function keyOfData(head: BackupHead, { files }: RestorePlan): string | null {
  if (head.keyId !== null) return head.keyId;
  const isEncrypted = [...files.keys()].some((path) => /^(?:projects\/)?encryption\.json$/.test(nameKey(path)));
  return isEncrypted ? 'unknown' : null;
}

/** Why the backup cannot be restored here; null: it can. `keyId` is that of the backup. */
export async function differentKey(disk: Disk, dataDir: string, keyId: string | null): Promise<UserText | null> {
  if (keyId === null) return null;
  const here = await readEncryptionFile(disk, dataDir);
  if (!here.ok) return here.error.message;
  if (here.value?.keyId === keyId) return null;
  if (here.value !== null) {
    return say`the data in the backup is encrypted with another key than the data here. Restore it into an empty folder (--data FOLDER) and decrypt it there (throughline encryption off); its backup can then be restored here`;
  }
  const hasProjects = (await listEntries(disk, join(dataDir, 'projects'))).some((entry) => entry.isDirectory());
  // Costs of both cannot be merged.
  const hasCosts = (await listNames(disk, join(dataDir, 'usage'))).length > 0;
  return hasProjects || hasCosts
    ? say`the data in the backup is encrypted, and the data here is not. Restore it into an empty folder (--data FOLDER) and decrypt it there (throughline encryption off); its backup can then be restored here`
    : null;
}
