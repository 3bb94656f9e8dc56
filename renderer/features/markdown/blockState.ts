// What the lines of a block say of the next line: whether a new block begins with it, or another piece of a long list,
// table or fence. Only what no later letter can change is a reason; where it is in doubt the block goes on.

import { afterLine, type Fence, opens } from '../../../shared/core/codeFences.ts';
import { continues, isRule, listItem, opensFormula, sureItem } from './blocks.ts';
import { isTable } from './plainReason.ts';

/** `fence`, `table`, `list`: the block is nothing else, and can be drawn in pieces. */
export type BlockKind = 'text' | 'fence' | 'table' | 'list';

export interface BlockState {
  /** Null: nothing of the block was read. */
  kind: BlockKind | null;
  fence: Fence | null;
  /** What ends the formula that the lines stand in. */
  formula: string | null;
  inList: boolean;
  /** Of the list that the block is. */
  marker: string;
  /** Of the table that the block is: its first two lines; of the fence: its first. */
  head: string;
  /** The first line, while it is the only one. */
  first: string | null;
  /** The line before is a heading. */
  heading: boolean;
  quote: boolean;
  html: boolean;
  blankBefore: boolean;
  /** What comes next is the middle of a line. */
  insideLine: boolean;
}

export const fresh: BlockState = {
  kind: null,
  fence: null,
  formula: null,
  inList: false,
  marker: '',
  head: '',
  first: null,
  heading: false,
  quote: false,
  html: false,
  blankBefore: false,
  insideLine: false,
};

/** Takes a line into account; `place` is changed. */
export function judge(place: BlockState, line: string): void {
  const content = line.trim();
  if (place.fence) {
    place.fence = afterLine(content, place.fence);
    place.blankBefore = false;
    return;
  }
  if (content === '') {
    place.blankBefore = true;
    place.formula = null;
    return;
  }
  place.blankBefore = false;
  if (place.formula !== null) {
    if (content.includes(place.formula)) place.formula = null;
    return;
  }
  place.inList ||= listItem.test(line);
  place.fence = opens(line, place.inList);
  place.formula = place.fence ? null : opensFormula(content);
  place.html ||= /^ {0,3}</.test(line);
  place.heading = place.kind === null && /^#{1,6}[ \t]/.test(line);
  if (place.kind === null) begin(place, line, content);
  else if (place.first !== null && place.kind === 'text' && line.endsWith('\n') && isTable([place.first, line])) {
    place.kind = 'table';
    place.head = place.first + line;
    place.first = null;
  } else place.first = null;
}

function begin(place: BlockState, line: string, content: string): void {
  const [, bullet, after] = /^(?:([-*+])|\d{1,9}([.)]))(?=\s|$)/.exec(line.slice(0, 12)) ?? [];
  place.quote = content.startsWith('>');
  if (place.fence && /^ {0,3}[`~]/.test(line)) {
    place.kind = 'fence';
    place.head = line.slice(0, 200);
  } else if ((bullet ?? after) !== undefined && !isRule(content)) {
    place.kind = 'list';
    place.marker = bullet ?? (after as string);
  } else {
    place.kind = 'text';
    place.first = line;
  }
}

/** True when it is sure that a new block begins with the line; it has letters, and begins where a line begins. */
export function endsBefore(place: BlockState, line: string): boolean {
  if (place.fence) return false;
  if (place.kind === 'fence' || place.heading) return true;
  const item = sureItem(line);
  if (place.blankBefore) {
    if (place.kind === 'table') return true;
    if (place.kind === 'list' && item && item.marker !== place.marker) return true;
    return !continues(line, place.inList);
  }
  if (place.html || place.formula !== null) return false;
  if (/^#{1,6}[ \t]+[^\s#]/.test(line)) return true;
  if (/^\[\^[^\]\s]{1,100}\]:/.test(line)) return true;
  if (line[0] === '>') return !place.quote;
  if (item && (item.number === null || item.number === 1)) return place.kind !== 'list' || item.marker !== place.marker;
  return line.endsWith('\n') && /^[`~]/.test(line) && opens(line, false) !== null;
}

/** True when a piece of the block may end before the line. */
export function mayPart(place: BlockState, line: string): boolean {
  if (place.kind === 'fence') return place.fence !== null;
  if (place.kind === 'table') return !place.blankBefore && line.endsWith('\n');
  return place.kind === 'list' && !place.fence && !place.html && sureItem(line)?.marker === place.marker;
}

/** True while more letters of the line may make it the beginning of something. */
export function isUndecided(place: BlockState, line: string, long: boolean): boolean {
  if (line.endsWith('\n') || place.kind === 'fence') return false;
  return (
    (place.kind === 'table' && !long) || /^(?:`{3}|~{3}|[-*+#\d.)\s>`~]{0,40}$|\[\^?[^\]\s]{0,100}\]?$)/.test(line)
  );
}
