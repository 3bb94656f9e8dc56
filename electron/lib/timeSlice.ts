// Long work in slices, so that nothing else in the process waits longer than a slice.

const sliceMs = 12;

/** Between two long steps, so that they are not one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/**
 * Call the result often; now and then it is a promise, which must be awaited, and the event loop has its turn. Several that
 * work side by side share the slice: they wait for the same turn, and go on in it together.
 */
export function createTimeSlice(ms = sliceMs): () => Promise<void> | null {
  let until = performance.now() + ms;
  let pause: Promise<void> | null = null;
  return () => {
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
