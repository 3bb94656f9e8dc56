// Scripts of sed, awk and jq that only print, as far as a simple reading tells. Everything in them must be known: whatever is
// not may run a program, write a file or show the environment.

export function isPlainScript(language: 'sed' | 'awk' | 'jq', script: string): boolean {
  if (language === 'sed') return isPlainSed(script);
  const bare = script.replace(/"(?:[^"\\\n]|\\[^\n])*"/g, ' 0 ');
  if (language === 'awk') {
    return /^(?:[\w\s$.,;(){}=!<+*&%?:-]|\|\|)*$/.test(bare) && namesIn(bare, awkNames);
  }
  // What is computed in a text of jq would be out of sight.
  if (/\\\(/.test(script)) return false;
  const known = /^[\w\s$.,;(){}[\]=!<>+*&|%?:/-]*$/.test(bare);
  return known && namesIn(bare.replace(jqField, '.').replace(jqKey, ''), jqNames);
}

/** Not behind a number or another dot, to which the dot would belong. */
const jqField = /(?<!\.|(?<!\w)\d+)\.[A-Za-z_]\w*/g;
/** In braces and nothing else: in brackets it would be computed. */
const jqKey = /(?<=\{(?:[^{}[\]()]*,)?\s*)[A-Za-z_]\w*(?=\s*:)/g;

const awkNames = new Set(
  `BEGIN END NR NF FS OFS RS ORS FNR FILENAME print printf if else for while in next exit length substr index split int toupper
   tolower sprintf match sum count i n s a x max min avg total key line`.split(/\s+/),
);
const jqNames = new Set(
  `length keys keys_unsorted values map map_values select sort sort_by group_by unique unique_by to_entries from_entries
   with_entries has contains inside startswith endswith test split join ascii_downcase ascii_upcase tostring tonumber type add any all
   first last range flatten reverse min max min_by max_by not empty if then elif else end and or null true false del paths`.split(
    /\s+/,
  ),
);

function namesIn(script: string, known: ReadonlySet<string>): boolean {
  return (script.match(/[A-Za-z_]\w*/g) ?? []).every((name) => known.has(name));
}

const line = /\d+(?:~\d+)?|\$/y;
const plainCommand = /[ \t]*!?[ \t]*(?:[pdqgGhHxnNDP=]|[sy])/y;
const flags = /[gIip\d]*/y;
const delimiters = '/|#,:@!%_~+';
const brackets = /\[\^?(?:\]|(?!\]))(?:\[:[a-z]+:\]|[^\][\\\n])*\]/y;

/** Lines, patterns, and replacements that only print: `10,20p`, `/a/d`, `s/a/b/g; s|c|d|`. */
function isPlainSed(script: string): boolean {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    const text = takenAt(script, at, pattern);
    at += text?.length ?? 0;
    return text;
  };
  const takeAddress = (): boolean => {
    const end = script.charAt(at) === '/' ? textEnd(script, at + 1, '/') : null;
    if (end === null) return take(line) !== null;
    at = end;
    take(/I/y);
    return true;
  };
  while (at < script.length) {
    if (/[\s;]/.test(script.charAt(at))) {
      at++;
      continue;
    }
    if (takeAddress() && script.charAt(at) === ',') {
      at++;
      if (!takeAddress()) return false;
    }
    const command = take(plainCommand)?.at(-1);
    if (command === undefined) return false;
    if (command === 's' || command === 'y') {
      const delimiter = script.charAt(at);
      if (delimiter === '' || !delimiters.includes(delimiter)) return false;
      const middle = textEnd(script, at + 1, delimiter);
      const end = middle === null ? null : textEnd(script, middle, delimiter);
      if (end === null) return false;
      at = end;
      take(flags);
    }
    if (at < script.length && !/[\s;]/.test(script.charAt(at))) return false;
  }
  return true;
}

function takenAt(script: string, at: number, pattern: RegExp): string | null {
  pattern.lastIndex = at;
  return pattern.exec(script)?.[0] ?? null;
}

/**
 * Behind the delimiter; null: it is not there, or not plainly. Programs do not agree on whether one in brackets ends a pattern
 * and on what a backslash means there, so brackets must close before it and hold neither.
 */
function textEnd(script: string, from: number, delimiter: string): number | null {
  for (let at = from; at < script.length; ) {
    const character = script.charAt(at);
    if (character === delimiter) return at + 1;
    if (character === '\n' || script.startsWith('\\\n', at)) return null;
    const closed = character === '[' ? takenAt(script, at, brackets) : null;
    if (character === '[' && (closed === null || closed.includes(delimiter))) return null;
    at += closed?.length ?? (character === '\\' ? 2 : 1);
  }
  return null;
}
