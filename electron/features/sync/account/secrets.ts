// The secrets of sync in the keychain.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Keychain } from '../../../ports/keychain.ts';
import type { StoreCredentials } from '../remote/storeConfig.ts';

export interface SyncSecrets {
  seed: Uint8Array;
  deviceSecret: Uint8Array;
  credentials: StoreCredentials;
}

const parts = ['seed', 'device', 'user', 'secret'] as const;

function accountOf(id: string, part: (typeof parts)[number]): string {
  return `sync-${id}-${part}`;
}

/** Fails without a trace where the keychain would forget them. */
export async function storeSecrets(keychain: Keychain, id: string, secrets: SyncSecrets): Promise<Result<void>> {
  const { seed, deviceSecret, credentials } = secrets;
  const values = {
    seed: Buffer.from(seed).toString('base64'),
    device: Buffer.from(deviceSecret).toString('base64'),
    ...credentials,
  };
  for (const part of parts) {
    if (values[part] === '') continue;
    const stored = await keychain.set(accountOf(id, part), values[part]);
    if (stored.ok && stored.value === 'keychain') continue;
    await forgetSecrets(keychain, id);
    if (!stored.ok) return stored;
    return fail(
      'NOT_SUPPORTED',
      say`This machine has no keychain, so the keys of sync would be lost when the app closes. Nothing was set up.`,
    );
  }
  return ok(undefined);
}

export async function readSecrets(keychain: Keychain, id: string): Promise<Result<SyncSecrets>> {
  const values: Partial<Record<(typeof parts)[number], string>> = {};
  for (const part of parts) {
    const read = await keychain.get(accountOf(id, part));
    if (!read.ok) return read;
    values[part] = read.value ?? '';
  }
  const { seed = '', device = '', user = '', secret = '' } = values;
  if (seed === '' || device === '') {
    return fail(
      'NOT_SUPPORTED',
      say`The keychain does not have the keys of sync. Unlock it, or leave with “throughline sync leave --here” and join again.`,
    );
  }
  return ok({
    seed: new Uint8Array(Buffer.from(seed, 'base64')),
    deviceSecret: new Uint8Array(Buffer.from(device, 'base64')),
    credentials: { user, secret },
  });
}

export async function forgetSecrets(keychain: Keychain, id: string): Promise<void> {
  for (const part of parts) await keychain.remove(accountOf(id, part));
}
