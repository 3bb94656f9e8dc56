// Formats sizes: 512 B, 14 kB, 1.2 MB. Decimal units, as in file managers; localized numbers with international units.

import { locale } from '../strings.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export const formatBytes = bytesIn(locale);

/** @internal */
export function bytesIn(language: string): (bytes: number) => string {
  const [whole, tenths] = [0, 1].map(
    (digits) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
  );
  return (bytes) => {
    let value = Math.max(0, bytes);
    let unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    const form = unit > 0 && value < 9.95 ? tenths : whole;
    return `${form?.format(value)} ${units[unit]}`;
  };
}
