// Shared parts of the session file rules. They are written from what the apps were observed to accept, and import
// nothing from the product.

export type Row = Record<string, unknown>;

export function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function linesOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Complete and not empty. */
export function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

export function isDataUrl(value: unknown): boolean {
  const [head, bytes] = typeof value === 'string' ? value.split(',') : [];
  return /^data:[a-z0-9.+-]+\/[a-z0-9.+-]+(?:;charset=[\w-]+)?;base64$/i.test(head ?? '') && isBase64(bytes);
}

export function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
