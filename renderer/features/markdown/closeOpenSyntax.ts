// Stabilizes the end of a streaming block: closes or holds back marks whose other half has not arrived, so that text
// does not jump when it does. Only looks at the last paragraph, and only at what the next characters may change.

import { type Fence, fenceAfterLine, openingFence } from '../../../shared/core/codeFences.ts';

/** Longer paragraphs stay unchanged. */
const longest = 6000;

export function closeOpenSyntax(text: string): string {
  const open = openFence(text);
  if (open) return text.replace(/\n[ \t]*(?:`{1,2}|~{1,2})$/, '\n');
  const trimmed = text.replace(/(^|\n)[ \t]*(?:[-*+] +\[[ xX]?\]?[ ]*|[-*+=_~`#>|:. \t]+|\d{1,9}[.)]?[ \t]*)$/, '$1');
  const start = paragraphStart(trimmed);
  if (trimmed.length - start > longest) return trimmed;
  return trimmed.slice(0, start) + calmWords(trimmed.slice(start));
}

/** The fence still open at the end of the text, for example in a list item. */
function openFence(text: string): Fence | null {
  if (!/[`~]{3}/.test(text)) return null;
  let fence: Fence | null = null;
  for (const line of text.split('\n')) {
    if (!fence) fence = openingFence(line, true);
    else fence = fenceAfterLine(line.trim(), fence);
  }
  return fence;
}

/** Start of the last paragraph, item, heading or cell. */
function paragraphStart(text: string): number {
  let start = 0;
  for (const match of text.matchAll(/\n[ \t]*\n|\n[ \t]*(?=[-*+][ \t]|\d{1,9}[.)][ \t]|[#>|])/g)) {
    start = match.index + match[0].length;
  }
  const cell = text[start] === '|' ? text.lastIndexOf('|') : -1;
  const item = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/.exec(text.slice(start, start + 40));
  return cell >= start ? cell + 1 : start + (item?.[0].length ?? 0);
}

interface OpenMark {
  run: string;
  at: number;
}

function calmWords(text: string): string {
  const open: OpenMark[] = [];
  let brackets: number[] = [];
  let at = 0;
  const closers = (): string => open.toReversed().reduce((all, { run }) => all + run, '');
  while (at < text.length) {
    const letter = text[at] as string;
    if (letter === '\\') {
      if (text[at + 1] === '(') {
        const end = text.indexOf('\\)', at);
        if (end < 0) return formulaSoFar(text, at, 2) + closers();
        at = end + 2;
      } else if (at + 1 === text.length) return text.slice(0, at) + closers();
      else at += 2;
    } else if (letter === '`') {
      const run = runAt(text, at);
      const end = endOfCode(text, at + run.length, run.length);
      if (end < 0) {
        const code = text.slice(at + run.length).replace(/`+$/, '');
        return (code.trim() === '' ? text.slice(0, at) : text.slice(0, at) + run + code + run) + closers();
      }
      at = end;
    } else if (letter === '$' && /^\$[^\s\d$]/.test(text.slice(at, at + 2))) {
      const end = text.indexOf('$', at + 1);
      if (end < 0) {
        if (/[\\^_={]/.test(text.slice(at))) return formulaSoFar(text, at, 1) + closers();
        at++;
      } else at = end + 1;
    } else if (letter === '[') {
      brackets.push(at);
      at++;
    } else if (letter === ']') {
      const from = brackets.pop();
      const after = text[at + 1];
      const label = from === undefined ? '' : text.slice(from + 1, at);
      const half = from !== undefined && (after === undefined || (after === '(' && endOfAddress(text, at + 1) < 0));
      if (half) return beforeBracket(text, from) + (label.startsWith('^') ? '' : label) + closers();
      at = after === '(' && from !== undefined ? endOfAddress(text, at + 1) : at + 1;
      if (brackets.length === 0) brackets = [];
    } else if (letter === '<' && /^<(?:h|ht|htt|https?(?::[^\s>]*)?|m|ma|mailto:[^\s>]*)$/.test(text.slice(at))) {
      return text.slice(0, at) + text.slice(at + 1) + closers();
    } else if (letter === '*' || letter === '_' || letter === '~') {
      const run = runAt(text, at);
      const end = at + run.length;
      if (end === text.length) return text.slice(0, at) + closers();
      mark(open, text, at, run);
      at = end;
    } else at++;
  }
  const from = brackets[0];
  if (from === undefined) return text + closers();
  const label = text.slice(from + 1);
  return beforeBracket(text, from) + (label.startsWith('^') ? '' : label) + closers();
}

function runAt(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return text.slice(at, end);
}

/** Position after the closing backticks; -1 if they have not arrived. */
function endOfCode(text: string, from: number, length: number): number {
  for (const match of text.slice(from).matchAll(/`+/g)) {
    if (match[0].length === length) return from + match.index + length;
  }
  return -1;
}

function endOfAddress(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** Includes the `!` of an image with its bracket. */
function beforeBracket(text: string, at: number): string {
  return text.slice(0, text[at - 1] === '!' ? at - 1 : at);
}

/** An unfinished formula, as code. */
function formulaSoFar(text: string, at: number, mark: number): string {
  const source = text.slice(at + mark).replace(/\\$/, '');
  return source.trim() === '' || source.includes('`') ? text.slice(0, at) : `${text.slice(0, at)}\`${source.trim()}\``;
}

/** Opens or closes emphasis for a run of marks. */
function mark(open: OpenMark[], text: string, at: number, run: string): void {
  if (run[0] === '~' && run.length !== 2) return;
  const before = at > 0 && /\S/.test(text[at - 1] as string);
  const after = /\S/.test(text[at + run.length] as string);
  const inWord = run[0] === '_' && /\w/.test(text[at - 1] ?? ' ') && /\w/.test(text[at + run.length] ?? ' ');
  if (inWord) return;
  const same = open.findLastIndex((other) => other.run === run);
  if (before && same >= 0) open.splice(same);
  else if (after && run.length <= 3) open.push({ run, at });
}
