// Splits Markdown into its top-level blocks, so that while a reply streams only the last one is parsed again. The blocks
// put together are the text, letter for letter, and more text never changes any block but the last: what is shown as
// finished stays as it is. Where it is in doubt it does not split. A block that is too much for a parser is plain text,
// cut into pieces when it is long, so that the work for one more letter has a bound whatever came before.

import { closes, continues, type Fence, lineEnd, listItem, opens } from './blocks.ts';
import { limits } from './limits.ts';
import { type PlainReason, plainReason } from './plainReason.ts';

export interface Block {
  text: string;
  /** Why it is shown as plain text; null: it is Markdown. */
  plain: PlainReason | null;
  /** It is plain for the reason of the block before it, and looks like one with it. */
  goesOn: boolean;
}

export interface BlockLimits {
  block: number;
  fence: number;
  piece: number;
  blocks: number;
  reply: number;
}

export interface BlockReader {
  /** The blocks of `text` in order. What the text read before has in common with it is not looked at again. */
  read(text: string): readonly Block[];
}

/** What the lines before say of the next one. */
interface Place {
  fence: Fence | null;
  inList: boolean;
  blankBefore: boolean;
  insideLine: boolean;
}

const fresh: Place = { fence: null, inList: false, blankBefore: false, insideLine: false };

/** How far past a bound a line is looked at, to see whether a new block begins with it. */
const ahead = 1000;

interface Cut {
  at: number;
  /** `end`: a new block begins there; `long`: the block is longer than it may be. */
  why: 'end' | 'long';
  place: Place;
}

export function createBlockReader(bounds: BlockLimits = limits): BlockReader {
  let finished: Block[] = [];
  /** The text of the finished blocks. */
  let known = '';
  let place = fresh;
  /** The block is longer than a block may be: it goes on as pieces of plain text. */
  let long = false;

  function finish(text: string, plain: PlainReason | null, goesOn: boolean): void {
    const own = detached(text);
    finished.push({ text: own, plain, goesOn });
    known += own;
  }

  function restart(): void {
    finished = [];
    known = '';
    place = fresh;
    long = false;
  }

  /** True when something was finished or understood; false when what is left is the last block. */
  function step(text: string): boolean {
    const start = known.length;
    if (finished.length >= bounds.blocks || start >= bounds.reply) {
      if (text.length - start <= bounds.piece) return false;
      finish(text.slice(start, pieceEnd(text, start, bounds.piece)), 'reply', finished.at(-1)?.plain === 'reply');
      return true;
    }
    const bound = long ? bounds.piece : startsFence(text, start) ? bounds.fence : bounds.block;
    const cut = nextCut(text, start, place, bound, long);
    if (!cut) return false;
    if (long) {
      if (cut.at > start) finish(text.slice(start, cut.at), 'long', place !== fresh);
      place = cut.why === 'end' ? fresh : cut.place;
      long = cut.why === 'long';
    } else if (cut.why === 'long') {
      long = true;
    } else {
      const block = text.slice(start, cut.at);
      finish(block, plainReason(block), false);
    }
    return true;
  }

  return {
    read(text) {
      if (!text.startsWith(known)) restart();
      while (known.length < text.length && step(text));
      if (known.length >= text.length) return [...finished];
      const rest = text.slice(known.length);
      const over = finished.length >= bounds.blocks || known.length >= bounds.reply;
      const plain = over ? 'reply' : long ? 'long' : plainReason(rest);
      const goesOn = over ? finished.at(-1)?.plain === 'reply' : long && place !== fresh;
      return [...finished, { text: rest, plain, goesOn }];
    },
  };
}

/** Null when the block may go on with more text. `goesOn`: `start` is in the middle of a block. */
function nextCut(text: string, start: number, from: Place, bound: number, inMiddle: boolean): Cut | null {
  const place = { ...from };
  const goesOn = inMiddle && from !== fresh;
  let at = start;
  while (at < text.length) {
    const end = lineEnd(text, at, start + bound + ahead);
    const line = text.slice(at, end);
    const content = line.trim();
    // Blanks at the end of the text: what comes after them says whose they are.
    if (content === '' && end === text.length && end - at < ahead) return null;
    const begins = !place.insideLine && !place.fence && content !== '' && place.blankBefore;
    if (begins && (at > start || goesOn) && !continues(line, place.inList)) return { at, why: 'end', place };
    if (end - start > bound) {
      if (at > start) return { at, why: 'long', place };
      if (!place.insideLine) judge(place, line, content);
      return { at: wholeCharacters(text, start + bound), why: 'long', place: { ...place, insideLine: true } };
    }
    if (!place.insideLine) judge(place, line, content);
    place.insideLine = text[end - 1] !== '\n';
    at = end;
  }
  return null;
}

function judge(place: Place, line: string, content: string): void {
  if (place.fence) {
    if (closes(content, place.fence)) place.fence = null;
    place.blankBefore = false;
  } else if (content === '') {
    place.blankBefore = true;
  } else {
    place.blankBefore = false;
    place.inList ||= listItem.test(line);
    place.fence = opens(line, place.inList);
  }
}

function startsFence(text: string, start: number): boolean {
  return opens(text.slice(start, start + 200).split('\n', 1)[0] as string, false) !== null;
}

/** The end of the last whole line that fits, else as much of the line as fits. */
export function pieceEnd(text: string, start: number, size: number): number {
  const newline = text.lastIndexOf('\n', start + size - 1);
  return newline >= start ? newline + 1 : wholeCharacters(text, start + size);
}

/** Not between the two halves of a character. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
}

/** A part of a text keeps the whole text in memory; this one keeps only itself. */
function detached(part: string): string {
  return ` ${part}`.slice(1);
}
