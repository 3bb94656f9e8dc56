// Decides in linear time, before parsing, whether a block exceeds the parser's limits. Two things are expensive in
// Markdown: nesting, which overflows the stack, and marks that are compared pairwise. Both are overestimated, and code
// is excluded; ordinary text stays far below.

import { type Fence, fenceAfterLine, openingFence } from '../../../shared/core/codeFences.ts';
import { limits } from './limits.ts';

/**
 * `long`: the block is too long. `reply`: the text before it is. `deep`, `dense`: its contents. `failed`: rendering
 * failed.
 */
export type PlainReason = 'long' | 'reply' | 'deep' | 'dense' | 'failed';

/** Prefix of a line: `> `, `- `, `1. `, and white space. */
interface LineStart {
  quotes: number;
  items: number;
  /** Columns of white space before the first mark or word. */
  indent: number;
  /** Total columns of white space before the words. */
  blanks: number;
  /** Number of the last list item, if any. */
  number: number | null;
  /** Start of the words. */
  at: number;
}

export function plainTextReason(block: string): PlainReason | null {
  let fence: Fence | null = null;
  let fenceIndent = 0;
  /** Columns before the words of the last list item. */
  let inside = 0;
  let blankBefore = false;
  let underlines = 0;
  let columns = 0;
  let tableCells = 0;
  const lines = block.split('\n');
  const listFirst = lineStart(lines[0] ?? '').items > 0;
  const table = isTable(lines);
  const counts = createCounts();
  for (const line of lines) {
    const content = line.trim();
    if (content === '') {
      blankBefore = true;
      if (!fence) counts.paragraph();
      continue;
    }
    const start = lineStart(line);
    if (fence && start.indent >= fenceIndent) {
      fence = fenceAfterLine(content, fence);
      continue;
    }
    fence = null;
    if (depthOf(start) > limits.depth) return 'deep';
    if (blankBefore) inside = Math.min(inside, start.indent);
    blankBefore = false;
    if (table || beginsItem(start, inside, listFirst)) counts.paragraph();
    if (start.indent <= inside + 3) fence = openingFence(line, true);
    if (start.items > 0 && start.quotes === 0) inside = start.at;
    if (fence) {
      fenceIndent = inside;
      continue;
    }
    if (/^(?:=+|-+)$/.test(content)) underlines++;
    if (tableRule.test(line.slice(start.at))) columns = Math.max(columns, cells(content));
    tableCells += columns;
    if (columns > limits.columns) return 'dense';
    if (underlines > limits.underlines || tableCells > limits.cells || counts.over(line.slice(start.at)))
      return 'dense';
  }
  return null;
}

function lineStart(line: string): LineStart {
  const start: LineStart = { quotes: 0, items: 0, indent: 0, blanks: 0, number: null, at: 0 };
  for (;;) {
    const letter = line[start.at];
    if (letter === ' ' || letter === '\t') {
      const columns = letter === '\t' ? 4 : 1;
      start.blanks += columns;
      if (start.quotes + start.items === 0) start.indent += columns;
      start.at++;
    } else if (letter === '>') {
      start.quotes++;
      start.at++;
    } else {
      const item = /^(?:[-*+]|(\d{1,9})[.)])(?=\s|$)/.exec(line.slice(start.at, start.at + 12));
      if (!item) return start;
      start.items++;
      start.number = item[1] === undefined ? null : Number(item[1]);
      start.at += item[0].length;
    }
  }
}

/** Upper bound for nested quotes and lists: each needs two columns of indentation. */
function depthOf({ quotes, items, blanks }: LineStart): number {
  const marks = quotes + items;
  return marks === 0 ? 0 : marks + Math.floor(Math.max(0, blanks - marks) / 2);
}

/** True if the line certainly begins a list item rather than continuing a paragraph. */
function beginsItem(start: LineStart, inside: number, listFirst: boolean): boolean {
  if (start.items === 0 || start.indent > inside + 3) return false;
  return start.number === null || start.number === 1 || (listFirst && start.indent < inside);
}

const tableRule = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\r?$/;

/** True if the lines after the first two are rows of a table, each cell a text of its own. */
export function isTable([head = '', rule = '']: readonly string[]): boolean {
  const drawn = head.includes('|') && /^ {0,3}\S/.test(rule) && tableRule.test(rule.trim());
  return drawn && cells(head) === cells(rule);
}

function cells(row: string): number {
  return row.trim().replace(/^\|/, '').replace(/\|$/, '').replaceAll('\\|', '').split('|').length;
}

/** More per character than any script has. */
const manyMarks = new RegExp(`\\p{M}{${2 * limits.marksOfLetter}}`, 'u');

/** Counts a paragraph's marks, line by line. */
function createCounts() {
  const most = limits.paragraph;
  let marks = 0;
  let open = 0;
  let strikes = 0;
  let brackets = 0;
  let openBrackets = 0;
  let tags = 0;
  return {
    paragraph() {
      marks = open = strikes = brackets = openBrackets = tags = 0;
    },
    over(line: string): boolean {
      for (const match of line.matchAll(/([*_~])\1*|[[\]]|<[!?]|\$|\\\(/g)) {
        const [run] = match;
        if (run === '[') openBrackets++;
        else if (run === ']') openBrackets = Math.max(0, openBrackets - 1);
        if (run === '[' || run === ']') brackets++;
        else if (run[0] === '<' || run[0] === '$' || run[0] === '\\') tags++;
        else {
          marks++;
          if (run[0] === '~') strikes++;
          const after = /\S/.test(line[match.index + run.length] ?? ' ');
          const before = match.index > 0 && /\S/.test(line[match.index - 1] ?? ' ');
          if (after && !before) open += run.length > 1 ? 2 : 1;
          else if (before && !after) open = Math.max(0, open - (run.length > 1 ? 2 : 1));
        }
        if (marks > most.marks || open > most.open || openBrackets > most.open) return true;
      }
      if (strikes > most.strikes || brackets > most.brackets || tags > most.tags) return true;
      return manyMarks.test(line) || longWords(line) > most.word;
    },
  };
}

/** Characters of the longest word that a parser may repeatedly try as an email address: one with special characters. */
function longWords(line: string): number {
  let longest = 0;
  if (line.length <= limits.paragraph.word) return 0;
  for (const [word] of line.matchAll(/[-.\w+]+/g)) {
    if (word.length > longest && /[-.+]/.test(word)) longest = word.length;
  }
  return longest;
}
