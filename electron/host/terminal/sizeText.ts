// Sizes as the command line prints them: 512 B, 14 kB, 1.2 MB. Decimal units, as file managers show them.

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit > 0 && value < 9.95 ? 1 : 0)} ${units[unit]}`;
}
