// How a task spreads its work over the turns of the event loop: the work of this thread between two of them. The machine may do
// other things meanwhile.

export interface Pieces<T> {
  value: T;
  /** Milliseconds of the longest piece. For the bench: tests look at the share, which is the same on every machine. */
  longest: number;
  /**
   * The part of all the work that the longest piece was: 1 where nothing else could run until the task was done. 0 where the
   * piece was too short to be noticed: of a small task it may be all.
   */
  share: number;
  /** Milliseconds of work. */
  worked: number;
  /** How often the event loop had a turn. */
  turns: number;
}

/** What a task in pieces does at most in one of them. One that is not in pieces does nearly everything. */
export const shareOfPieces = 0.5;

/** Milliseconds of work that nobody notices. */
const unnoticedMs = 50;

/** The same for a process of its own, in milliseconds of work. */
export function isInOnePiece(longestMs: number, workedMs: number): boolean {
  return longestMs > unnoticedMs && longestMs > workedMs * shareOfPieces;
}

export async function longestPiece<T>(task: () => Promise<T>): Promise<Pieces<T>> {
  const clock = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1000;
  let longest = 0;
  let turns = 0;
  let last = clock();
  const look = (): void => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
    turns++;
  };
  let going = true;
  const turn = (): void => {
    look();
    if (going) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  const begun = clock();
  last = begun;
  setImmediate(turn);
  try {
    const value = await task();
    look();
    const worked = last - begun;
    return { value, longest, share: longest > unnoticedMs ? longest / worked : 0, worked, turns };
  } finally {
    going = false;
  }
}
