// Parses a file's lines and dispatches them to the builder of the conversation or, in old versions, of a sub-agent.

import type { JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from '../history.ts';
import { isTooDeep, jsonObjectOrNull } from '../looseJson.ts';
import { type Builder, createBuilder } from './builder.ts';
import type { ByteStore } from './bytes.ts';
import { nonEmptyText } from './values.ts';

/** Logged API requests are skipped, see reader.ts. */
export const requestLine = /^\s*\{\s*"type"\s*:\s*"api-request(?:-shape|-blob)?"/;
/** Further problems add no information. */
const maxProblems = 200;

export interface LineReaderOptions {
  file: HistoryFile;
  stem: string;
  /** For a sub-agent's file: the session in its message ids. */
  session?: string;
  bytes: ByteStore;
  problems: HistoryProblem[];
  slice: ReturnType<typeof createTimeSlice>;
}

export interface ReadLines {
  session: string;
  main: Builder;
  /** By agent id, or by the id of their first line. */
  sides: Map<string, Builder>;
  facts: { folder: string | null; title: string };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function readLines(reading: LineReaderOptions): Promise<ReadLines> {
  const { file, stem, bytes, problems, slice } = reading;
  const facts: ReadLines['facts'] & { rank: number } = { folder: null, title: '', rank: 0 };
  const sides = new Map<string, Builder>();
  const sideOfLine = new Map<string, Builder>();
  const problem = (line: number | null, message: Sentence): void => {
    if (problems.length < maxProblems) problems.push({ file: file.name, line, message });
  };
  const early: { fields: JsonObject; length: number; line: number }[] = [];
  let session = reading.session ?? (uuid.test(stem) ? stem : null);
  let main: Builder | null = null;
  /** A malformed last line was still being written. */
  let broken: number | null = null;

  const give = (fields: JsonObject, length: number, line: number): void => {
    if (fields.isSidechain === true && reading.session === undefined) addToSide(fields, length, line);
    else main?.add(fields, length, line);
  };
  const begin = (name: string): Builder => {
    session = name;
    main = createBuilder({ session: name, bytes, problem });
    for (const { fields, length, line } of early.splice(0)) give(fields, length, line);
    return main;
  };
  function addToSide(fields: JsonObject, length: number, line: number): void {
    const side = sideOf(fields);
    const name = nonEmptyText(fields.uuid);
    if (name !== null) sideOfLine.set(name, side);
    side.add(fields, length, line);
  }
  function sideOf(fields: JsonObject): Builder {
    const named = nonEmptyText(fields.agentId);
    const sideBuilder = named === null ? sideOfLine.get(String(fields.parentUuid)) : sides.get(named);
    if (sideBuilder) return sideBuilder;
    const key = named ?? nonEmptyText(fields.uuid) ?? `side ${sides.size}`;
    const side = createBuilder({ session: `${session}/${key}`, bytes, problem });
    sides.set(key, side);
    return side;
  }

  if (session !== null) begin(session);
  for await (const { line, text } of file.lines()) {
    const pause = slice();
    if (pause) await pause;
    if (broken !== null) problem(broken, say`Not valid JSON; skipped.`);
    broken = null;
    if (text === null) problem(line, say`Line too long; skipped.`);
    if (text === null || text.trim() === '' || requestLine.test(text)) continue;
    const value = parsed(text);
    if (value === undefined) {
      broken = line;
      continue;
    }
    const fields = jsonObjectOrNull(value);
    if (!fields || isTooDeep(fields)) {
      problem(line, say`Not a JSON object, or nested too deeply; skipped.`);
      continue;
    }
    updateTitle(fields, facts);
    const sessionId = nonEmptyText(fields.sessionId);
    if (session === null && sessionId !== null) begin(sessionId);
    if (session === null) early.push({ fields, length: text.length, line });
    else give(fields, text.length, line);
  }
  if (broken !== null) problem(broken, say`The last line is incomplete; skipped.`);
  return { session: session ?? stem, main: main ?? begin(stem), sides, facts };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The user's title overrides a generated one. */
const titles: readonly [type: string, field: string][] = [
  ['summary', 'summary'],
  ['ai-title', 'aiTitle'],
  ['custom-title', 'customTitle'],
];

/** Keeps the best title, and the first folder. */
export function updateTitle(fields: JsonObject, facts: ReadLines['facts'] & { rank: number }): void {
  facts.folder ??= nonEmptyText(fields.cwd);
  const rank = titles.findIndex(([type]) => type === fields.type);
  const title = rank < 0 ? null : nonEmptyText(fields[titles[rank]?.[1] ?? '']);
  if (title === null || rank < facts.rank) return;
  facts.title = title;
  facts.rank = rank;
}
