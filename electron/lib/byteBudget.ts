// Limits the bytes that work in progress holds in memory at the same time, in the order in which it was requested.

export interface ByteBudget {
  /** Waits until the bytes are within the limit. More than the limit are used alone. */
  use<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createByteBudget(maxBytes: number): ByteBudget {
  const waiting: { bytes: number; start: () => void }[] = [];
  let used = 0;

  function startWaiting(): void {
    for (let next = waiting[0]; next && (used === 0 || used + next.bytes <= maxBytes); next = waiting[0]) {
      waiting.shift();
      used += next.bytes;
      next.start();
    }
  }

  return {
    async use(bytes, work) {
      await new Promise<void>((start) => {
        waiting.push({ bytes, start });
        startWaiting();
      });
      try {
        return await work();
      } finally {
        used -= bytes;
        startWaiting();
      }
    },
  };
}
