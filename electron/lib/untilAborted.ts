// Waiting that ends when a person stops it; the work itself continues.

/** Null when the signal aborted first. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: over.signal });
  });
  return Promise.race([promise, aborted]).finally(() => over.abort());
}
