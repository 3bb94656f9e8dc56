// Turns encryption of the data folder on and off, and gets its key: from the system's keychain, or from the recovery code.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { encryptsDatabases } from '../files/database.ts';
import type { DataKey, Disk } from '../files/disk.ts';
import { dataKeyOf, newDataKey, readRecoveryCode, unwrapKey, wrapKey } from './dataKey.ts';
import {
  type EncryptionFile,
  readEncryptionFile,
  removeEncryptionFile,
  writeEncryptionFile,
} from './encryptionFile.ts';

/** `locked`: encrypted, and the keychain of this machine does not have the key. */
export type DataState =
  | { kind: 'plain' }
  | { kind: 'open'; key: DataKey; file: EncryptionFile }
  /** `mayOpen`: the keychain did not answer, perhaps because it asks the user first. */
  | { kind: 'locked'; mayOpen: boolean; file: EncryptionFile };

type KeyLocation = 'keychain' | 'memory';

export interface DataEncryption {
  read(): Promise<Result<DataState>>;
  /** `typed` is the recovery code, as the user typed it. Keeps the key in the keychain if there is one. */
  unlock(typed: string): Promise<Result<{ key: DataKey; keptIn: KeyLocation }>>;
  /** Creates the key. The files are encrypted by `convertData`. */
  begin(code: string, now: Date): Promise<Result<KeyLocation>>;
  /** Files are decrypted by `convertData`. */
  beginDecrypting(): Promise<Result<void>>;
  /** Call when every file is encrypted, or no file is. */
  finish(): Promise<Result<void>>;
  /** Replaces the recovery code; the old one no longer opens anything that is written from now on. */
  changeCode(code: string): Promise<Result<void>>;
}

export interface DataEncryptionDeps {
  dataDir: string;
  disk: Disk;
  keychain: Pick<Keychain, 'get' | 'set' | 'remove'>;
  /** The key, if this process has it already. */
  key?: DataKey | null;
}

const accountOf = (keyId: string): string => `data-key:${keyId}`;

export function createDataEncryption({
  dataDir,
  disk,
  keychain,
  key: ownKey = null,
}: DataEncryptionDeps): DataEncryption {
  async function fileThere(): Promise<Result<EncryptionFile>> {
    const file = await readEncryptionFile(disk, dataDir);
    if (!file.ok) return file;
    return file.value ? ok(file.value) : fail('NOT_SUPPORTED', say`The data is not encrypted.`);
  }

  async function keyOf({ keyId }: EncryptionFile): Promise<Result<DataKey | null>> {
    if (ownKey?.id.toString('hex') === keyId) return ok(ownKey);
    const stored = await keychain.get(accountOf(keyId));
    if (!stored.ok) return stored;
    const key = stored.value === null ? null : dataKeyOf(Buffer.from(stored.value, 'base64'));
    return ok(key?.id.toString('hex') === keyId ? key : null);
  }

  async function keep(key: DataKey): Promise<Result<KeyLocation>> {
    return keychain.set(accountOf(key.id.toString('hex')), key.secret.toString('base64'));
  }

  return {
    async read() {
      const file = await readEncryptionFile(disk, dataDir);
      if (!file.ok) return file;
      if (file.value === null) return ok({ kind: 'plain' });
      const key = await keyOf(file.value);
      if (key.ok && key.value) {
        const { state } = file.value;
        const opened = state === 'decrypting' ? { ...key.value, onlyReads: true as const } : key.value;
        return ok({ kind: 'open', key: opened, file: file.value });
      }
      return ok({ kind: 'locked', mayOpen: !key.ok, file: file.value });
    },

    async unlock(typed) {
      const file = await fileThere();
      if (!file.ok) return file;
      const code = readRecoveryCode(typed);
      if (!code)
        return fail('PARAMS_INVALID', say`This is not a recovery code. It has nine groups of four characters.`);
      const key = unwrapKey(file.value.wrappedKey, code);
      if (key?.id.toString('hex') !== file.value.keyId) {
        return fail('PARAMS_INVALID', say`This recovery code belongs to other data, or was replaced by a newer one.`);
      }
      const keptIn = await keep(key);
      return keptIn.ok ? ok({ key, keptIn: keptIn.value }) : keptIn;
    },

    async begin(typed, now) {
      const file = await readEncryptionFile(disk, dataDir);
      if (!file.ok) return file;
      if (file.value) return fail('NOT_SUPPORTED', say`The data is already encrypted.`);
      if (!encryptsDatabases()) {
        return fail('NOT_SUPPORTED', say`The indexes cannot be encrypted on this system, so the data stays as it is.`);
      }
      const code = readRecoveryCode(typed);
      if (!code)
        return fail('PARAMS_INVALID', say`This is not a recovery code. It has nine groups of four characters.`);
      const key = newDataKey();
      const place = await keep(key);
      if (!place.ok) return place;
      const written = await writeEncryptionFile(disk, dataDir, {
        v: 1,
        keyId: key.id.toString('hex'),
        state: 'encrypting',
        wrappedKey: wrapKey(key, code),
        createdAt: now.toISOString(),
      });
      return written.ok ? ok(place.value) : written;
    },

    async beginDecrypting() {
      const file = await fileThere();
      return file.ok ? writeEncryptionFile(disk, dataDir, { ...file.value, state: 'decrypting' }) : file;
    },

    async finish() {
      const file = await fileThere();
      if (!file.ok) return file;
      if (file.value.state !== 'decrypting') return writeEncryptionFile(disk, dataDir, { ...file.value, state: 'on' });
      await removeEncryptionFile(disk, dataDir);
      return keychain.remove(accountOf(file.value.keyId));
    },

    async changeCode(typed) {
      const file = await fileThere();
      if (!file.ok) return file;
      const code = readRecoveryCode(typed);
      const key = await keyOf(file.value);
      if (!key.ok) return key;
      if (!code || !key.value) return fail('PARAMS_INVALID', say`The key of the data is not available.`);
      return writeEncryptionFile(disk, dataDir, { ...file.value, wrappedKey: wrapKey(key.value, code) });
    },
  };
}
