// Tracks a block line by line, to decide whether the next line begins a new block, or another piece of a long list,
// table or fence. Decides only what no later character can change; when in doubt, the block continues.

import { type Fence, fenceAfterLine, openingFence } from '../../../shared/core/codeFences.ts';
import { definiteListItem, isThematicBreak, listItem, mayContinueBlock, openFormulaEnd } from './blocks.ts';
import { isTable } from './plainTextReason.ts';

/** `fence`, `table`, `list`: the block contains nothing else, so it can render in pieces. */
export type BlockKind = 'text' | 'fence' | 'table' | 'list';

export interface BlockState {
  /** Null: nothing read yet. */
  kind: BlockKind | null;
  fence: Fence | null;
  /** The end mark of the open formula. */
  formula: string | null;
  inList: boolean;
  /** The list's marker. */
  marker: string;
  /** The first two lines of a table, or the first of a fence. */
  head: string;
  /** The first line, while it is the only one. */
  first: string | null;
  /** The previous line is a heading. */
  heading: boolean;
  quote: boolean;
  html: boolean;
  blankBefore: boolean;
  /** The next text continues a line. */
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

/** Applies a line; mutates `place`. */
export function applyLine(place: BlockState, line: string): void {
  const content = line.trim();
  if (place.fence) {
    place.fence = fenceAfterLine(content, place.fence);
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
  place.fence = openingFence(line, place.inList);
  place.formula = place.fence ? null : openFormulaEnd(content);
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
  } else if ((bullet ?? after) !== undefined && !isThematicBreak(content)) {
    place.kind = 'list';
    place.marker = bullet ?? (after as string);
  } else {
    place.kind = 'text';
    place.first = line;
  }
}

/** True if the line certainly begins a new block. It is not blank and starts at the start of a line. */
export function startsNewBlock(place: BlockState, line: string): boolean {
  if (place.fence) return false;
  if (place.kind === 'fence' || place.heading) return true;
  const item = definiteListItem(line);
  if (place.blankBefore) {
    if (place.kind === 'table') return true;
    if (place.kind === 'list' && item && item.marker !== place.marker) return true;
    return !mayContinueBlock(line, place.inList);
  }
  if (place.html || place.formula !== null) return false;
  if (/^#{1,6}[ \t]+[^\s#]/.test(line)) return true;
  if (/^\[\^[^\]\s]{1,100}\]:/.test(line)) return true;
  if (line[0] === '>') return !place.quote;
  if (item && (item.number === null || item.number === 1)) return place.kind !== 'list' || item.marker !== place.marker;
  return line.endsWith('\n') && /^[`~]/.test(line) && openingFence(line, false) !== null;
}

/** True if a piece of the block may end before the line. */
export function canSplitBefore(place: BlockState, line: string): boolean {
  if (place.kind === 'fence') return place.fence !== null;
  if (place.kind === 'table') return !place.blankBefore && line.endsWith('\n');
  return place.kind === 'list' && !place.fence && !place.html && definiteListItem(line)?.marker === place.marker;
}

/** True while more characters could turn the line into the start of something. */
export function isAmbiguous(place: BlockState, line: string, long: boolean): boolean {
  if (line.endsWith('\n') || place.kind === 'fence') return false;
  return (
    (place.kind === 'table' && !long) || /^(?:`{3}|~{3}|[-*+#\d.)\s>`~]{0,40}$|\[\^?[^\]\s]{0,100}\]?$)/.test(line)
  );
}
