// Iterates over the items of a JSON array, or yields a single object. Keeps only the current item and one chunk in
// memory.

import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { HistoryFile, HistoryProblem } from '../history.ts';
import { createJsonScan, maxDepth } from './jsonScan.ts';
import { readJson } from './readJson.ts';

/** Limit per conversation. */
const maxItemBytes = 256 * 1024 * 1024;
/** Limit for files that have to be read whole. */
const maxFileBytes = 2 * 1024 * 1024 * 1024;
const pieceBytes = 64 * 1024;

export interface JsonItem {
  value: unknown;
  /** Its first line, from 1. */
  line: number;
  /** From 0. */
  index: number;
}

export type ItemOrProblem = { item: JsonItem; problem?: never } | { problem: HistoryProblem; item?: never };

export async function* readJsonItems(file: HistoryFile, signal: AbortSignal): AsyncGenerator<ItemOrProblem> {
  const slice = createTimeSlice(undefined, signal);
  const scan = createJsonScan();
  let shape = null as 'array' | 'object' | null;
  let parts: Uint8Array[] = [];
  let begins = 0;
  let index = 0;
  let retained = 0;
  let tooLong = false;

  const problem = (line: number | null, message: HistoryProblem['message']): ItemOrProblem => ({
    problem: { file: file.name, line, message },
  });

  async function parsed(bytes: Uint8Array, line: number, depth: number): Promise<ItemOrProblem> {
    if (depth > maxDepth) return problem(line, say`The entry that starts here is nested too deeply to be read.`);
    try {
      return { item: { value: await readJson(bytes, slice), line, index: index++ } };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return problem(line, say`The entry that starts here is not valid JSON.`);
    }
  }

  const chunks = await chunksOf(file);
  if (!chunks) {
    yield problem(null, say`The file is too large to be read.`);
    return;
  }
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, Math.min(at + pieceBytes, chunk.length));
      const pieceStart = scan.position;
      const events = scan.add(piece, 0, piece.length);
      parts.push(piece);
      retained += piece.length;
      for (const event of events) {
        if (event.kind === 'open') shape = event.bracket === '[' ? 'array' : 'object';
        if (event.kind !== 'value' || shape !== 'array') continue;
        if (tooLong) yield problem(event.line, say`The entry that starts here is too large to be read.`);
        else yield await parsed(cut(parts, begins, event.start, event.end), event.line, event.depth);
        tooLong = false;
      }
      if (shape === 'array' || shape === null) {
        // Release everything before the open item.
        const keepFrom = shape === 'array' && scan.start >= 0 ? scan.start : pieceStart + piece.length;
        if (keepFrom >= pieceStart) {
          parts = keepFrom < scan.position ? [piece.subarray(keepFrom - pieceStart)] : [];
          begins = keepFrom;
          retained = scan.position - keepFrom;
        }
      }
      if (retained > maxItemBytes) {
        tooLong = true;
        parts = [];
        begins = scan.position;
        retained = 0;
      }
      const turn = slice();
      if (turn) await turn;
    }
  }
  if (shape === null) yield problem(null, say`It contains no JSON.`);
  else if (shape === 'object') {
    if (tooLong) yield problem(null, say`The file is too large to be read.`);
    else yield await parsed(cut(parts, begins, begins, scan.position), 1, scan.deep);
  } else if (!scan.ended) yield problem(scan.line, say`The file is cut off: the entry that starts here is incomplete.`);
}

async function chunksOf(file: HistoryFile): Promise<AsyncIterable<Uint8Array> | Uint8Array[] | null> {
  if (file.chunks) return file.chunks();
  const bytes = await file.bytes(maxFileBytes);
  return bytes && [bytes];
}

function cut(parts: readonly Uint8Array[], begins: number, start: number, end: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = begins;
  for (const part of parts) {
    const from = Math.max(0, start - at);
    const until = Math.min(part.length, end - at);
    if (from < until) pieces.push(part.subarray(from, until));
    at += part.length;
  }
  const [only] = pieces;
  return pieces.length === 1 && only ? only : Buffer.concat(pieces);
}
