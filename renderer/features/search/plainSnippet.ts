// An excerpt of Markdown as it reads: without the marks of bold, code, links and headings, and with the places in it where
// they then stand. An excerpt may begin or end in the middle of a pair, so each mark is judged by what stands beside it; what
// was looked for is never taken away. Pure.

export type Ranges = readonly (readonly [number, number])[];

const code = /(`+)([^`]*)(?:\1|$)|`+/g;

/** What is taken away: the whole of a match, or where it has groups these only. */
const marks: readonly RegExp[] = [
  // Bold and struck through: at the begin or the end of words. Not in 2**3 or src/**/*.ts.
  /(?<![\w/*~])(?:\*\*\*?|~~)(?=[^\s*/~])|(?<=[^\s*/~])(?:\*\*\*?|~~)(?![\w/*~])/g,
  // Emphasis, in pairs only.
  /(?<![\w*])(\*)(?=[^\s*])[^*\n]+?(?<=[^\s*])(\*)(?![\w*])/dg,
  /(?<!\w)(_)(?=[^\s_])[^_\n]+?(?<=[^\s_])(_)(?!\w)/dg,
  // Links and pictures.
  /(?<![\w\]])(!?\[)[^[\]\n]+(\]\([^()\s]*\))/dg,
  // Lines are joined in an excerpt: one sign alone is a heading only where it begins.
  /^(#{1,6}\s+|>\s+)|(?<=\s)(#{2,6}\s+)/dg,
];

type Cut = [from: number, to: number];

export function plainSnippet(text: string, ranges: Ranges): { text: string; ranges: [number, number][] } {
  const cuts = cutsOf(text, ranges);
  const place = (at: number): number =>
    at - cuts.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(at, to) - from), 0);
  const places = ranges.map(([from, to]): [number, number] => [place(from), place(to)]);
  // Several marks were looked for.
  if (places.some(([from, to]) => from === to)) return { text, ranges: ranges.map(([from, to]) => [from, to]) };
  let plain = '';
  let end = 0;
  for (const [from, to] of cuts) {
    plain += text.slice(end, from);
    end = to;
  }
  return { text: plain + text.slice(end), ranges: places };
}

/** What was looked for is the mark itself, or begins or ends in it. */
function meant([from, to]: readonly [number, number], cut: Cut): boolean {
  const touches = from < cut[1] && to > cut[0];
  return touches && !(from <= cut[0] && to >= cut[1] && to - from > cut[1] - cut[0]);
}

/** What goes together, as the marks around a word. */
type Pair = readonly Cut[];

function pairsOf(text: string): Pair[] {
  const pairs: Pair[] = [];
  // What stands in code is as it is: there only its own marks go.
  const outside = text.replace(code, (found, ticks: string | undefined, inner: string | undefined, at: number) => {
    const length = ticks?.length ?? found.length;
    const closed = ticks !== undefined && found.length === 2 * length + (inner?.length ?? 0);
    const end = at + found.length;
    pairs.push(
      closed
        ? [
            [at, at + length],
            [end - length, end],
          ]
        : [[at, at + length]],
    );
    return 'x'.repeat(found.length);
  });
  for (const mark of marks) {
    for (const found of outside.matchAll(mark)) {
      const groups = found.indices?.slice(1).flatMap((group): Cut[] => (group ? [group] : []));
      pairs.push(groups ?? [[found.index, found.index + found[0].length]]);
    }
  }
  return pairs;
}

/** In order, and apart from each other. */
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
