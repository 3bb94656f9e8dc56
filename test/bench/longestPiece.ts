// How a task spreads its work over the turns of the event loop: the work of this thread between two of them. The machine may do
// other things meanwhile.

export interface Pieces<T> {
  value: T;
  /** Milliseconds of work of the longest piece. */
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
