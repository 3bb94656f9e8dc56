// How long the event loop was held up at most: the work of this thread between two of its turns. The machine may do other
// things meanwhile.

/** Milliseconds of the longest piece, beside what the task gives. */
export async function longestPiece<T>(task: () => Promise<T>): Promise<{ longest: number; value: T }> {
  const worked = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1000;
  let longest = 0;
  let last = worked();
  const look = (): void => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  let going = true;
  const turn = (): void => {
    look();
    if (going) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = worked();
  setImmediate(turn);
  try {
    const value = await task();
    look();
    return { longest, value };
  } finally {
    going = false;
  }
}
