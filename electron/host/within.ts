// Waits for a promise with a time limit: a host asked to stop never takes longer than promised.

/** The longest that a host may take from being asked to stop until its process ends, in milliseconds. */
export const closingMs = 2000;

/** True when `work` settled within `ms`; a rejection counts as settled. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const intime = await Promise.race([settled, late]);
  clearTimeout(timer);
  return intime;
}
