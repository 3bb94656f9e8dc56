// The content of a file with some of its changed lines as they were before. Works on bytes, so everything else stays exact.

import type { LineSelection } from '../../../../shared/features/review/review.ts';
import { encodeBytes } from '../../../lib/textEncoding.ts';
import type { LineEdit } from '../../../tools/changes/lineEdits.ts';
import type { LineDiff } from './lineDiff.ts';
import { lineBytes, type TextSide } from './textSide.ts';

/** Null if the selection contains no changed line. */
export function undoLines(diff: LineDiff, selection: LineSelection): { bytes: Buffer; isAll: boolean } | null {
  const { old, next, edits } = diff;
  const isRemoved = within(selection.removed);
  const isAdded = within(selection.added);
  const pieces: Piece[] = [];
  let at = 0;
  let [count, isAll] = [0, true];
  const keep = (to: number): void => {
    for (; at < to; at++) pieces.push({ side: next, at });
  };
  for (const edit of edits) {
    keep(edit.newStart);
    for (const { side, line, isChosen } of choicesOf(edit, isRemoved, isAdded)) {
      if (isChosen) count++;
      else isAll = false;
      // A chosen line is as before: there if it was removed, gone if it was added.
      if (isChosen === (side === 'old')) pieces.push({ side: side === 'old' ? old : next, at: line });
    }
    at = edit.newEnd;
  }
  keep(next.texts.length);
  return count === 0 ? null : { bytes: joined(pieces, next.texts.length > 0 ? next : old), isAll };
}

interface Piece {
  side: TextSide;
  at: number;
}

function within(ranges: LineSelection['added']): (line: number) => boolean {
  return (at) => ranges.some(([from, to]) => at + 1 >= from && at + 1 <= to);
}

/** Lines that replaced each other one by one are next to each other; otherwise the old ones come first. */
function* choicesOf(
  { oldStart, oldEnd, newStart, newEnd }: LineEdit,
  isRemoved: (line: number) => boolean,
  isAdded: (line: number) => boolean,
): Generator<{ side: 'old' | 'new'; line: number; isChosen: boolean }> {
  const isPaired = oldEnd - oldStart === newEnd - newStart;
  for (let line = oldStart; line < oldEnd; line++) {
    yield { side: 'old', line, isChosen: isRemoved(line) };
    const pair = newStart + line - oldStart;
    if (isPaired) yield { side: 'new', line: pair, isChosen: isAdded(pair) };
  }
  if (isPaired) return;
  for (let line = newStart; line < newEnd; line++) yield { side: 'new', line, isChosen: isAdded(line) };
}

/** Only the last line may lack a line break. A byte order mark belongs to the first line that has one. */
function joined(pieces: readonly Piece[], form: TextSide): Buffer {
  const ending = form.breaks.find((each) => each !== '') ?? '\n';
  const lineBreak = encodeBytes(ending, form.file.encoding ?? 'utf-8');
  const first = pieces.find(({ side, at }) => side === form && at === 0) ?? pieces.find(({ at }) => at === 0);
  const parts: Buffer[] = [(first?.side ?? form).file.mark];
  for (const [place, { side, at }] of pieces.entries()) {
    const bytes = lineBytes(side, at);
    parts.push(at === 0 ? bytes.subarray(side.file.mark.length) : bytes);
    if (side.breaks[at] === '' && place < pieces.length - 1) parts.push(lineBreak);
  }
  return Buffer.concat(parts);
}
