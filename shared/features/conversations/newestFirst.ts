// The order of conversations in every list.

/** Compares by the time of the last change. All times are in one format, so they compare as text. */
export function newestFirst(a: { updatedAt: string }, b: { updatedAt: string }): number {
  if (a.updatedAt === b.updatedAt) return 0;
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
