// Pending loads of the page's lazy parts, so that tests can wait for them.

/** @internal */
export const pendingLoads = new Set<Promise<unknown>>();

export function trackLoad<T>(asked: Promise<T>): Promise<T> {
  const known = asked.finally(() => pendingLoads.delete(known));
  pendingLoads.add(known);
  return known;
}
