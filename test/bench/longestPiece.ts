// Measures how a task spreads its work over turns of the event loop: this thread's work between two turns. Other load
// on the machine does not count.

export interface Pieces<T> {
  value: T;
  /** Milliseconds of work in the longest turn. */
  longest: number;
}

export async function longestPiece<T>(task: () => Promise<T>): Promise<Pieces<T>> {
  const clock = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1000;
  let longest = 0;
  let last = clock();
  const look = (): void => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
  };
  let going = true;
  const turn = (): void => {
    look();
    if (going) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = clock();
  setImmediate(turn);
  try {
    const value = await task();
    look();
    return { value, longest };
  } finally {
    going = false;
  }
}
