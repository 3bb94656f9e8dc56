// Compares two sessions key by key, in both directions. Rows are paired within their type, so that an extra row is a
// single difference. Ids may differ, but must map consistently.

import { foldersOf, isTime, plainText } from './plain.ts';
import { type Program, rowsOf, type SessionRow } from './rows.ts';

interface Difference {
  /** The row's type and its index within that type. */
  type: string;
  number: number;
  /** As `message.content.0.text`. */
  path: string;
  one: unknown;
  other: unknown;
}

export interface Comparison {
  /** Types with different row counts. */
  counts: { type: string; one: number; other: number }[];
  /** The first row, from 1, with a different type; null: the same order. */
  order: { row: number; one: string | null; other: string | null } | null;
  /** Undefined means a missing key. */
  differences: Difference[];
}

export function compareSessions(program: Program, one: string, other: string): Comparison {
  const [left, right] = [rowsOf(program, one), rowsOf(program, other)];
  const [groups, others] = [byType(left), byType(right)];
  const types = [...new Set([...groups.keys(), ...others.keys()])];
  const counts = types
    .map((type) => ({ type, one: groups.get(type)?.length ?? 0, other: others.get(type)?.length ?? 0 }))
    .filter((count) => count.one !== count.other);
  const differ = createDiffer(left, right);
  const numbers = new Map<string, number>();
  // In the first session's order, so that an id is seen where it is defined.
  const differences = left.flatMap(({ type, value }) => {
    const number = numbers.get(type) ?? 0;
    numbers.set(type, number + 1);
    const pair = others.get(type)?.[number];
    if (!pair) return [];
    return differ(value, pair.value).map((difference) => ({ type, number: number + 1, ...difference }));
  });
  return { counts, order: orderOf(left, right), differences };
}

export function isSame({ counts, order, differences }: Comparison): boolean {
  return counts.length === 0 && order === null && differences.length === 0;
}

function byType(rows: readonly SessionRow[]): Map<string, SessionRow[]> {
  const groups = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const group = groups.get(row.type);
    if (group) group.push(row);
    else groups.set(row.type, [row]);
  }
  return groups;
}

function orderOf(left: readonly SessionRow[], right: readonly SessionRow[]): Comparison['order'] {
  const longest = Math.max(left.length, right.length);
  for (let at = 0; at < longest; at++) {
    const [one, other] = [left[at]?.type ?? null, right[at]?.type ?? null];
    if (one !== other) return { row: at + 1, one, other };
  }
  return null;
}

type Found = Omit<Difference, 'type' | 'number'>;

function createDiffer(
  left: readonly SessionRow[],
  right: readonly SessionRow[],
): (one: unknown, other: unknown) => Found[] {
  const folders = foldersOf(left.map(({ value }) => value));
  const otherFolders = foldersOf(right.map(({ value }) => value));
  const forward = new Map<string, string>();
  const backward = new Map<string, string>();

  function sameIds(ids: readonly string[], others: readonly string[]): boolean {
    return ids.every((id, at) => {
      const other = others[at] as string;
      if (!forward.has(id) && !backward.has(other)) {
        forward.set(id, other);
        backward.set(other, id);
      }
      return forward.get(id) === other;
    });
  }

  function sameText(one: string, other: string): boolean {
    const [plain, otherPlain] = [plainText(one, folders), plainText(other, otherFolders)];
    return plain.text === otherPlain.text && sameIds(plain.ids, otherPlain.ids);
  }

  function walk(one: unknown, other: unknown, path: readonly string[]): Found[] {
    const name = path.at(-1) ?? '';
    const isSameValue =
      typeof one === 'string' && typeof other === 'string'
        ? sameText(one, other)
        : one === other || (isTime(name, one) && isTime(name, other));
    if (isSameValue) return [];
    if (!isInner(one) || !isInner(other) || Array.isArray(one) !== Array.isArray(other)) {
      return [{ path: path.join('.'), one, other }];
    }
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((key) => walk(own(one, key), own(other, key), [...path, key]));
  }
  return (one, other) => walk(one, other, []);
}

function isInner(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
