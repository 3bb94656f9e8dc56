// The places that a call may be about, for refusals: words and files of a command, and the files of other calls. They are
// taken apart once for a decision, however many refusals there are; a pattern then goes down their tree.

import { patternSegments, segmentFits, segments } from './pathPattern.ts';

/** Whether a refusal of this pattern is about one of them; `maybe`: there are too many of them to be looked at. */
export type PathsFit = (pattern: string) => 'yes' | 'maybe' | 'no';

interface Place {
  below: Map<string, Place>;
}

/** Comparisons of names in one decision, which takes some milliseconds. Beyond them nobody reads the command either. */
const maxSteps = 100_000;

export function namedPlaces(paths: readonly string[], folder: string | null): PathsFit {
  const root: Place = { below: new Map() };
  for (const path of new Set(paths)) add(root, segments(path, true) ?? []);
  let left = maxSteps;

  /** The places that are reached by one more name of a pattern. */
  function next(reached: ReadonlySet<Place>, name: string): Set<Place> {
    const found = new Set<Place>();
    for (const { below } of reached) {
      left--;
      if (!name.includes('*')) {
        const place = below.get(name);
        if (place) found.add(place);
        continue;
      }
      for (const [given, place] of below) {
        left -= 1 + Math.floor((name.length * given.length) / 200);
        if (left < 0) return found;
        if (segmentFits(name, given)) found.add(place);
      }
    }
    return found;
  }

  function withAllBelow(reached: ReadonlySet<Place>): Set<Place> {
    const all = new Set(reached);
    for (const { below } of all) {
      for (const place of below.values()) all.add(place);
      left -= below.size;
      if (left < 0) break;
    }
    return all;
  }

  return (pattern) => {
    const wanted = patternSegments(pattern, { folder, broad: true });
    if (wanted === null) return 'no';
    let reached: Set<Place> = new Set(paths.length > 0 ? [root] : []);
    for (const [at, name] of wanted.entries()) {
      if (left < 0) return 'maybe';
      const isLast = at === wanted.length - 1;
      if (name !== '**') reached = next(reached, name);
      else if (!isLast) reached = withAllBelow(reached);
      if (reached.size === 0) break;
    }
    // What is in a folder that is refused is too: it is enough to come to it.
    if (reached.size > 0) return 'yes';
    return left < 0 ? 'maybe' : 'no';
  };
}

function add(root: Place, names: readonly string[]): void {
  let at = root;
  for (const name of names) {
    let place = at.below.get(name);
    if (!place) {
      place = { below: new Map() };
      at.below.set(name, place);
    }
    at = place;
  }
}
