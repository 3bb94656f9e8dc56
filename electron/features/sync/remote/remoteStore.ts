// Where sync keeps its objects: an S3 bucket, a WebDAV folder, or a folder that another app syncs. The store is not trusted: it may
// fail, delay, forget, answer twice, or return old bytes. Nothing here relies on locks, conditional writes or its clock.

import type { Result } from '../../../../shared/core/errors.ts';

/** An object or folder, directly inside the listed folder. */
export interface RemoteEntry {
  /** Last part of its name. */
  name: string;
  kind: 'object' | 'folder';
  /** Size in bytes; 0 for a folder. */
  bytes: number;
}

/**
 * Names are parts of `[0-9a-z._-]`, separated by `/`, at most 512 characters. Every call can be repeated: writing the same object twice
 * or removing a missing one succeeds. Failures after retries are errors, never exceptions.
 */
export interface RemoteStore {
  /** Entries by name, in order. Empty if the folder does not exist. `after`: only names greater than this. */
  list(folder: string, options: { after?: string; signal: AbortSignal }): Promise<Result<RemoteEntry[]>>;
  /** Null if there is no such object. */
  get(name: string, signal: AbortSignal): Promise<Result<Uint8Array | null>>;
  /** Creates or replaces the object; folders appear as needed. A reader never sees half of it. */
  put(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<Result<void>>;
  remove(name: string, signal: AbortSignal): Promise<Result<void>>;
}
