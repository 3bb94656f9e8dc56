// Parses an amount of US dollars, accepting a decimal comma; undefined if invalid.

export function readAmount(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$/, '').replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
