// Returns the local calendar day of a moment, as `2026-11-24`.

export function localDay(at: string | Date): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
