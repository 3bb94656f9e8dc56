// Embeds text in Markdown so that it cannot end its block early or swallow what follows.

import { withOuterFences } from '../../../shared/core/codeFences.ts';

/** A code block with a fence longer than any backtick run inside. */
export function codeBlock(text: string, language = ''): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((max, [run]) => Math.max(max, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text === '' || /[\r\n]$/.test(text) ? '' : '\n'}${fence}`;
}

/** Inline code without line breaks or backticks. */
export function codeSpan(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}`\u2028\u2029]+/gu, ' ').trim();
  return `\`${plain === '' ? ' ' : plain}\``;
}

/** Inline text with Markdown escaped. */
export function escapeMarkdownLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** The user's text. A quotation closes everything opened inside. */
export function blockquote(text: string): string {
  return lines(text)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A model's Markdown, verbatim if it is balanced, else as a quotation. */
export function balancedMarkdown(text: string): string {
  const fenced = withOuterFences(lines(text).join('\n'));
  return endsByItself(fenced) ? fenced : blockquote(fenced);
}

const fenceLike = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/;
const htmlLike = /^[\s>*+\-\d.)]*<[!?/a-zA-Z]/;

/**
 * Accepts only closed fences at line starts and no line that begins with HTML: such fences are outside of lists and
 * quotations, whose ends would close them too (CommonMark 4.5, 4.6). False if in doubt.
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
