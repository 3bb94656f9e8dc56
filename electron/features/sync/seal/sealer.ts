// Seals the objects that sync stores, so that the store sees sizes and times only, and opens those of other devices.

import type { Result } from '../../../../shared/core/errors.ts';

export interface Sealer {
  /** This device's ID. */
  readonly device: string;
  /** Encrypts and signs; binds the bytes to this device and this object's name. */
  seal(name: string, body: Uint8Array): Promise<Uint8Array>;
  /**
   * Verifies that a device of this space sealed the bytes for this name. Fails by cause: another key, truncated, changed, sealed for
   * another name or by another device, or by one that was revoked.
   */
  open(device: string, name: string, bytes: Uint8Array): Promise<Result<Uint8Array>>;
  /** A name that hides an ID or hash from the store: the same on each device of the space. */
  hiddenName(kind: 'conversation' | 'file', id: string): string;
}
