// The lines that differ between two sides, in hunks with context, delivered in parts.

import type { ReviewHunk, ReviewLine } from '../../../../shared/features/review/review.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { diffLines, type LineEdit } from '../../../tools/changes/lineEdits.ts';
import { isMixable, lineBytes, type TextSide } from './textSide.ts';

export interface LineDiff {
  old: TextSide;
  next: TextSide;
  edits: readonly LineEdit[];
  isCoarse: boolean;
  /** Lines of both sides may be mixed, so single ones can be undone. */
  isMixable: boolean;
}

const linesOfContext = 3;
const maxLineLength = 2_000;
/** Lines in one part. */
const partLines = 3_000;

export async function diffSides(old: TextSide, next: TextSide, ignoreWhitespace: boolean): Promise<LineDiff> {
  const mixable = isMixable(old, next);
  const keys = (side: TextSide): Promise<string[]> =>
    ignoreWhitespace ? plainKeys(side) : mixable ? byteKeys(side) : textKeys(side);
  const { edits, smallest } = await diffLines(await keys(old), await keys(next));
  return { old, next, edits, isCoarse: !smallest, isMixable: mixable };
}

async function byteKeys(side: TextSide): Promise<string[]> {
  return keysBy(side, (at) => lineBytes(side, at).toString('latin1'));
}

/** Encodings differ, so only the texts can be compared. */
async function textKeys(side: TextSide): Promise<string[]> {
  return keysBy(side, (at) => `${side.texts[at]}${side.breaks[at]}`);
}

async function plainKeys(side: TextSide): Promise<string[]> {
  return keysBy(side, (at) => (side.texts[at] as string).replace(/\s+/g, ''));
}

async function keysBy({ texts }: TextSide, keyOf: (at: number) => string): Promise<string[]> {
  const slice = createTimeSlice();
  const keys: string[] = [];
  for (let at = 0; at < texts.length; at++) {
    const turn = at % 1_024 === 0 && slice();
    if (turn) await turn;
    keys.push(keyOf(at));
  }
  return keys;
}

export interface DiffPart {
  hunks: ReviewHunk[];
  total: number;
  next: number | null;
}

/** The lines of all hunks from a position on. */
export function partOf(diff: LineDiff, from: number): DiffPart {
  const groups = groupsOf(diff);
  const hunks: ReviewHunk[] = [];
  const to = from + partLines;
  let at = 0;
  for (const { edits, lead, tail } of groups) {
    const length = lengthOf(edits, lead, tail);
    if (at < to && at + length > from) {
      const lines = linesOf(diff, edits, lead, tail).slice(Math.max(0, from - at), to - at);
      hunks.push({ lines, ...(at + length > to ? { isCut: true } : {}) });
    }
    at += length;
  }
  return { hunks, total: at, next: at > to ? to : null };
}

interface Group {
  edits: readonly LineEdit[];
  /** Unchanged lines before and after it. */
  lead: number;
  tail: number;
}

function groupsOf({ old, edits }: LineDiff): Group[] {
  const groups: LineEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1)?.at(-1);
    if (last && edit.oldStart - last.oldEnd <= 2 * linesOfContext) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  return groups.map((group) => ({
    edits: group,
    lead: Math.min(linesOfContext, (group[0] as LineEdit).oldStart),
    tail: Math.min(linesOfContext, old.texts.length - (group.at(-1) as LineEdit).oldEnd),
  }));
}

function lengthOf(edits: readonly LineEdit[], lead: number, tail: number): number {
  const [first, last] = [edits[0] as LineEdit, edits.at(-1) as LineEdit];
  const added = edits.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0);
  return lead + last.oldEnd - first.oldStart + added + tail;
}

function linesOf(diff: LineDiff, edits: readonly LineEdit[], lead: number, tail: number): ReviewLine[] {
  const { old, next } = diff;
  const endings = showsEndings(diff);
  const lines: ReviewLine[] = [];
  const [first, last] = [edits[0] as LineEdit, edits.at(-1) as LineEdit];
  const same = (oldAt: number, newAt: number): void => {
    lines.push({ kind: 'same', ...displayText(next, newAt, endings), old: oldAt + 1, new: newAt + 1 });
  };
  for (let at = lead; at > 0; at--) same(first.oldStart - at, first.newStart - at);
  for (const [place, edit] of edits.entries()) {
    const before = edits[place - 1];
    for (let at = before?.oldEnd ?? edit.oldStart; at < edit.oldStart; at++)
      same(at, edit.newStart - edit.oldStart + at);
    for (let at = edit.oldStart; at < edit.oldEnd; at++)
      lines.push({ kind: 'removed', ...displayText(old, at, endings), old: at + 1 });
    for (let at = edit.newStart; at < edit.newEnd; at++)
      lines.push({ kind: 'added', ...displayText(next, at, endings), new: at + 1 });
  }
  for (let at = 0; at < tail; at++) same(last.oldEnd + at, last.newEnd + at);
  return lines;
}

/** Carriage returns are shown only where lines differ by them. */
function showsEndings({ old, next }: LineDiff): boolean {
  return new Set([...old.breaks, ...next.breaks].filter((ending) => ending !== '')).size > 1;
}

function displayText(side: TextSide, at: number, endings: boolean): Pick<ReviewLine, 'text' | 'cut' | 'noEnd'> {
  const ending = side.breaks[at];
  const mark = at === 0 && side.file.mark.length > 0 ? '\ufeff' : '';
  const text = `${mark}${side.texts[at]}${endings && ending === '\r\n' ? '\r' : ''}`;
  return {
    text: text.slice(0, maxLineLength),
    ...(text.length > maxLineLength ? { cut: text.length - maxLineLength } : {}),
    ...(ending === '' ? { noEnd: true } : {}),
  };
}
