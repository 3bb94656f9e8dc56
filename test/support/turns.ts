// How a task shares the event loop, counted instead of timed, so that it is the same on every machine. Long tasks check
// the clock after each step (electron/lib/cooperativeYield.ts). While counting, each check advances that clock by one
// millisecond, and nothing else does: a step is a check, and others get their turn as often as if each step took a
// millisecond.

export interface Turns<T> {
  value: T;
  /** Steps of the whole task. */
  steps: number;
  /** The most steps between two turns of the event loop: equal to the milliseconds that others would have waited. */
  longest: number;
}

/** Maximum steps that others may wait: as many as milliseconds that nobody notices. */
export const maxStepsInOnePiece = 50;

/** `stepMs`: how far a step advances the clock, for tasks that also have a time limit. */
export async function countTurns<T>(task: () => Promise<T>, stepMs = 1): Promise<Turns<T>> {
  let steps = 0;
  let last = 0;
  let longest = 0;
  let isGoing = true;
  const look = (): void => {
    longest = Math.max(longest, steps - last);
    last = steps;
  };
  const turn = (): void => {
    look();
    if (isGoing) setImmediate(turn);
  };
  const began = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  performance.now = () => began + ++steps * stepMs;
  setImmediate(turn);
  try {
    const value = await task();
    look();
    return { value, steps, longest: longest * stepMs };
  } finally {
    isGoing = false;
    Reflect.deleteProperty(performance, 'now');
  }
}
