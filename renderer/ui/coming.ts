// What a page was promised and does not have yet, as the code of a part: who must see it whole can wait.

/** @internal */
export const coming = new Set<Promise<unknown>>();

export function comes<T>(asked: Promise<T>): Promise<T> {
  const known = asked.finally(() => coming.delete(known));
  coming.add(known);
  return known;
}
