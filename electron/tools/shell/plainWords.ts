// A second, much simpler reading of a command line, beside the grammar: words, quotes and operators and nothing else. Where
// both can read a line they must agree, or it cannot be told what it does.

const keywords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  '!',
  'in',
  'select',
  'function',
  '[[',
  '[',
  'export',
  'declare',
  'typeset',
  'readonly',
  'local',
  'unset',
  'unsetenv',
]);

/** The words of each command with redirections and leading assignments left out; null: it is not that simple. */
export function plainWords(text: string): string[][] | null {
  const commands: string[][] = [];
  let words: string[] = [];
  let redirected = false;
  let at = 0;
  const endCommand = (): void => {
    if (words.length > 0) commands.push(words);
    words = [];
    redirected = false;
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 3);
    const character = text.charAt(at);
    if (character === ' ' || character === '\t') at++;
    else if (character === '\\' && rest[1] === '\n') at += 2;
    else if (character === '#') while (at < text.length && text.charAt(at) !== '\n') at++;
    else if (/^[;&|\n]/.test(character)) {
      if (redirected) return null;
      at += /^(?:&&|\|\||;;)/.test(rest) ? 2 : 1;
      endCommand();
    } else {
      // Groups, and what reads on in later lines.
      if (/^[(){}]|^<<|^\d+<</.test(text.slice(at, at + 12))) return null;
      const redirection = /^(?:\d*)(?:>>|>\||>&|<&|<>|>|<|&>>|&>)/.exec(text.slice(at, at + 12));
      if (redirection) {
        if (redirected) return null;
        at += redirection[0].length;
        redirected = true;
        continue;
      }
      const word = readWord(text, at);
      // Another kind of space: shells do not agree on what it is.
      if (word === null || word.end === at) return null;
      at = word.end;
      if (redirected) redirected = false;
      else if (words.length === 0 && /^[A-Za-z_]\w*\+?=/.test(word.raw)) continue;
      else if (words.length === 0 && (keywords.has(word.raw) || word.raw !== word.text)) {
        if (keywords.has(word.raw)) return null;
        words.push(word.text);
      } else words.push(word.text);
    }
  }
  if (redirected) return null;
  endCommand();
  return commands;
}

/** All but what is a number and nothing else. */
function isExpansion(text: string, at: number): boolean {
  return text.charAt(at) === '$' && !/^\$(?:[?#$]?(?:\s|$|[;&|"']))/.test(text.slice(at, at + 3));
}

/** Null: a quote is not closed, or the word is made while it runs. */
function readWord(text: string, from: number): { text: string; raw: string; end: number } | null {
  let made = '';
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (/[\s;&|<>]/.test(character)) break;
    // Made while it runs.
    if (/[`(){}]/.test(character) || isExpansion(text, at)) return null;
    if (character === "'") {
      const close = text.indexOf("'", at + 1);
      if (close < 0) return null;
      made += text.slice(at + 1, close);
      at = close + 1;
    } else if (character === '"') {
      at++;
      while (at < text.length && text.charAt(at) !== '"') {
        if (text.charAt(at) === '`' || isExpansion(text, at)) return null;
        if (text.charAt(at) === '\\' && /[\\"$`\n]/.test(text.charAt(at + 1))) at++;
        else if (text.charAt(at) === '\\') made += text.charAt(at++);
        if (text.charAt(at) !== '\n' || text.charAt(at - 1) !== '\\') made += text.charAt(at);
        at++;
      }
      if (at >= text.length) return null;
      at++;
    } else if (character === '\\') {
      if (at + 1 >= text.length) return null;
      if (text.charAt(at + 1) !== '\n') made += text.charAt(at + 1);
      at += 2;
    } else {
      made += character;
      at++;
    }
  }
  return { text: made, raw: text.slice(from, at), end: at };
}
