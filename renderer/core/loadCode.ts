// Loads code lazily so that a failed load can be repeated. Browsers other than Chromium 156 and later never fetch a module
// again that could not be fetched once (https://github.com/whatwg/html/issues/6768), so nothing is requested while the
// host is away. And a module whose top-level `await` rejected fails for the life of the page in every browser. So what a
// module awaits never rejects: it stays pending until the next attempt, and only the loads in progress reject.

/** Loads in progress, so that tests can wait for them. @internal */
export const pendingLoads = new Set<Promise<unknown>>();

/** Loads that a module awaits and that failed: each call repeats one. */
const failedLoads = new Set<() => void>();
const onFailure = new Set<(reason: unknown) => void>();
let attempts = 0;
let isHostAway = false;

/** Call when the connection to the host is lost, and when it is back. */
export function setHostAway(isAway: boolean): void {
  isHostAway = isAway;
}

/** Code is not loaded then. The host may already answer while the connection is not open yet. */
export function hostIsAway(): boolean {
  return isHostAway;
}

export function trackLoad<T>(loading: Promise<T>): Promise<T> {
  const tracked = loading.finally(() => pendingLoads.delete(tracked));
  pendingLoads.add(tracked);
  return tracked;
}

/** For top-level `await`. Never rejects; each call of `loadCode` repeats a failed load. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const attempt = attempts;
    try {
      return await load();
    } catch (reason) {
      // Someone has asked again since: the failure is out of date.
      if (attempt < attempts) continue;
      const repeated = new Promise<void>((repeat) => failedLoads.add(repeat));
      for (const report of onFailure) report(reason);
      await repeated;
    }
  }
}

/** Rejects if the code, or something that one of its modules awaits, cannot be loaded. Calling again retries. */
export async function loadCode<T>(from: () => Promise<T>): Promise<T> {
  if (isHostAway) throw new Error('The code cannot be loaded while the host is away.');
  attempts++;
  for (const repeat of failedLoads) repeat();
  failedLoads.clear();
  const { promise: failure, reject } = Promise.withResolvers<never>();
  onFailure.add(reject);
  try {
    return await Promise.race([from(), failure]);
  } finally {
    onFailure.delete(reject);
  }
}

/** For code that nothing waits for: after a failure, tries again with each new connection. Returns a function that stops. */
export function loadInBackground<T>(
  from: () => Promise<T>,
  onConnected: (listener: () => void) => () => void,
  use: (code: T) => void,
): () => void {
  let isOver = false;
  const attempt = (): void =>
    void loadCode(from).then(
      (code) => {
        if (isOver) return;
        stop();
        use(code);
      },
      () => {},
    );
  const forget = onConnected(attempt);
  const stop = (): void => {
    isOver = true;
    forget();
  };
  attempt();
  return stop;
}
