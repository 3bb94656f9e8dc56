// Exact text replacement, whatever the line endings: a model's `
// ` also matches `\r
// `, and a lone `\r` if nothing else matches. Inserted text takes the local line endings. Everything else stays
// unchanged. Pure.

export type Replacement =
  | { kind: 'replaced'; text: string; count: number }
  | { kind: 'none' }
  /** `lines` are the starts of all matches, from 1. */
  | { kind: 'several'; lines: number[] };

export function replaceText(text: string, oldText: string, newText: string, all: boolean): Replacement {
  let flat = convertCrlfToLf(text);
  let searched = convertCrlfToLf(oldText);
  let places = placesOf(flat, searched);
  if (places.length === 0) {
    [flat, searched] = [withLineFeeds(text), withLineFeeds(oldText)];
    places = placesOf(flat, searched);
  }
  if (places.length === 0) return { kind: 'none' };
  if (places.length > 1 && !all) return { kind: 'several', lines: places.map((at) => lineAt(flat, at)) };

  const original = originalOffsets(text, flat, places, searched.length);
  const usual = dominantEnding(text);
  let result = '';
  let from = 0;
  for (const { start, end } of original) {
    const ending = endingOf(text.slice(start, end)) ?? usual;
    result += text.slice(from, start) + convertCrlfToLf(newText).replaceAll('\n', ending);
    from = end;
  }
  return { kind: 'replaced', text: result + text.slice(from), count: places.length };
}

export function convertCrlfToLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * Converts every line break to `
 * `.
 */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function placesOf(text: string, searched: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) places.push(at);
  return places;
}

/** Maps offsets in the text without carriage returns to the original. */
function originalOffsets(text: string, flat: string, places: readonly number[], length: number) {
  if (text.length === flat.length) return places.map((start) => ({ start, end: start + length }));
  const toOriginal = offsetMapper(text);
  return places.map((start) => ({ start: toOriginal(start), end: toOriginal(start + length) }));
}

/**
 * Maps increasing offsets in a single pass. An offset at `\r
 * ` maps to before the carriage return.
 */
function offsetMapper(text: string): (flatOffset: number) => number {
  let dropped = 0;
  let nextReturn = text.indexOf('\r\n');
  return (flatOffset) => {
    while (nextReturn !== -1 && nextReturn - dropped < flatOffset) {
      dropped++;
      nextReturn = text.indexOf('\r\n', nextReturn + 2);
    }
    return flatOffset + dropped;
  };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

type Ending = '\n' | '\r\n' | '\r';

export type EndingCounts = Record<Ending, number>;

/** Counts each kind of line ending. */
export function countEndings(text: string): EndingCounts {
  const count = (ending: string): number => text.split(ending).length - 1;
  const both = count('\r\n');
  return { '\n': count('\n') - both, '\r\n': both, '\r': count('\r') - both };
}

/** The common line ending of `text`; null if it has none or several. */
function endingOf(text: string): Ending | null {
  const counts = endingsByCount(text);
  return counts.length === 1 ? (counts[0] as Ending) : null;
}

/**
 * The most frequent line ending. A lone `\r` counts only in a text without any `
 * `; elsewhere it is rarely a line break.
 */
export function dominantEnding(text: string): Ending {
  return endingsByCount(text)[0] ?? '\n';
}

function endingsByCount(text: string): Ending[] {
  const counts = countEndings(text);
  const endings = (['\n', '\r\n'] as const).filter((ending) => counts[ending] > 0);
  if (endings.length === 0) return counts['\r'] > 0 ? ['\r'] : [];
  return endings.sort((a, b) => counts[b] - counts[a]);
}
