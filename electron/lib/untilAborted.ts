// Waits until an abort; the work itself continues.

/** Null if the signal aborted first. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: over.signal });
  });
  return Promise.race([promise, aborted]).finally(() => over.abort());
}
