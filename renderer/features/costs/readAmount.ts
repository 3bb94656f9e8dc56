// An amount of US dollars as a person types it; undefined: it is none. A comma is taken for the point of a decimal.

export function readAmount(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$/, '').replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
