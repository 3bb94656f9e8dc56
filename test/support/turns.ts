// How a task shares the event loop, counted instead of timed, so that it is the same on every machine. Long work looks at the
// clock after each step (electron/lib/cooperativeYield.ts). While it is counted, that clock moves on by one millisecond with
// each look and stands still otherwise: a step is a look, and others had their turn as often as they would have had it if each
// step took a millisecond.

export interface Turns<T> {
  value: T;
  /** Steps of the whole task. */
  steps: number;
  /** The most steps between two turns of the event loop: as many milliseconds as others would have waited. */
  longest: number;
}

/** The most steps that others may have to wait for, as many as milliseconds that nobody notices. */
export const maxStepsInOnePiece = 50;

/** `stepMs`: how far a step moves the clock, for tasks that also end at a time. */
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
