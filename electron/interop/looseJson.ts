// JSON of other programs: any value may be of any type. What a reader asks for in a type that it is not, is not there.

import { type Sentence, say } from '../../shared/core/sentence.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from './history.ts';

export type Row = Record<string, unknown>;

/** Deeper values come from nobody's program, and break what walks them. */
const deepest = 200;

export function row(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
}

/** Of a list those that are objects. */
export function rows(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(row).filter((item) => item !== null) : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** ISO 8601, UTC, of a text or of milliseconds since 1970; null: it is no time. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Why a text is no JSON that is read, or the value. */
export function parseLoose(json: string): { value: unknown } | { problem: Sentence } {
  try {
    const value: unknown = JSON.parse(json);
    return isTooDeep(value) ? { problem: say`It is nested too deeply` } : { value };
  } catch {
    return { problem: say`It is not valid JSON` };
  }
}

/** Whether objects and lists stand in each other deeper than what is walked and written safely. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return false;
}

/** Each line that is an object, with its number; what is none as a problem. */
export async function* jsonLines(
  file: HistoryFile,
  signal: AbortSignal,
): AsyncIterable<{ line: number; row: Row } | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  for await (const { line, text: json } of file.lines()) {
    const turn = slice();
    if (turn) await turn;
    if (json?.trim() === '') continue;
    const found = json === null ? { problem: say`The line is too long` } : parseLoose(json);
    const object = 'value' in found ? row(found.value) : null;
    if (object) yield { line, row: object };
    else {
      const message = 'problem' in found ? found.problem : say`The line is not a JSON object`;
      yield { file: file.name, line, message };
    }
  }
}

/** Strict readers refuse half of a character, which `JSON.stringify` writes as an escape of its own. */
export function wellFormedJson(json: string): string {
  return json.replace(/\\\\|\\u(d[89a-f][0-9a-f]{2})/g, (whole, half) => (half === undefined ? whole : '\\ufffd'));
}
