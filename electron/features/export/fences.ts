// Text inside Markdown: nothing in it can end its block early or swallow what follows.

import { withOuterFences } from '../../../shared/core/codeFences.ts';

/** A block of code that ends where it is meant to: its fence is longer than any run of backticks in it. */
export function fenced(text: string, language = ''): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text === '' || /[\r\n]$/.test(text) ? '' : '\n'}${fence}`;
}

/** A name within a line: no line break and no backtick of its own. */
export function codeSpan(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}`\u2028\u2029]+/gu, ' ').trim();
  return `\`${plain === '' ? ' ' : plain}\``;
}

/** Words within a line that are no Markdown. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** What a person wrote. A quotation ends everything that was opened in it. */
export function quoted(text: string): string {
  return lines(text)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Markdown of a model, as it is where it ends what it begins; else as a quotation. */
export function closed(text: string): string {
  const fenced = withOuterFences(lines(text).join('\n'));
  return endsByItself(fenced) ? fenced : quoted(fenced);
}

const fenceLike = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/;
const htmlLike = /^[\s>*+\-\d.)]*<[!?/a-zA-Z]/;

/**
 * Only fences at the beginning of a line, each closed, and no line that begins with HTML: such fences are in no list and no
 * quotation, whose ends would end them too (CommonMark 4.5, 4.6). False on any doubt.
 */
function endsByItself(text: string): boolean {
  let open: string | null = null;
  for (const line of lines(text)) {
    const [, mark, rest = ''] = /^(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark === undefined) {
      if (fenceLike.test(line) || (open === null && htmlLike.test(line))) return false;
    } else if (open === null) {
      if (mark[0] === '~' || !rest.includes('`')) open = mark;
    } else if (mark[0] === open[0] && mark.length >= open.length && rest.trim() === '') {
      open = null;
    }
  }
  return open === null;
}

function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
