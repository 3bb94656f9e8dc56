// Hides secrets in every string of a value, keys of objects included, before it is stored.

import type { SecretMask } from './secretMask.ts';

/** A copy; `value` itself where nothing in it was hidden. Values are plain data, as JSON has them. */
export function maskDeep<T>(mask: SecretMask, value: T): T {
  return mask.isIdle() ? value : (masked(mask, value) as T);
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
