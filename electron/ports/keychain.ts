// Where secrets are stored: never in a plain file, a log, or the renderer.

import type { Result } from '../../shared/core/errors.ts';

export interface Keychain {
  /** Null if there is none. */
  get(account: string): Promise<Result<string | null>>;
  /** Returns where the secret was stored: the system's keychain, or memory until the process ends. */
  set(account: string, secret: string): Promise<Result<'keychain' | 'memory'>>;
  remove(account: string): Promise<Result<void>>;
  /** Returns where `get` would find it. */
  locate(account: string): Promise<'keychain' | 'memory' | 'none'>;
  /** Returns every secret this process knows, for masking. */
  knownSecrets(): string[];
}
