// Strips the Markdown syntax of bold, code, links and headings from an excerpt, and adjusts the match ranges. An excerpt may
// start or end within a pair, so each mark is judged by its neighbors; text that matches the query is never removed. Pure.

export type Ranges = readonly (readonly [number, number])[];

const code = /(`+)([^`]*)(?:\1|$)|`+/g;

/** Syntax to remove: the whole match, or only its groups if there are any. */
const marks: readonly RegExp[] = [
  // Bold and strikethrough, at word boundaries only. Not in 2**3 or src/**/*.ts.
  /(?<![\w/*~])(?:\*\*\*?|~~)(?=[^\s*/~])|(?<=[^\s*/~])(?:\*\*\*?|~~)(?![\w/*~])/g,
  // Emphasis, in pairs only.
  /(?<![\w*])(\*)(?=[^\s*])[^*\n]+?(?<=[^\s*])(\*)(?![\w*])/dg,
  /(?<!\w)(_)(?=[^\s_])[^_\n]+?(?<=[^\s_])(_)(?!\w)/dg,
  // Links and images.
  /(?<![\w\]])(!?\[)[^[\]\n]+(\]\([^()\s]*\))/dg,
  // Excerpts join lines: a single sign marks a heading only at the start.
  /^(#{1,6}\s+|>\s+)|(?<=\s)(#{2,6}\s+)/dg,
];

type Cut = [from: number, to: number];

export function plainSnippet(text: string, ranges: Ranges): { text: string; ranges: [number, number][] } {
  const cuts = cutsOf(text, ranges);
  const place = (at: number): number =>
    at - cuts.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(at, to) - from), 0);
  const places = ranges.map(([from, to]): [number, number] => [place(from), place(to)]);
  // The query consists of several marks.
  if (places.some(([from, to]) => from === to)) return { text, ranges: ranges.map(([from, to]) => [from, to]) };
  let plain = '';
  let end = 0;
  for (const [from, to] of cuts) {
    plain += text.slice(end, from);
    end = to;
  }
  return { text: plain + text.slice(end), ranges: places };
}

/** True if the query matches the mark itself, or starts or ends within it. */
function meant([from, to]: readonly [number, number], cut: Cut): boolean {
  const touches = from < cut[1] && to > cut[0];
  return touches && !(from <= cut[0] && to >= cut[1] && to - from > cut[1] - cut[0]);
}

/** Marks that belong together, such as those around a word. */
type Pair = readonly Cut[];

function pairsOf(text: string): Pair[] {
  const pairs: Pair[] = [];
  // Code is verbatim: only its own marks are removed.
  const outside = text.replace(code, (match, ticks: string | undefined, inner: string | undefined, at: number) => {
    const length = ticks?.length ?? match.length;
    const closed = ticks !== undefined && match.length === 2 * length + (inner?.length ?? 0);
    const end = at + match.length;
    pairs.push(
      closed
        ? [
            [at, at + length],
            [end - length, end],
          ]
        : [[at, at + length]],
    );
    return 'x'.repeat(match.length);
  });
  for (const mark of marks) {
    for (const match of outside.matchAll(mark)) {
      const groups = match.indices?.slice(1).flatMap((group): Cut[] => (group ? [group] : []));
      pairs.push(groups ?? [[match.index, match.index + match[0].length]]);
    }
  }
  return pairs;
}

/** Sorted and disjoint. */
function cutsOf(text: string, ranges: Ranges): Cut[] {
  const cuts = pairsOf(text)
    .filter((pair) => !pair.some((cut) => ranges.some((range) => meant(range, cut))))
    .flat()
    .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  let end = 0;
  return cuts.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
