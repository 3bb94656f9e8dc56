// Applies streamed argument fragments, each with a JSON path ("$.files[0].path"); strings arrive in several fragments
// and are appended.

import { objectOrNull, stringOrEmpty } from '../http/replyReader.ts';

type Key = string | number;

/** The maximum nesting of a request. */
const deepest = 64;
/** An index far beyond the list would create a huge sparse array. */
const maxListLength = 100_000;

/** Applies the fragments to `args`; ignores those with an unreadable path. */
export function addPartialArguments(args: Record<string, unknown>, pieces: unknown): void {
  for (const piece of Array.isArray(pieces) ? pieces : []) {
    const fragment = objectOrNull(piece);
    const keys = fragment ? keysOf(stringOrEmpty(fragment.jsonPath)) : null;
    if (fragment && keys) setAt(args, keys, fragment);
  }
}

/** Parses `$.a[0]['b c']` into a, 0, "b c"; null for anything else. */
function keysOf(path: string): Key[] | null {
  const keys: Key[] = [];
  const step = /\.([^.[\]]+)|\[(\d+)\]|\[(['"])(.*?)\3\]/y;
  if (!path.startsWith('$')) return null;
  for (step.lastIndex = 1; step.lastIndex < path.length; ) {
    const match = step.exec(path);
    if (!match) return null;
    keys.push(match[2] === undefined ? (match[1] ?? match[4] ?? '') : Number(match[2]));
  }
  const tooFar = keys.some((key) => typeof key === 'number' && key > maxListLength);
  return keys.length === 0 || keys.length > deepest || tooFar || typeof keys[0] !== 'string' ? null : keys;
}

function setAt(args: Record<string, unknown>, keys: readonly Key[], piece: Record<string, unknown>): void {
  let at: Record<Key, unknown> = args;
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (next === undefined) {
      set(at, key, givenValue(piece, ownValue(at, key)));
      return;
    }
    const inner = ownValue(at, key);
    const isCompatible = typeof next === 'number' ? Array.isArray(inner) : objectOrNull(inner) !== null;
    if (!isCompatible) set(at, key, typeof next === 'number' ? [] : {});
    at = ownValue(at, key) as Record<Key, unknown>;
  }
}

function givenValue(piece: Record<string, unknown>, before: unknown): unknown {
  if (typeof piece.stringValue === 'string') return (typeof before === 'string' ? before : '') + piece.stringValue;
  if (piece.numberValue !== undefined) return piece.numberValue;
  if (piece.boolValue !== undefined) return piece.boolValue;
  return null;
}

/** Reads own properties only, so that `__proto__` is an ordinary name. */
function ownValue(at: Record<Key, unknown>, key: Key): unknown {
  return Object.hasOwn(at, key) ? at[key] : undefined;
}

function set(at: Record<Key, unknown>, key: Key, value: unknown): void {
  Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true });
}
