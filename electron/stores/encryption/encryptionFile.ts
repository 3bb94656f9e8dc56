// encryption.json: that the data folder is encrypted, and its key, which only the recovery code opens. There are two
// copies, because without it the code is useless.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import {
  type Disk,
  diskReason,
  type FileIdentity,
  isNotFoundError,
  isSameFile,
  nodeDisk,
  readWholeFile,
  statOrNull,
} from '../files/disk.ts';

const schema = z.object({
  v: z.literal(1),
  /** Hexadecimal. */
  keyId: z.string().regex(/^[0-9a-f]{16}$/u),
  /**
   * `encrypting`, `decrypting`: some files are still, or already, plain, and the next start continues. Reading and
   * writing work in every state.
   */
  state: z.enum(['on', 'encrypting', 'decrypting']),
  /** The data key, encrypted with the recovery code. */
  wrappedKey: z.string(),
  createdAt: z.string(),
});

export type EncryptionFile = z.infer<typeof schema>;

const pathsIn = (dataDir: string): [string, string] => [
  join(dataDir, 'encryption.json'),
  join(dataDir, 'projects', 'encryption.json'),
];

/** Null: the data is not encrypted. */
export async function readEncryptionFile(disk: Disk, dataDir: string): Promise<Result<EncryptionFile | null>> {
  let unreadable = false;
  for (const path of pathsIn(dataDir)) {
    const content = await readWholeFile(disk, path);
    if (content.kind === 'absent') continue;
    const file = content.kind === 'content' ? parse(content.bytes) : null;
    if (file) return ok(file);
    unreadable = true;
  }
  if (!unreadable) return ok(null);
  const [path] = pathsIn(dataDir);
  return fail(
    'DATA_FOLDER_UNUSABLE',
    say`The data is encrypted, but ${path} could not be read, or is of a newer version. Nothing was changed. Restore that file from a backup.`,
  );
}

function parse(bytes: Buffer): EncryptionFile | null {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

export async function writeEncryptionFile(disk: Disk, dataDir: string, file: EncryptionFile): Promise<Result<void>> {
  try {
    await makeFolder(disk, join(dataDir, 'projects'), dataDir);
    for (const path of pathsIn(dataDir)) await atomicWrite(disk, path, `${JSON.stringify(file, null, 2)}\n`);
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`encryption.json could not be written: ${diskReason(thrown)}.`);
  }
}

/** Call only when no file is encrypted. */
export async function removeEncryptionFile(disk: Disk, dataDir: string): Promise<void> {
  for (const path of pathsIn(dataDir)) {
    await disk.unlink(path).catch((thrown) => {
      if (!isNotFoundError(thrown)) throw thrown;
    });
  }
}

export const staleReason = say`the data was encrypted or decrypted since this process opened it. Start it again`;

/**
 * Returns why a process must not write any more: the data was encrypted or decrypted since it opened it, so its files would be
 * of the other kind. Costs one stat while nothing changes. `kindAtStart`: the key of new files; null: they are plain.
 */
export function createConversionWatch(dataDir: string, kindAtStart = kindOf(dataDir)): () => Sentence | null {
  const [path] = pathsIn(dataDir);
  let seen: FileIdentity | null = statOrNull(nodeDisk, path);
  let kind = kindOf(dataDir);
  return () => {
    const now = statOrNull(nodeDisk, path);
    if (now !== seen && !(now && seen && isSameFile(now, seen))) {
      seen = now;
      kind = kindOf(dataDir);
    }
    if (kind === kindAtStart) return null;
    return staleReason;
  };
}

/** The key that encrypts new files; null: they are plain. Synchronous, because it precedes every write. */
function kindOf(dataDir: string): string | null {
  for (const path of pathsIn(dataDir)) {
    const file = existsSync(path) ? parse(readFileSync(path)) : null;
    if (file) return file.state === 'decrypting' ? null : file.keyId;
  }
  return null;
}
