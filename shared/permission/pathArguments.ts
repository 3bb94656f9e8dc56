// The paths that a call may concern, for refusals: words and files of a command, and files of other calls. Built once
// per decision as a tree that each refusal's pattern descends.

import { matchesSegment, pathSegments, patternSegments } from './pathPattern.ts';

/** Returns whether a refusal with this pattern matches; `maybe`: there are too many paths to check. */
export type PathsFit = (pattern: string) => 'yes' | 'maybe' | 'no';

interface NamedPath {
  below: Map<string, NamedPath>;
}

/** Maximum name comparisons per decision: a few milliseconds. A longer command is not readable for a user either. */
const maxSteps = 100_000;

export function createPathMatcher(paths: readonly string[], folder: string | null): PathsFit {
  const root: NamedPath = { below: new Map() };
  for (const path of new Set(paths)) add(root, pathSegments(path, true) ?? []);
  let left = maxSteps;

  /** Returns the nodes that one more name of the pattern reaches. */
  function next(reached: ReadonlySet<NamedPath>, name: string): Set<NamedPath> {
    const places = new Set<NamedPath>();
    for (const { below } of reached) {
      left--;
      if (!name.includes('*')) {
        const place = below.get(name);
        if (place) places.add(place);
        continue;
      }
      for (const [segment, place] of below) {
        left -= 1 + Math.floor((name.length * segment.length) / 200);
        if (left < 0) return places;
        if (matchesSegment(name, segment)) places.add(place);
      }
    }
    return places;
  }

  function withAllBelow(reached: ReadonlySet<NamedPath>): Set<NamedPath> {
    const all = new Set(reached);
    for (const { below } of all) {
      for (const place of below.values()) all.add(place);
      left -= below.size;
      if (left < 0) break;
    }
    return all;
  }

  return (pattern) => {
    const nameParts = patternSegments(pattern, { folder, broad: true });
    if (nameParts === null) return 'no';
    let reached: Set<NamedPath> = new Set(paths.length > 0 ? [root] : []);
    for (const [at, name] of nameParts.entries()) {
      if (left < 0) return 'maybe';
      const isLast = at === nameParts.length - 1;
      if (name !== '**') reached = next(reached, name);
      else if (!isLast) reached = withAllBelow(reached);
      if (reached.size === 0) break;
    }
    // A refused folder includes its contents, so reaching it is enough.
    if (reached.size > 0) return 'yes';
    return left < 0 ? 'maybe' : 'no';
  };
}

function add(root: NamedPath, names: readonly string[]): void {
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
