// Formats US dollars. Small amounts keep significant digits, so that no cost appears as zero.

import { locale } from '../strings.ts';

export function formatUsd(usd: number): string {
  const digits = usd === 0 || usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4;
  if (usd > 0 && usd < 0.0001) return `<${dollars(0.0001, 4)}`;
  return dollars(usd, digits);
}

/** Price per million tokens, with all its digits. */
export function formatPrice(usd: number): string {
  return dollars(usd, 2, 6);
}

function dollars(usd: number, least: number, most = least): string {
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(
    usd,
  );
  return `$${amount}`;
}
