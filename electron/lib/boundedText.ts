// Cleans a server's text before it is displayed or sent: bounds it and removes invisible and direction-changing
// characters. It is still untrusted.

import { firstCharacters } from './text.ts';

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/** `max`: in UTF-16 units. Keeps line breaks and tabs. */
export function boundedText(text: string, max: number): string {
  const clean = firstCharacters(text, max * 2)
    .toWellFormed()
    .replace(invisible, (sign) => (sign === '\n' || sign === '\t' || sign === '\u200d' ? sign : ''));
  return clean.length > max ? `${firstCharacters(clean, max - 1)}…` : clean;
}
