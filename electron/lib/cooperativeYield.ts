// Runs long work in slices, so that nothing else in the process waits longer than one slice.

const sliceMs = 12;

/** Between two long steps, so that they are not one. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Thrown by work that nobody wants any more. */
export class AbandonedError extends Error {}

/**
 * Call the result often; now and then it is a promise, which must be awaited, and the event loop has its turn. Several that
 * work side by side share the slice: they wait for the same turn, and go on in it together. It throws `GivenUp` once `signal`
 * aborted.
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
