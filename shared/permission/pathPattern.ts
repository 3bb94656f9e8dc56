// Patterns for paths: `*` is any run of characters but `/`, `**` any number of folders. Nothing else is special. The time
// it takes grows with the product of the two lengths, whatever they are.

export interface PathMatching {
  /** What a relative pattern is relative to. */
  folder: string | null;
  /**
   * For refusals: case, Unicode form and trailing dots do not matter, and a pattern for a folder is also about what is in it.
   * Without it only an exact fit is one.
   */
  broad: boolean;
}

export function pathFits(pattern: string, path: string, { folder, broad }: PathMatching): boolean {
  const wanted = patternSegments(pattern, { folder, broad });
  const given = segments(path, broad);
  if (wanted === null || given === null) return false;
  // reach[j]: the pattern so far fits the first j segments of the path.
  let reach = given.map(() => false);
  reach.unshift(true);
  for (const segment of wanted) {
    let open = false;
    const next = reach.map(() => false);
    reach.forEach((here, at) => {
      if (segment === '**') {
        open ||= here;
        next[at] = open;
      } else if (here && at < given.length && segmentFits(segment, given[at] as string)) next[at + 1] = true;
    });
    reach = next;
  }
  return broad ? reach.includes(true) : reach.at(-1) === true;
}

/** Null: it fits nothing. */
export function patternSegments(pattern: string, { folder, broad }: PathMatching): string[] | null {
  const absolute = isAbsolute(pattern) ? pattern : folder === null ? null : `${folder}/${pattern}`;
  return absolute === null ? null : segments(absolute, broad);
}

export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Null: it goes above where it begins, which an exact fit never does. */
export function segments(path: string, broad: boolean): string[] | null {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(path);
  const parts: string[] = [];
  for (const part of path.split(isWindows ? /[/\\]/ : '/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (!broad) return null;
      parts.pop();
    } else parts.push(broad ? sameForAll(part) : part);
  }
  return parts;
}

/** As file systems that do not tell names apart see them. */
function sameForAll(name: string): string {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[. ]+$/, '') || name
  );
}

export function segmentFits(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resume = index;
    } else if (at < pattern.length && pattern[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
