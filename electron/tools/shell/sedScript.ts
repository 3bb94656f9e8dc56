// What the script of sed may do besides printing, as far as a simple reading tells. GNU sed runs a program by its command e
// and by the flag e of s, and writes files by w.

/** `runs`: it may run a program; `writes`: it may write a file. */
export function sedDoes(given: readonly string[]): 'prints' | 'writes' | 'runs' {
  const scripts: string[] = [];
  const plain: string[] = [];
  let isKnown = true;
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as string;
    const short = /^-[nErsuz]*e([\s\S]*)$/.exec(word);
    const long = /^--expr?e?s?s?i?o?n?=([\s\S]*)$/.exec(word);
    if (short) scripts.push(short[1] || (given[++at] ?? ''));
    else if (long) scripts.push(long[1] ?? '');
    else if (!word.startsWith('-')) plain.push(word);
    else if (
      !/^-[nErsuz]+$|^-i[\w.~]*$|^-[nEr]+i$|^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|in-place(?:=.*)?)$/.test(
        word,
      )
    )
      isKnown = false;
  }
  // `-f script`, `-l 5`, and whatever else takes a word.
  if (!isKnown) return 'runs';
  // BSD gives -i a word, which is empty as a rule.
  if (scripts.length === 0) scripts.push(...(plain[0] === '' ? plain.slice(0, 2) : plain.slice(0, 1)));
  if (scripts.every(isPlainSed)) return 'prints';
  return scripts.some((script) => script.includes('e')) ? 'runs' : 'writes';
}

const address = /(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\[^\n])*\/I?)/y;
const plainCommand = /[ \t]*!?[ \t]*(?:[pdqgGhHxnNDP=]|[sy])/y;
const flags = /[gIip\d]*/y;

/** Lines, patterns, and replacements that only print: `10,20p`, `/a/d`, `s/a/b/g; s|c|d|`. */
function isPlainSed(script: string): boolean {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const text = pattern.exec(script)?.[0] ?? null;
    at += text?.length ?? 0;
    return text;
  };
  while (at < script.length) {
    if (/[\s;]/.test(script.charAt(at))) {
      at++;
      continue;
    }
    if (take(address) !== null && script.charAt(at) === ',') {
      at++;
      if (take(address) === null) return false;
    }
    const command = take(plainCommand)?.at(-1);
    if (command === undefined) return false;
    if (command === 's' || command === 'y') {
      const end = replacementEnd(script, at);
      if (end === null) return false;
      at = end;
      take(flags);
    }
    if (at < script.length && !/[\s;]/.test(script.charAt(at))) return false;
  }
  return true;
}

/** Behind the last of the three delimiters; null: they are not there. */
function replacementEnd(script: string, from: number): number | null {
  const delimiter = script.charAt(from);
  if (!/[/|#,:@!%_~+]/.test(delimiter)) return null;
  let left = 2;
  for (let at = from + 1; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === '\\') at++;
    else if (character === '\n') return null;
    else if (character === delimiter && --left === 0) return at + 1;
  }
  return null;
}
