// Long work in slices, so that nothing else in the process waits longer than a slice.

const sliceMs = 12;

/** Between two long steps, so that they are not one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Call the result often; now and then it is a promise, which must be awaited, and the event loop has its turn. */
export function createTimeSlice(ms = sliceMs): () => Promise<void> | null {
  let until = performance.now() + ms;
  return () => {
    if (performance.now() < until) return null;
    return new Promise((resolve) => {
      setImmediate(() => {
        until = performance.now() + ms;
        resolve();
      });
    });
  };
}
