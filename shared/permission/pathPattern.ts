// Path patterns: `*` is any run of characters except `/`, `**` any number of folders. Nothing else is special. Time is
// at most proportional to the product of both lengths.

export interface PathMatching {
  /** Base of a relative pattern. */
  folder: string | null;
  /**
   * For refusals: ignores case, Unicode form and trailing dots, and a folder's pattern covers its contents. Otherwise
   * only exact matches count.
   */
  broad: boolean;
}

export function matchesPath(pattern: string, path: string, { folder, broad }: PathMatching): boolean {
  const patternParts = patternSegments(pattern, { folder, broad });
  const pathParts = pathSegments(path, broad);
  if (patternParts === null || pathParts === null) return false;
  // reach[j]: the pattern so far matches the first j segments of the path.
  let reach = pathParts.map(() => false);
  reach.unshift(true);
  for (const segment of patternParts) {
    let open = false;
    const next = reach.map(() => false);
    reach.forEach((here, at) => {
      if (segment === '**') {
        open ||= here;
        next[at] = open;
      } else if (here && at < pathParts.length && matchesSegment(segment, pathParts[at] as string)) next[at + 1] = true;
    });
    reach = next;
  }
  return broad ? reach.includes(true) : reach.at(-1) === true;
}

/** Null: it matches nothing. */
export function patternSegments(pattern: string, { folder, broad }: PathMatching): string[] | null {
  const absolute = isAbsolute(pattern) ? pattern : folder === null ? null : `${folder}/${pattern}`;
  return absolute === null ? null : pathSegments(absolute, broad);
}

export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Null: it leaves its base upwards, which an exact match never does. */
export function pathSegments(path: string, broad: boolean): string[] | null {
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

/** Normalizes a name as case-insensitive file systems do. */
function sameForAll(name: string): string {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[. ]+$/, '') || name
  );
}

export function matchesSegment(pattern: string, text: string): boolean {
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
