// What the tools of a conversation last saw of each file, as a hash: so that a change is refused when somebody else changed the
// file after the model had read it. It is memory only: after a restart nothing is known, and nothing is refused for it.

import { createHash } from 'node:crypto';

export interface ReadTracker {
  note(conversationId: string, realPath: string, hash: string): void;
  /** It was seen that there is none. */
  forget(conversationId: string, realPath: string): void;
  /** Undefined: not seen, or no longer remembered. */
  hashOf(conversationId: string, realPath: string): string | undefined;
}

/** Larger files are not edited; see `fileChange.ts`. */
export const maxFile = 32 * 1024 * 1024;
const maxRemembered = 20_000;

export function createReadTracker(most = maxRemembered): ReadTracker {
  const hashes = new Map<string, string>();
  const key = (conversationId: string, realPath: string): string => `${conversationId}\0${realPath}`;
  return {
    note(conversationId, realPath, hash) {
      const name = key(conversationId, realPath);
      // The one that was seen last stays longest.
      hashes.delete(name);
      hashes.set(name, hash);
      for (const oldest of hashes.keys()) {
        if (hashes.size <= most) return;
        hashes.delete(oldest);
      }
    },
    forget: (conversationId, realPath) => void hashes.delete(key(conversationId, realPath)),
    hashOf: (conversationId, realPath) => hashes.get(key(conversationId, realPath)),
  };
}

export function hashOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
