// Runs long work in slices, so that nothing else in the process waits longer than one slice.

const sliceMs = 12;

/** Separates two long steps. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Thrown by work that was abandoned. */
export class AbandonedError extends Error {}

/**
 * Call the result often; when a slice is used up it returns a promise to await. Concurrent tasks share the slice and
 * yield together. It throws `AbandonedError` once `signal` aborts.
 */
export function createTimeSlice(ms = sliceMs, signal?: AbortSignal): () => Promise<void> | null {
  let until = performance.now() + ms;
  let pause: Promise<void> | null = null;
  return () => {
    if (signal?.aborted) throw new AbandonedError();
    if (pause) return pause;
    if (performance.now() < until) return null;
    pause = new Promise((resolve) => {
      setImmediate(() => {
        until = performance.now() + ms;
        pause = null;
        resolve();
      });
    });
    return pause;
  };
}
