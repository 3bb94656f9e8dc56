// Puts streamed tool calls together. Servers agree on little: the index may be missing, begin at 1, have gaps or be 0
// for all; ids may be missing, empty, repeated or the same for all; a call may come whole or in pieces, its name late.
// What marks a new call, in this order: another index; another id; a name where the call at hand is already complete.
// Calls are kept in the order in which they first appeared, ids and arguments as they came; those after the first 128 are
// left out, and it is said that there were more.

import { maxCalls } from '../../../shared/conversation/message.ts';
import { createJsonObjectEnd, type JsonObjectEnd } from './jsonObjectEnd.ts';

interface StreamedCall {
  id: string;
  name: string;
  arguments: string;
}

interface Open extends StreamedCall {
  index: number | null;
  /** Of its arguments. */
  end: JsonObjectEnd;
}

interface Piece {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
  /** The arguments came as a JSON value, not as a piece of a string: they are whole. */
  whole: boolean;
}

export interface CallAccumulator {
  /** Takes one `delta.tool_calls`; answers the positions of the calls that it touched. */
  add(toolCalls: unknown): number[];
  at(position: number): StreamedCall | undefined;
  /** The calls, without the empty ones that some servers send at the end. */
  calls(): StreamedCall[];
  /** Whether there were more than are taken. */
  more(): boolean;
  /** Of arguments, those that were left out among them. */
  characters(): number;
}

export function createCallAccumulator(): CallAccumulator {
  const open: Open[] = [];
  /** The call that was left out last. */
  let left: Piece | null = null;
  let characters = 0;
  return {
    add(toolCalls) {
      const entries = Array.isArray(toolCalls) ? toolCalls : [toolCalls];
      const touched = new Set<number>();
      entries.forEach((entry, place) => {
        const piece = readPiece(entry, entries.length > 1 ? place : null);
        if (!piece) return;
        characters += piece.arguments.length;
        if (left && goesOn(left, piece)) return;
        const call = findOpen(open, piece) ?? (open.length < maxCalls ? start(open, piece) : null);
        if (!call) {
          if (piece.name !== '' || piece.arguments !== '') left = piece;
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
    more: () => left !== null,
    characters: () => characters,
  };
}

/** A piece without a name, of the call that was left out last. */
function goesOn(left: Piece, piece: Piece): boolean {
  return piece.name === '' && piece.index === left.index && (piece.id === '' || piece.id === left.id);
}

function readPiece(entry: unknown, place: number | null): Piece | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { index, id, function: called } = entry as Record<string, unknown>;
  const { name, arguments: args } = (typeof called === 'object' && called !== null ? called : {}) as Record<
    string,
    unknown
  >;
  const isText = typeof args === 'string';
  return {
    index: typeof index === 'number' && Number.isInteger(index) ? index : place,
    id: typeof id === 'string' ? id.trim() : '',
    name: typeof name === 'string' ? name : '',
    arguments: isText ? args : args === null || args === undefined ? '' : JSON.stringify(args),
    whole: !isText && args !== null && args !== undefined,
  };
}

function start(open: Open[], piece: Piece): Open {
  const call: Open = { index: piece.index, id: piece.id, name: '', arguments: '', end: createJsonObjectEnd() };
  open.push(call);
  return call;
}

/** The call that a piece goes on with; undefined when it begins a new one. */
function findOpen(open: readonly Open[], piece: Piece): Open | undefined {
  const candidate = findNamed(open, piece);
  if (!candidate) return undefined;
  if (piece.id !== '' && candidate.id !== '' && piece.id !== candidate.id) {
    // Some servers make up a new id for each piece: without a name it is a new call only when the last one is whole.
    const known = open.findLast((call) => call.id === piece.id && call.index === candidate.index);
    if (known) return known;
    return piece.name !== '' || candidate.end.isWhole() ? undefined : candidate;
  }
  return beginsAnother(candidate, piece) ? undefined : candidate;
}

function findNamed(open: readonly Open[], piece: Piece): Open | undefined {
  if (piece.index !== null) return open.findLast((call) => call.index === piece.index);
  if (piece.id !== '') return open.findLast((call) => call.id === piece.id);
  return open.at(-1);
}

/** A piece with a name, for a call that has one already. */
function beginsAnother(call: Open, piece: Piece): boolean {
  if (piece.name === '' || call.name === '') return false;
  if (call.end.isWhole()) {
    if (piece.arguments === '') return piece.name !== call.name;
    // The same call again, whole, under the same id is a repetition, not a second call.
    const again = piece.name === call.name && piece.arguments === call.arguments;
    return !(again && piece.id !== '' && piece.id === call.id);
  }
  const differs = piece.name !== call.name;
  return differs && (call.arguments !== '' || piece.arguments !== '') && piece.id === '';
}

function append(call: Open, piece: Piece): void {
  if (call.id === '') call.id = piece.id;
  if (call.name === '') call.name = piece.name;
  // A name in pieces; a server that repeats the whole name with each piece says nothing new.
  else if (call.arguments === '' && piece.name !== call.name) call.name += piece.name;
  // An object after a whole object is the call said again, or what an empty `{}` stood for until now.
  const again = piece.whole || (piece.arguments.startsWith('{') && call.end.isWhole());
  if (again) call.end = createJsonObjectEnd();
  call.end.add(piece.arguments);
  call.arguments = again ? piece.arguments : call.arguments + piece.arguments;
}
