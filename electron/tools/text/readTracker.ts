// Remembers a hash of each file as a conversation's tools last saw it, so that a change is refused if someone else
// modified the file since. In memory only: after a restart nothing is refused.

export interface ReadTracker {
  note(conversationId: string, realPath: string, hash: string): void;
  /** Records that the file does not exist. */
  forget(conversationId: string, realPath: string): void;
  /** Undefined if not seen, or evicted. */
  hashOf(conversationId: string, realPath: string): string | undefined;
}

/** Larger files cannot be edited; see `fileChange.ts`. */
export const maxFile = 32 * 1024 * 1024;
const maxRemembered = 20_000;

export function createReadTracker(max = maxRemembered): ReadTracker {
  const hashes = new Map<string, string>();
  const key = (conversationId: string, realPath: string): string => `${conversationId}\0${realPath}`;
  return {
    note(conversationId, realPath, hash) {
      const name = key(conversationId, realPath);
      // Keep the most recently seen one longest.
      hashes.delete(name);
      hashes.set(name, hash);
      for (const oldest of hashes.keys()) {
        if (hashes.size <= max) return;
        hashes.delete(oldest);
      }
    },
    forget: (conversationId, realPath) => void hashes.delete(key(conversationId, realPath)),
    hashOf: (conversationId, realPath) => hashes.get(key(conversationId, realPath)),
  };
}
