// Follows open sessions while their apps write them, rereading on change. After a slow read, waits three times as long.

export interface SessionFollower {
  /** Returns a function that stops following. */
  start(conversationId: string): () => void;
  close(): void;
}

export interface FollowingDeps {
  /** The stamp last read. */
  savedStamp(conversationId: string): Promise<string | null>;
  /** The current stamp; null if gone or unknown. */
  currentStamp(conversationId: string): Promise<string | null>;
  read(conversationId: string): Promise<string | null>;
}

const lookEveryMs = 700;

export function createSessionFollower({ savedStamp, currentStamp: look, read }: FollowingDeps): SessionFollower {
  const followed = new Map<string, { by: number; stamp: string | null; notBefore: number }>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function later(): void {
    if (closed || timer || followed.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      void lookAtAll().finally(later);
    }, lookEveryMs).unref();
  }

  async function lookAtAll(): Promise<void> {
    for (const [conversationId, one] of followed) {
      const now = await look(conversationId);
      one.stamp ??= await savedStamp(conversationId);
      if (now === null || now === one.stamp || performance.now() < one.notBefore) continue;
      const startedAt = performance.now();
      one.stamp = (await read(conversationId)) ?? now;
      const end = performance.now();
      one.notBefore = end + 3 * (end - startedAt);
    }
  }

  return {
    start(conversationId) {
      const one = followed.get(conversationId) ?? { by: 0, stamp: null, notBefore: 0 };
      one.by++;
      followed.set(conversationId, one);
      later();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        one.by--;
        if (one.by === 0) followed.delete(conversationId);
      };
    },
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      followed.clear();
    },
  };
}
