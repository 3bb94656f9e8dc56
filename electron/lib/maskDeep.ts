// Masks secrets in every string of a value before it is stored, including object keys.

import { createTimeSlice } from './cooperativeYield.ts';
import type { SecretMask } from './secretMask.ts';

/** Returns a copy, or `value` itself if nothing was masked. Values are plain JSON data. */
export function maskDeep<T>(mask: SecretMask, value: T): T {
  return mask.isIdle() ? value : (masked(mask, value) as T);
}

/** Does the same in time slices, for values with very many entries. */
export async function maskInSlices<T>(mask: SecretMask, value: T): Promise<T> {
  if (mask.isIdle()) return value;
  const slice = createTimeSlice();

  async function inTurns(field: unknown, levels: number): Promise<unknown> {
    if (levels === 0 || typeof field !== 'object' || field === null || Array.isArray(field)) return masked(mask, field);
    const entries: [string, unknown][] = [];
    let changed = false;
    for (const [key, inner] of Object.entries(field)) {
      const isWide = levels > 1 && typeof inner === 'object' && inner !== null;
      const entry: [string, unknown] = [
        mask.text(key),
        isWide ? await inTurns(inner, levels - 1) : masked(mask, inner),
      ];
      changed ||= entry[0] !== key || entry[1] !== inner;
      entries.push(entry);
      const turn = slice();
      if (turn) await turn;
    }
    return changed ? Object.fromEntries(entries) : field;
  }

  return (await inTurns(value, 2)) as T;
}

function masked(mask: SecretMask, value: unknown): unknown {
  if (typeof value === 'string') return mask.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => masked(mask, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed = false;
  const fields = Object.entries(value).map(([key, field]) => {
    const entry = [mask.text(key), masked(mask, field)] as const;
    changed ||= entry[0] !== key || entry[1] !== field;
    return entry;
  });
  return changed ? Object.fromEntries(fields) : value;
}
