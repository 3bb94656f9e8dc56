// Assembles streamed tool calls. Servers vary: the index may be missing, start at 1, have gaps or always be 0; ids may
// be missing, empty, repeated or identical; calls may arrive whole or in pieces, with the name late. A new call starts
// with another index, another id, or a name after the current call is complete, in this order of precedence. Keeps
// calls in order of appearance, with ids and arguments unchanged. Drops and reports calls beyond the first 128.

import { maxCalls } from '../../../shared/conversation/message.ts';
import { createJsonEndDetector, type JsonObjectEnd } from './jsonObjectEnd.ts';

interface StreamedCall {
  id: string;
  name: string;
  arguments: string;
}

interface OpenCall extends StreamedCall {
  index: number | null;
  /** Tracks whether the arguments are complete. */
  end: JsonObjectEnd;
}

interface Piece {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  /** The arguments arrived as a JSON value instead of string pieces, so they are complete. */
  whole: boolean;
}

export interface CallAccumulator {
  /** Adds one `delta.tool_calls`; returns the indexes of the calls it changed. */
  add(toolCalls: unknown): number[];
  at(position: number): StreamedCall | undefined;
  /** Returns the calls without empty ones, which some servers append. */
  calls(): StreamedCall[];
  /** Whether calls were dropped. */
  more(): boolean;
  /** Total argument length, including dropped calls. */
  characters(): number;
}

export function createCallAccumulator(): CallAccumulator {
  const open: OpenCall[] = [];
  /** The last dropped call. */
  let dropped: Piece | null = null;
  let characters = 0;
  return {
    add(toolCalls) {
      const entries = Array.isArray(toolCalls) ? toolCalls : [toolCalls];
      const touched = new Set<number>();
      entries.forEach((entry, place) => {
        const piece = readPiece(entry, entries.length > 1 ? place : null);
        if (!piece) return;
        characters += piece.arguments.length;
        if (dropped && continuesDropped(dropped, piece)) return;
        const call = findOpen(open, piece) ?? (open.length < maxCalls ? start(open, piece) : null);
        if (!call) {
          if (piece.name !== '' || piece.arguments !== '') dropped = piece;
          return;
        }
        append(call, piece);
        touched.add(open.indexOf(call));
      });
      return [...touched];
    },
    at: (position) => open[position],
    calls: () =>
      open
        .filter((call) => call.name !== '' || call.arguments !== '')
        .map(({ id, name, arguments: text }) => ({ id, name, arguments: text })),
    more: () => dropped !== null,
    characters: () => characters,
  };
}

/** Whether a nameless piece belongs to the last dropped call. */
function continuesDropped(dropped: Piece, piece: Piece): boolean {
  return piece.name === '' && piece.index === dropped.index && (piece.id === '' || piece.id === dropped.id);
}

function readPiece(entry: unknown, place: number | null): Piece | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { index, id, function: fn } = entry as Record<string, unknown>;
  const { name, arguments: args } = (typeof fn === 'object' && fn !== null ? fn : {}) as Record<string, unknown>;
  const isText = typeof args === 'string';
  return {
    index: typeof index === 'number' && Number.isInteger(index) ? index : place,
    id: typeof id === 'string' ? id.trim() : '',
    name: typeof name === 'string' ? name : '',
    arguments: isText ? args : args === null || args === undefined ? '' : JSON.stringify(args),
    whole: !isText && args !== null && args !== undefined,
  };
}

function start(open: OpenCall[], piece: Piece): OpenCall {
  const call: OpenCall = { index: piece.index, id: piece.id, name: '', arguments: '', end: createJsonEndDetector() };
  open.push(call);
  return call;
}

/** Finds the call that a piece continues; undefined if it starts a new one. */
function findOpen(open: readonly OpenCall[], piece: Piece): OpenCall | undefined {
  const candidate = findNamed(open, piece);
  if (!candidate) return undefined;
  if (piece.id !== '' && candidate.id !== '' && piece.id !== candidate.id) {
    // Some servers generate a new id per piece: without a name, it is a new call only if the last one is complete.
    const sameCall = open.findLast((call) => call.id === piece.id && call.index === candidate.index);
    if (sameCall) return sameCall;
    return piece.name !== '' || candidate.end.isWhole() ? undefined : candidate;
  }
  return startsAnotherCall(candidate, piece) ? undefined : candidate;
}

function findNamed(open: readonly OpenCall[], piece: Piece): OpenCall | undefined {
  if (piece.index !== null) return open.findLast((call) => call.index === piece.index);
  if (piece.id !== '') return open.findLast((call) => call.id === piece.id);
  return open.at(-1);
}

/** Whether a piece with a name starts another call although the current one already has a name. */
function startsAnotherCall(call: OpenCall, piece: Piece): boolean {
  if (piece.name === '' || call.name === '') return false;
  if (call.end.isWhole()) {
    if (piece.arguments === '') return piece.name !== call.name;
    // The same complete call under the same id is a repetition.
    const isRepetition = piece.name === call.name && piece.arguments === call.arguments;
    return !(isRepetition && piece.id !== '' && piece.id === call.id);
  }
  const differs = piece.name !== call.name;
  return differs && (call.arguments !== '' || piece.arguments !== '') && piece.id === '';
}

function append(call: OpenCall, piece: Piece): void {
  if (call.id === '') call.id = piece.id;
  if (call.name === '') call.name = piece.name;
  // The name may arrive in pieces; servers that repeat the whole name with each piece add nothing.
  else if (call.arguments === '' && piece.name !== call.name) call.name += piece.name;
  // An object after a complete object repeats the call, or replaces a placeholder `{}`.
  const isRepetition = piece.whole || (piece.arguments.startsWith('{') && call.end.isWhole());
  if (isRepetition) call.end = createJsonEndDetector();
  call.end.add(piece.arguments);
  call.arguments = isRepetition ? piece.arguments : call.arguments + piece.arguments;
}
