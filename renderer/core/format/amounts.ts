// Formats sizes and US dollars in the window's language.

import { locale } from '../strings.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 512 B, 14 kB, 1.2 MB. Decimal units, as in file managers; localized numbers with international units. */
export const formatBytes = createByteFormatter(locale);

/** @internal */
export function createByteFormatter(language: string): (bytes: number) => string {
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

/** Formats US dollars. Small amounts keep significant digits, so that no cost appears as zero. */
export function formatUsd(usd: number): string {
  const digits = usd === 0 || usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4;
  if (usd > 0 && usd < 0.0001) return `<${dollars(0.0001, 4)}`;
  return dollars(usd, digits);
}

/** Price per million tokens, with all its digits. */
export function formatPrice(usd: number): string {
  return dollars(usd, 2, 6);
}

function dollars(usd: number, min: number, max = min): string {
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: min, maximumFractionDigits: max }).format(usd);
  return `$${amount}`;
}
