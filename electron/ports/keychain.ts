// Where secrets live: never in a plain file, a log, or the renderer.

import type { Result } from '../../shared/core/errors.ts';

export interface Keychain {
  /** Null when there is none. */
  get(account: string): Promise<Result<string | null>>;
  /** Says where the secret went: the system's keychain, or memory until the process ends. */
  set(account: string, secret: string): Promise<Result<'keychain' | 'memory'>>;
  remove(account: string): Promise<Result<void>>;
  /** Where `get` would find it. */
  locate(account: string): Promise<'keychain' | 'memory' | 'none'>;
  /** Every secret this process knows, for masking. */
  known(): string[];
}
