// Splits Markdown into its top-level blocks, so that while a reply streams only the last one is parsed again. The blocks
// put together are the text, letter for letter, and more text never changes any block but the last: what is shown as
// finished stays as it is. Where it is in doubt it does not split.

/** The blocks of `text` in order; an empty text has none. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let at = 0;
  let fence: Fence | null = null;
  let inList = false;
  let blankBefore = false;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const content = line.trim();
    if (fence) {
      if (closes(content, fence)) fence = null;
      blankBefore = false;
    } else if (content === '') {
      blankBefore = true;
    } else {
      if (blankBefore && at > start && !continues(line, inList)) {
        blocks.push(text.slice(start, at));
        start = at;
        inList = false;
      }
      blankBefore = false;
      inList ||= listItem.test(line);
      fence = opens(line, inList);
    }
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** Definitions of `[name]: address` links, which hold for the whole text and not only for their block. */
export function linkDefinitions(text: string): string {
  return [...text.matchAll(/^ {0,3}\[[^\]\n^][^\]\n]*\]:[ \t]*\S+.*$/gm)].map((match) => match[0]).join('\n');
}

/** A footnote's text stands in a block of its own, without its mark: it is shown as it is written, never dropped. */
export function showFootnotes(block: string): string {
  return /^ {0,3}\[\^/.test(block) ? block.replaceAll(/^( {0,3})\[\^/gm, '$1\\[^') : block;
}

/** The text without the one or two letters of a fence that is being written: they would be shown for a moment. */
export function withoutHalfFence(text: string): string {
  return text.replace(/(^|\n) {0,3}(?:`{1,2}|~{1,2})$/, '$1');
}

interface Fence {
  mark: '`' | '~';
  length: number;
}

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline + 1;
}

/** True when a line after a blank one may still belong to the block before it. Judged by its first letters alone. */
function continues(line: string, inList: boolean): boolean {
  if (/^(?: {2}|\t| \t)/.test(line)) return true;
  return inList && /^ ?[-*+\d]/.test(line);
}

function opens(line: string, inList: boolean): Fence | null {
  const match = /^(\s*)(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)/.exec(line);
  if (!match) return null;
  const [, indent = '', run = '', info = ''] = match;
  if (!inList && (indent.length > 3 || indent.includes('\t'))) return null;
  if (run[0] === '`' && info.includes('`')) return null;
  return { mark: run[0] as Fence['mark'], length: run.length };
}

function closes(content: string, fence: Fence): boolean {
  return content.length >= fence.length && content === fence.mark.repeat(content.length);
}
