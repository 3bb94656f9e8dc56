// Reads the top-level keys from a truncated JSON text, for format detection.

export interface TopKeys {
  /** The object is in an array. */
  inArray: boolean;
  keys: Set<string>;
  /** Scalar values by key. */
  values: Map<string, string>;
}

export function scanTopKeys(head: string): TopKeys {
  const keys: TopKeys = { inArray: false, keys: new Set(), values: new Map() };
  let depth = 0;
  let base = -1;
  let key: string | null = null;
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gy;
  const begin = /^[\ufeff\s]*/.exec(head)?.[0].length ?? 0;
  let at = begin;
  while (at < head.length) {
    while (at < head.length && head.charCodeAt(at) <= 0x20) at++;
    token.lastIndex = at;
    const [text] = token.exec(head) ?? [];
    if (text === undefined) return keys;
    at += text.length;
    if (text === '{' || text === '[') {
      depth++;
      if (base < 0 && text === '{') base = depth;
      else if (base < 0 && depth === 1) keys.inArray = true;
      else if (base < 0) return keys;
    } else if (text === '}' || text === ']') {
      if (depth-- === base) return keys;
    } else if (base < 0) return keys;
    else if (depth === base && text === ',') key = null;
    else if (depth === base && text !== ':') {
      if (key === null) {
        key = scalarText(text);
        keys.keys.add(key);
      } else keys.values.set(key, scalarText(text));
    }
  }
  return keys;
}

function scalarText(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
