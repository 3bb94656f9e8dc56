// Splits Markdown into top-level blocks, so that only the last is parsed again while a reply streams. Joined, the
// blocks equal the text, and appended text changes only the last. Long fences, lists and tables become several blocks
// that render as one; when in doubt, it does not split. A block beyond the parser's limits is plain text, cut into
// pieces, so that the work per character is bounded.

import {
  applyLine,
  type BlockKind,
  type BlockState,
  canSplitBefore,
  fresh,
  isAmbiguous,
  startsNewBlock,
} from './blockState.ts';
import { lineEnd } from './blocks.ts';
import { limits } from './limits.ts';
import { type PlainReason, plainTextReason } from './plainTextReason.ts';

export interface Block {
  text: string;
  kind: BlockKind;
  /** Why it is plain text; null: it is Markdown. */
  plain: PlainReason | null;
  /** Renders as one with the previous block: plain for the same reason, or part of the same fence, list or table. */
  goesOn: boolean;
  /** The first two lines of its table, or the first of its fence, unless the block contains them. */
  head: string;
}

export interface BlockLimits {
  block: number;
  part: number;
  code: number;
  parts: number;
  codeParts: number;
  piece: number;
  blocks: number;
  reply: number;
}

interface BlockStream {
  /** Append-only until `restarts` changes. */
  finished: readonly Block[];
  restarts: number;
  open: Block | null;
  /** Unread characters at the end. */
  unread: number;
}

export interface BlockReader {
  /** The blocks of `text` in order. The prefix shared with the previous text is not read again. */
  read(text: string): readonly Block[];
  /** Reads about this many more characters. */
  readSome(text: string, letters: number): BlockStream;
}

/** Lookahead past a limit for the start of a new block. */
const ahead = 1000;

interface Cut {
  at: number;
  /** `end`: a new block begins there; `part`: it continues; `long`: the block exceeds its maximum. */
  why: 'end' | 'part' | 'long';
  state: BlockState;
}

export function createBlockReader(bounds: BlockLimits = limits): BlockReader {
  let finished: Block[] = [];
  let restarts = 0;
  /** The text of the last read, and how much of it is in finished blocks. */
  let before = '';
  let knownLength = 0;
  let place = fresh;
  /** Finished pieces of the current block. */
  let parts = 0;
  /** The block exceeds the maximum and continues as pieces of plain text. */
  let long = false;

  function finish(block: Block): void {
    const text = detached(block.text);
    finished.push({ ...block, text });
    knownLength += text.length;
  }

  function restart(): void {
    finished = [];
    restarts++;
    knownLength = 0;
    begin();
  }

  function begin(): void {
    place = fresh;
    parts = 0;
    long = false;
  }

  function parsed(text: string, kind: BlockKind): Block {
    const begins = parts % (kind === 'fence' ? bounds.codeParts : bounds.parts) === 0;
    const head = parts > 0 ? place.head : '';
    return { text, kind, plain: kind === 'fence' ? null : plainTextReason(head + text), goesOn: !begins, head };
  }

  function plainBlock(text: string, plain: PlainReason, goesOn: boolean): Block {
    return { text, kind: 'text', plain, goesOn, head: '' };
  }

  const isOver = (): boolean => finished.length >= bounds.blocks || knownLength >= bounds.reply;

  /** True if a block was finished or its state advanced; false if the rest is the last block. */
  function step(text: string): boolean {
    const start = knownLength;
    if (isOver()) {
      if (text.length - start <= bounds.piece) return false;
      const piece = text.slice(start, pieceEnd(text, start, bounds.piece));
      finish(plainBlock(piece, 'reply', finished.at(-1)?.plain === 'reply'));
      return true;
    }
    const cut = nextCut(text, start, place, long, bounds);
    if (!cut) return false;
    if (long) {
      if (cut.at > start) finish(plainBlock(text.slice(start, cut.at), 'long', parts > 0));
      parts++;
    } else if (cut.why !== 'long' && cut.at > start) {
      finish(parsed(text.slice(start, cut.at), cut.state.kind ?? 'text'));
      parts++;
    }
    if (cut.why === 'end') begin();
    else if (cut.why === 'long' && !long) {
      long = true;
      parts = 0;
    } else place = cut.state;
    return true;
  }

  function openBlock(text: string): Block | null {
    if (knownLength >= text.length) return null;
    const rest = text.slice(knownLength);
    if (isOver()) return plainBlock(rest, 'reply', finished.at(-1)?.plain === 'reply');
    return long ? plainBlock(rest, 'long', parts > 0) : parsed(rest, openKind(rest, place));
  }

  function readSome(text: string, letters: number): BlockStream {
    // Long text is read in hundreds of slices; skip comparing the same string for each.
    if (text !== before && !text.startsWith(before.slice(0, knownLength))) restart();
    before = text;
    const max = knownLength + letters;
    while (knownLength < text.length && step(text)) {
      if (knownLength >= max) return { finished, restarts, open: null, unread: text.length - knownLength };
    }
    return { finished, restarts, open: openBlock(text), unread: 0 };
  }

  return {
    readSome,
    read(text) {
      const { finished: all, open } = readSome(text, Number.POSITIVE_INFINITY);
      return open ? [...all, open] : [...all];
    },
  };
}

/** Null if more text may extend the block. */
function nextCut(text: string, start: number, from: BlockState, long: boolean, bounds: BlockLimits): Cut | null {
  const place = { ...from };
  let at = start;
  while (at < text.length) {
    const bound = long ? bounds.piece : place.fence && place.kind === 'fence' ? bounds.piece : bounds.block;
    const end = lineEnd(text, at, start + bound + ahead);
    const line = text.slice(at, end);
    const blank = line.trim() === '';
    // Trailing blanks: the text after them decides which block they belong to.
    if (blank && end === text.length && end - at < ahead) return null;
    if (!place.insideLine && !blank && place.kind === null && at > start) return { at, why: 'end', state: place };
    if (!place.insideLine && !blank && place.kind !== null) {
      if (startsNewBlock(place, line)) return { at, why: 'end', state: place };
      const enough = place.kind === 'fence' ? bounds.code : bounds.part;
      if (!long && at - start >= enough && canSplitBefore(place, line)) return { at, why: 'part', state: place };
    }
    const last = end === text.length && end < start + bound + ahead;
    if (last && !place.insideLine && isAmbiguous(place, line, long)) return null;
    if (end - start > bound) {
      const why = place.kind === 'fence' && !long ? 'part' : 'long';
      if (at > start) return { at, why, state: place };
      if (!place.insideLine) applyLine(place, line.slice(0, bound));
      return { at: wholeCharacters(text, start + bound), why, state: { ...place, insideLine: true } };
    }
    if (!place.insideLine) applyLine(place, line);
    place.insideLine = text[end - 1] !== '\n';
    at = end;
  }
  return null;
}

/** Kind of the unfinished block. A table header counts before its delimiter row is complete. */
function openKind(rest: string, from: BlockState): BlockKind {
  if (from.kind !== null) return from.kind;
  const [first = '', second = '', third] = rest.slice(0, 4000).split('\n', 3);
  const place: BlockState = { ...fresh };
  if (first.trim() === '') return 'text';
  applyLine(place, `${first}\n`);
  if (place.kind === 'text') applyLine(place, `${second}\n`);
  if (place.kind !== null && place.kind !== 'text') return place.kind;
  const begun = first.startsWith('|') && third === undefined && /^[|:\- \t\r]*$/.test(second);
  return begun ? 'table' : 'text';
}

/** End of the last whole line that fits, or a cut within the line. */
export function pieceEnd(text: string, start: number, size: number): number {
  // Searches only the piece; otherwise a line of megabytes would be scanned from its start for each piece.
  const newline = text.slice(start, start + size).lastIndexOf('\n');
  return newline >= 0 ? start + newline + 1 : wholeCharacters(text, start + size);
}

/** Never splits a surrogate pair. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
}

/** A substring keeps its whole parent string in memory; this copy does not. */
function detached(part: string): string {
  return ` ${part}`.slice(1);
}
