// Reads the rows of an agent's session file. Agents that are killed or that write from two processes leave broken lines:
// records without a newline between them, a torn record in front of a whole one, raw line breaks in a text, NUL bytes at
// the end (github/copilot-cli#2217, #2649, #4098; QwenLM/qwen-code#3606; earendil-works/pi#8345).

import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson } from '../looseJson.ts';

/** How far a record may be split by raw line breaks. */
const maxJoined = 4 * 1024 * 1024;
const maxJoinedLines = 2_000;
/** Places in a broken line where a record is looked for, and how much of it is read for them: no line may block for long. */
const maxStarts = 200;
const maxScanned = 32 * 1024 * 1024;

type RowOrProblem = { line: number; row: JsonObject } | HistoryProblem;

/** `isRecord`: distinguishes a record from an object inside one. */
export async function* readSessionRows(
  file: HistoryFile,
  isRecord: (row: JsonObject) => boolean,
  signal: AbortSignal,
): AsyncIterable<RowOrProblem> {
  const slice = createTimeSlice(undefined, signal);
  let open: { line: number; text: string; lines: number } | null = null;
  let pendingProblems: HistoryProblem[] = [];
  for await (const { line, text } of file.lines()) {
    const turn = slice();
    if (turn) await turn;
    const json = text?.replace(/\0+$/, '') ?? null;
    if (json !== null && (json.trim() === '' || /^\0*$/.test(json))) continue;
    const parsed = json === null ? { problem: say`The line is too long` } : parseLooseJson(json);
    const row = 'value' in parsed ? jsonObjectOrNull(parsed.value) : null;
    if (row) {
      yield* pendingProblems.splice(0);
      open = null;
      yield { line, row };
      continue;
    }
    const message = 'problem' in parsed ? parsed.problem : say`The line is not a JSON object`;
    const isBroken = json !== null && !('value' in parsed);
    const recovered: JsonObject[] = isBroken ? recordsIn(json, isRecord) : [];
    if (recovered.length > 0) {
      yield* pendingProblems.splice(0);
      open = null;
      for (const one of recovered) yield { line, row: one };
      if (lostIn(json ?? '', recovered)) yield { file: file.name, line, message };
      continue;
    }
    pendingProblems.push({ file: file.name, line, message });
    if (!isBroken) {
      open = null;
      continue;
    }
    const joined: string | null = open ? `${open.text}\\n${json}` : null;
    const whole = joined === null ? null : rowIn(joined);
    if (open && whole) {
      pendingProblems = pendingProblems.filter((problem) => problem.line !== null && problem.line < (open?.line ?? 0));
      yield* pendingProblems.splice(0);
      yield { line: open.line, row: whole };
      open = null;
    } else if (open && joined !== null && joined.length <= maxJoined && open.lines < maxJoinedLines)
      open = { line: open.line, text: joined, lines: open.lines + 1 };
    else open = json.trimStart().startsWith('{') && json.length <= maxJoined ? { line, text: json, lines: 1 } : null;
  }
  yield* pendingProblems;
}

function rowIn(json: string): JsonObject | null {
  // Most lines end in the middle of the text: only one that may close the record is worth parsing.
  if (!json.trimEnd().endsWith('}')) return null;
  const parsed = parseLooseJson(json);
  return 'value' in parsed ? jsonObjectOrNull(parsed.value) : null;
}

/** Whole records in a line that is not valid as a whole. */
function recordsIn(text: string, isRecord: (row: JsonObject) => boolean): JsonObject[] {
  const recovered: JsonObject[] = [];
  let at = text.indexOf('{"');
  let scanned = 0;
  for (let starts = 0; at >= 0 && starts < maxStarts && scanned < maxScanned; starts++) {
    const end = objectEnd(text, at);
    scanned += (end < 0 ? text.length : end) - at;
    const row = end < 0 ? null : rowIn(text.slice(at, end));
    const isOne = row !== null && isRecord(row);
    if (isOne) recovered.push(row);
    at = text.indexOf('{"', isOne ? end : at + 1);
  }
  return recovered;
}

/** Where the object that starts here ends; -1 if it is torn. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return -1;
}

/** Whether the line has more than these records and the space between them. */
function lostIn(text: string, rows: readonly JsonObject[]): boolean {
  const length = rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  return text.replace(/\s/g, '').length > length;
}
