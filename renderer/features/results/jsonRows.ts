// Flattens a JSON value into tree rows: only expanded nodes, and only the first items of a large list.

import { WrittenNumber } from './jsonText.ts';

export interface JsonRow {
  /** Path in the value; stable as long as the value is. */
  id: string;
  depth: number;
  key: string | number | null;
  value: unknown;
  /** Number of children; null for primitives. */
  size: number | null;
  open: boolean;
  /** Number of hidden items, in the row that reveals more. */
  left: number | null;
}

export interface JsonFolds {
  /** Nodes that the user expanded or collapsed. */
  open: ReadonlyMap<string, boolean>;
  /** Number of visible items of large lists. */
  shownCounts: ReadonlyMap<string, number>;
}

export const partSize = 100;
/** Maximum size of a node that starts expanded. */
const openAtFirst = 20;
const openDepth = 3;
const maxRows = 20_000;

export function jsonRows(value: unknown, { open, shownCounts }: JsonFolds): JsonRow[] {
  const rows: JsonRow[] = [];
  add(null, value, '', 0, true);
  return rows;

  /** `few`: its parent has few children. */
  function add(key: string | number | null, one: unknown, id: string, depth: number, few: boolean): void {
    if (rows.length >= maxRows) return;
    const size = sizeOf(one);
    const isOpen =
      size !== null && size > 0 && (open.get(id) ?? (depth === 0 || (few && depth < openDepth && size <= openAtFirst)));
    rows.push({ id, depth, key, value: one, size, open: isOpen, left: null });
    if (!isOpen || size === null) return;
    const max = shownCounts.get(id) ?? partSize;
    for (const [name, inner] of firstOf(one as object, max)) {
      add(
        name,
        inner,
        `${id}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
        depth + 1,
        size <= openAtFirst,
      );
    }
    if (size <= max) return;
    const left = size - max;
    rows.push({ id: `${id}/…`, depth: depth + 1, key: null, value: id, size: null, open: false, left });
  }
}

function sizeOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return null;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function firstOf(value: object, max: number): [string | number, unknown][] {
  if (Array.isArray(value)) return value.slice(0, max).map((one, index): [number, unknown] => [index, one]);
  return Object.keys(value)
    .slice(0, max)
    .map((name) => [name, (value as Record<string, unknown>)[name]]);
}

/** The path in code notation: `days[0].low`, `["a b"]`. */
export function jsonPath(id: string, root: unknown): string {
  let at = root;
  let path = '';
  for (const part of id.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) path += `[${name}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) path += path === '' ? name : `.${name}`;
    else path += `[${JSON.stringify(name)}]`;
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  }
  return path;
}

/** For the clipboard: strings unquoted, everything else as JSON. */
export function jsonValueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof WrittenNumber) return value.text;
  return withWrittenNumbers(JSON.stringify(value, marked, 2) ?? String(value));
}

const mark = '\ue000number:';

function marked(_key: string, value: unknown): unknown {
  return value instanceof WrittenNumber ? `${mark}${value.text}` : value;
}

function withWrittenNumbers(json: string): string {
  return json.replaceAll(new RegExp(`"${mark}([-+.0-9eE]+)"`, 'g'), '$1');
}
