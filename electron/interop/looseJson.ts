// Reads untyped JSON of other apps: values of an unexpected type count as missing.

import { isJsonObject, type JsonObject } from '../../shared/core/json.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from './history.ts';

/** No app nests deeper, and deeper values overflow recursive code. */
const deepest = 200;

export function jsonObjectOrNull(value: unknown): JsonObject | null {
  return isJsonObject(value) ? (value as JsonObject) : null;
}

/** Returns the objects in a list. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(jsonObjectOrNull).filter((item) => item !== null) : [];
}

export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Converts a string or milliseconds since 1970 to ISO 8601 in UTC; null if invalid. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Parses JSON, or returns why it cannot be used. */
export function parseLooseJson(json: string): { value: unknown } | { problem: Sentence } {
  try {
    const value: unknown = JSON.parse(json);
    return isTooDeep(value) ? { problem: say`It is nested too deeply` } : { value };
  } catch {
    return { problem: say`It is not valid JSON` };
  }
}

/** Whether a value is nested too deep to traverse and serialize safely. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const children: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) children.push(inner);
    }
    level = children;
  }
  return false;
}

/** Yields each line's object with its number; reports other lines as problems. */
export async function* readJsonLines(
  file: HistoryFile,
  signal: AbortSignal,
): AsyncIterable<{ line: number; row: JsonObject } | HistoryProblem> {
  const slice = createTimeSlice(undefined, signal);
  for await (const { line, text: json } of file.lines()) {
    const turn = slice();
    if (turn) await turn;
    if (json?.trim() === '') continue;
    const result = json === null ? { problem: say`The line is too long` } : parseLooseJson(json);
    const object = 'value' in result ? jsonObjectOrNull(result.value) : null;
    if (object) yield { line, row: object };
    else {
      const message = 'problem' in result ? result.problem : say`The line is not a JSON object`;
      yield { file: file.name, line, message };
    }
  }
}

/** Replaces lone surrogates, which `JSON.stringify` escapes and strict parsers reject. */
export function wellFormedJson(json: string): string {
  return json.replace(/\\\\|\\u(d[89a-f][0-9a-f]{2})/g, (match, half) => (half === undefined ? match : '\\ufffd'));
}
