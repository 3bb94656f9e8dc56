// Waits for a promise with a timeout, so that hosts stop on time.

/** Maximum time from a stop request until the process ends, in ms. */
export const closingMs = 2000;

/** Returns true if `work` settled within `ms`; a rejection counts as settled. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const intime = await Promise.race([settled, timedOut]);
  clearTimeout(timer);
  return intime;
}
