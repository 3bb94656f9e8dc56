// The key of encrypted data, for a command: from the keychain, THROUGHLINE_RECOVERY_CODE, or a question.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { DataKey } from '../../stores/files/disk.ts';

const maxTries = 3;

interface DataKeyRequest {
  dataDir: string;
  env: Record<string, string | undefined>;
  /** Null: there is no user to ask, or they gave up. */
  ask(question: string): Promise<string | null>;
  err(text: string): void;
}

/** Null: the data is not encrypted. */
export async function dataKeyFor(request: DataKeyRequest): Promise<Result<DataKey | null>> {
  const { dataDir, env, ask, err } = request;
  // Nearly always plain, and then nothing else is loaded.
  if (!existsSync(join(dataDir, 'encryption.json')) && !existsSync(join(dataDir, 'projects', 'encryption.json'))) {
    return ok(null);
  }
  const { createDataEncryption } = await import('../../stores/encryption/dataEncryption.ts');
  const { createKeychain } = await import('../../stores/keychain.ts');
  const { nodeDisk } = await import('../../stores/files/disk.ts');
  const encryption = createDataEncryption({
    dataDir,
    disk: nodeDisk,
    keychain: createKeychain({ service: 'throughline' }),
  });
  const state = await encryption.read();
  if (!state.ok) return state;
  if (state.value.kind === 'plain') return ok(null);
  if (state.value.kind === 'open') return ok(state.value.key);
  const fromEnvironment = env.THROUGHLINE_RECOVERY_CODE;
  if (fromEnvironment) {
    const unlocked = await encryption.unlock(fromEnvironment);
    return unlocked.ok ? ok(unlocked.value.key) : unlocked;
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const typed = await ask('Your data is encrypted, and its key is not in this machine’s keychain.\nRecovery code:');
    if (typed === null || typed.trim() === '') break;
    const unlocked = await encryption.unlock(typed);
    if (unlocked.ok) return ok(unlocked.value.key);
    err(`${unlocked.error.message}\n`);
  }
  return fail(
    'DATA_LOCKED',
    say`Your data is encrypted, and its key is not in this machine’s keychain. Run a command in a terminal to enter the recovery code, or set THROUGHLINE_RECOVERY_CODE.`,
  );
}
