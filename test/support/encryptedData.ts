import type { Keychain } from '../../electron/ports/keychain.ts';
import { convertData } from '../../electron/stores/encryption/convertData.ts';
import { createDataEncryption } from '../../electron/stores/encryption/dataEncryption.ts';
import { newRecoveryCode } from '../../electron/stores/encryption/dataKey.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { ok } from '../../shared/core/errors.ts';
import { okValue } from './result.ts';

/** A keychain that keeps secrets like the system's, as long as the test runs. */
export function fakeKeychain(secrets = new Map<string, string>()): Keychain & { secrets: Map<string, string> } {
  return {
    secrets,
    get: async (account) => ok(secrets.get(account) ?? null),
    async set(account, secret) {
      secrets.set(account, secret);
      return ok('keychain');
    },
    async remove(account) {
      secrets.delete(account);
      return ok(undefined);
    },
    locate: async (account) => (secrets.has(account) ? 'keychain' : 'none'),
    knownSecrets: () => [],
  };
}

/** Encrypts a data folder that no process has open. Returns the recovery code. */
export async function encryptData(dataDir: string): Promise<string> {
  const encryption = createDataEncryption({ dataDir, disk: nodeDisk, keychain: fakeKeychain() });
  const code = newRecoveryCode();
  okValue(await encryption.begin(code, new Date()));
  const state = okValue(await encryption.read());
  if (state.kind !== 'open') throw new Error(`The data is ${state.kind}.`);
  const { left } = await convertData({ dataDir, disk: nodeDisk, key: state.key, to: 'encrypted' });
  if (left.length > 0) throw new Error(`${left.length} files were not encrypted.`);
  okValue(await encryption.finish());
  return code;
}
