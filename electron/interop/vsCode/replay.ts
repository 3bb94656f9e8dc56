// Replays a VS Code chat log: an initial state, followed by changes.

import { isJsonObject } from '../../../shared/core/json.ts';
import { arrayOrEmpty } from '../web/values.ts';

type Container = Record<string, unknown> | unknown[];

export type Replay = { state: unknown };

/** Returns false, without changes, if the line is invalid or its path does not exist. */
export function applyLine(replay: Replay, line: unknown): boolean {
  if (!isJsonObject(line)) return false;
  const path = arrayOrEmpty(line.k);
  switch (line.kind) {
    case 0:
      replay.state = line.v;
      return true;
    case 1:
      if (path.length === 0) replay.state = line.v;
      return path.length === 0 || change(replay, path, (holder, key) => setValue(holder, key, line.v));
    case 2:
      return path.length === 0
        ? push(replay.state, line.v, line.i)
        : change(replay, path, (holder, key) => {
            if (get(holder, key) === undefined && !setValue(holder, key, [])) return false;
            return push(get(holder, key), line.v, line.i);
          });
    case 3:
      return change(replay, path, remove);
    default:
      return false;
  }
}

function change(replay: Replay, path: readonly unknown[], act: (holder: Container, key: unknown) => boolean): boolean {
  if (path.length === 0) return false;
  let holder: unknown = replay.state;
  for (const key of path.slice(0, -1)) holder = isContainer(holder) ? get(holder, key) : undefined;
  return isContainer(holder) && act(holder, path.at(-1));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function get(holder: Container, key: unknown): unknown {
  if (Array.isArray(holder)) return typeof key === 'number' ? holder[key] : undefined;
  return isKey(key) && Object.hasOwn(holder, key) ? holder[String(key)] : undefined;
}

/** A list grows by at most one, so that a line cannot make it arbitrarily long. */
function setValue(holder: Container, key: unknown, value: unknown): boolean {
  if (Array.isArray(holder)) {
    if (!Number.isInteger(key) || (key as number) < 0 || (key as number) > holder.length) return false;
    holder[key as number] = value;
    return true;
  }
  if (!isKey(key)) return false;
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function remove(holder: Container, key: unknown): boolean {
  if (Array.isArray(holder)) return Number.isInteger(key) && holder.splice(key as number, 1).length === 1;
  return isKey(key) && Reflect.deleteProperty(holder, key);
}

function isKey(key: unknown): key is string | number {
  return typeof key === 'string' || typeof key === 'number';
}

/** `i`: truncate the list to this length first. */
function push(list: unknown, values: unknown, i: unknown): boolean {
  if (!Array.isArray(list)) return false;
  if (typeof i === 'number' && Number.isInteger(i) && i >= 0 && i < list.length) list.length = i;
  for (const value of arrayOrEmpty(values)) list.push(value);
  return true;
}
