// Pending loads of the page's lazy parts, so that tests can wait for them.

/** @internal */
export const coming = new Set<Promise<unknown>>();

export function comes<T>(asked: Promise<T>): Promise<T> {
  const known = asked.finally(() => coming.delete(known));
  coming.add(known);
  return known;
}
