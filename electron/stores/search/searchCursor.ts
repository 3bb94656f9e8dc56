// Where an answer ended, so that the next begins there: a short text that a client hands back. Pure.

export type SearchCursor =
  /** Titles, from the nth on. */
  | { phase: 'titles'; from: number }
  /** Docs up to this one, without the first `skip` hits in it. */
  | { phase: 'docs'; from: number; skip: number };

/** `generation`: of the index that it belongs to. */
export function writeCursor(generation: string, cursor: SearchCursor): string {
  return cursor.phase === 'titles' ? `${generation}.t.${cursor.from}` : `${generation}.d.${cursor.from}.${cursor.skip}`;
}

/** Null when it is none, or of an index that is no longer there. */
export function readCursor(generation: string, text: string): SearchCursor | null {
  const [, owner, phase, from, skip] = /^([\w-]+)\.([td])\.(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (owner !== generation) return null;
  return phase === 't'
    ? { phase: 'titles', from: Number(from) }
    : { phase: 'docs', from: Number(from), skip: Number(skip ?? 0) };
}
