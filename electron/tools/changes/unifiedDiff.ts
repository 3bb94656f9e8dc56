// The unified diff of two texts, in time slices. An empty side needs no search.

import { FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { diffLines, type LineEdit } from './lineEdits.ts';

export interface TextDifference {
  /** Line counts; null if the texts differ too much to search. */
  added: number | null;
  removed: number | null;
  edits: readonly LineEdit[];
  old: readonly string[];
  next: readonly string[];
}

const linesOfContext = 3;

export async function diffTexts(old: string, next: string): Promise<TextDifference> {
  const slice = createTimeSlice();
  const oldLines = linesOf(old);
  await slice();
  const newLines = linesOf(next);
  await slice();
  const { edits, smallest } = await diffLines(oldLines, newLines);
  let [added, removed] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of edits) {
    removed += oldEnd - oldStart;
    added += newEnd - newStart;
  }
  return { added: smallest ? added : null, removed: smallest ? removed : null, edits, old: oldLines, next: newLines };
}

/** Includes `---` and `+++`; names may be `/dev/null`. The texts must differ. */
export async function unifiedDiff(oldName: string, newName: string, difference: TextDifference): Promise<string> {
  const { old, next, edits } = difference;
  const slice = createTimeSlice();
  const header = formatPatch({ ...unnamed, oldFileName: oldName, newFileName: newName }, FILE_HEADERS_ONLY);
  const texts: string[] = [];
  let lines: string[] = [];
  const put = (sign: string, text: readonly string[], at: number): void => {
    const line = text[at] as string;
    if (line.endsWith('\n')) lines.push(`${sign}${line}\\ No newline at end of file`);
    else lines.push(`${sign}${line}`);
  };
  const putAll = async (sign: string, text: readonly string[], from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at++) {
      put(sign, text, at);
      const turn = at % 256 === 0 && slice();
      if (!turn) continue;
      texts.push(`${lines.join('\n')}\n`);
      lines = [];
      await turn;
    }
  };
  for (const group of hunksOf(edits)) {
    const [first, last] = [group[0] as LineEdit, group.at(-1) as LineEdit];
    const lead = Math.min(linesOfContext, first.oldStart);
    const [oldFrom, newFrom] = [first.oldStart - lead, first.newStart - lead];
    const tail = Math.min(linesOfContext, old.length - last.oldEnd);
    const [oldTo, newTo] = [last.oldEnd + tail, last.newEnd + tail];
    lines.push(`@@ -${range(oldFrom, oldTo)} +${range(newFrom, newTo)} @@`);
    let at = oldFrom;
    for (const edit of group) {
      await putAll(' ', old, at, edit.oldStart);
      await putAll('-', old, edit.oldStart, edit.oldEnd);
      await putAll('+', next, edit.newStart, edit.newEnd);
      at = edit.oldEnd;
    }
    await putAll(' ', old, at, oldTo);
  }
  if (lines.length > 0) texts.push(`${lines.join('\n')}\n`);
  return `${header}${texts.join('')}`;
}

const unnamed = { oldHeader: undefined, newHeader: undefined, hunks: [] };

/**
 * Lines keep their `
 * `; an unterminated last line lacks it.
 */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() as string;
  if (last !== '') lines.push(`${last}\n`);
  return lines;
}

/** Groups edits whose context touches. */
function hunksOf(edits: readonly LineEdit[]): LineEdit[][] {
  const groups: LineEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1)?.at(-1);
    if (last && edit.oldStart - last.oldEnd <= 2 * linesOfContext) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

/** For zero lines, names the line before. */
function range(from: number, to: number): string {
  return `${to === from ? from : from + 1},${to - from}`;
}
