// A file named in a text, with its line as compilers, test runners and models write it: `src/a.ts`, `src/a.ts:11`,
// `src/a.ts:11:3`, `src/a.ts:11-20`, `src/a.ts#L11-L20`, `src/a.ts(11,3)`. Whether the file exists is not known here.

export interface FileReference {
  path: string;
  /** From 1; the first line of a range. */
  line?: number;
  /** From 1; only with a line. */
  column?: number;
}

/** Longest text that may name a file, and longest line that is searched for names. */
const maxLength = 400;
const maxSearched = 4000;
const maxReferences = 40;

const pathForm = String.raw`(?:(?:///)?[A-Za-z]:[\\/])?[^\s:#(){}<>|"'${'`'}*?$;,=，。、；：！？（）［］「」『』《》【】“”‘’…│❯└├─]+`;
const lineForm = String.raw`(?::(?:line )?(?<colon>\d{1,7})(?::(?<column>\d{1,7})|-\d{1,7})?|#L(?<hash>\d{1,7})(?:-L?\d{1,7})?|\((?<round>\d{1,7})(?:,(?<comma>\d{1,7}))?\))?`;
const whole = new RegExp(`^(?<path>${pathForm})${lineForm}$`, 'u');
const within = new RegExp(`(?<path>${pathForm})${lineForm}`, 'gu');
/** Python: `File "x y.py", line 3`; its path may contain blanks. */
const quoted = /\bFile "(?<path>[^"\n]{1,300})", line (?<colon>\d{1,7})/gu;

/** Null for texts that name no file, such as code, versions, flags and URLs. */
export function parseFileReference(text: string): FileReference | null {
  const groups = text.length > maxLength ? undefined : whole.exec(text)?.groups;
  const path = groups?.path;
  return path !== undefined && looksLikeFile(path) ? referenceOf(path, groups) : null;
}

/** A reference within a longer text, and its position there in UTF-16 units. */
export interface ReferenceInText extends FileReference {
  start: number;
  end: number;
}

/** Finds the files that a line of prose, output or a stack trace names, in order and without overlaps. */
export function findFileReferences(text: string): ReferenceInText[] {
  if (text.length > maxSearched || !/[./\\]/.test(text)) return [];
  const references: ReferenceInText[] = [];
  for (const match of text.matchAll(quoted)) {
    const { path = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf('"') + 1;
    references.push({ ...referenceOf(path, match.groups), start, end: start + path.length });
  }
  const named = references.length;
  for (const match of text.matchAll(within)) {
    if (references.length >= maxReferences) break;
    const place = placeIn(text, match);
    const overlaps = references
      .slice(0, named)
      .some(({ start, end }) => match.index < end && match.index + match[0].length > start);
    if (place && !overlaps) references.push(place);
  }
  return references.sort((one, other) => one.start - other.start);
}

function placeIn(text: string, match: RegExpExecArray): ReferenceInText | null {
  const groups = match.groups ?? {};
  let path = groups.path ?? '';
  let start = match.index;
  const lineMark = match[0].slice(path.length);
  const drop = (count: number): void => {
    path = path.slice(count);
    start += count;
  };
  // No more than what is looked for, since a line may have many names.
  const before = text.slice(Math.max(0, start - 6), start);
  const isAddress = /(?:^|\W)file:$/i.test(before) && path.startsWith('///');
  if (isAddress) drop(/^\/\/\/[A-Za-z]:/.test(path) ? 3 : 2);
  else if (/[\w/]:$/.test(before) && path.startsWith('//')) return null;
  else if (/^[ab]\//.test(path) && /^(?:---|\+\+\+) $/.test(before)) drop(2);
  const ascii = /[^\0-\x7f]/.test(path) ? asciiPart(path) : null;
  if (ascii && (lineMark === '' || ascii.end === path.length)) {
    path = path.slice(0, ascii.end);
    drop(ascii.start);
  }
  if (/^\[[^\]]*\]?$/.test(path)) drop(1);
  if (lineMark === '') path = path.replace(/(?<![.!])[.!]+$/, '').replace(/^([^[]*)\]$/, '$1');
  if (!looksLikeFile(path) || path.length > maxLength) return null;
  if (lineMark === '' && !/[\\/]/.test(path) && !commonEnding.test(path)) return null;
  const end = start + path.length + lineMark.length;
  return { ...referenceOf(isAddress ? decoded(path) : path, groups), start, end };
}

/** The path of a URL is percent-encoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path in text of a language without blanks, such as `请看src/a.ts文件`; null if it continues in other letters. */
function asciiPart(path: string): { start: number; end: number } | null {
  for (const match of path.matchAll(/[\0-\x7f]+/g)) {
    const end = match.index + match[0].length;
    const joins = (match.index > 0 && /^[/\\.]/.test(match[0])) || (end < path.length && /[/\\_-]$/.test(match[0]));
    if (!joins && looksLikeFile(match[0])) return { start: match.index, end };
  }
  return null;
}

/** A name without a folder or line is a file only with one of these; `console.log` is not. */
const commonEnding =
  /\.(?:[cm]?[jt]sx?|json[c5]?|md|mdx|txt|py|rs|go|java|kts?|swift|rb|php|cs|c|cc|cpp|h|hpp|m|mm|scala|sh|bash|zsh|ps1|bat|ya?ml|toml|lock|ini|cfg|conf|env|xml|html?|css|s[ac]ss|less|vue|svelte|sql|graphql|proto|csv|tsv|log|diff|patch|lua|zig|exs?|erl|hs|clj|dart|r|jl|tf|gradle|properties|gitignore|svg|ipynb)$/i;
function referenceOf(path: string, groups: Record<string, string | undefined> = {}): FileReference {
  const line = Number(groups.colon ?? groups.hash ?? groups.round ?? 0);
  const column = Number(groups.column ?? groups.comma ?? 0);
  return { path, ...(line > 0 ? { line, ...(column > 0 ? { column } : {}) } : {}) };
}

/** A folder in front, or a name with an ending: `src/Makefile`, `a.ts`, `.gitignore`; not `1.2.3`, `-rf` or `a.`. */
function looksLikeFile(path: string): boolean {
  if (/^[-+@~]|\/\/|[/\\.]$/.test(path) || /^[\d.]+$/.test(path)) return false;
  return /[/\\]/.test(path) || /\.[A-Za-z][\w-]{0,15}$/.test(path);
}
