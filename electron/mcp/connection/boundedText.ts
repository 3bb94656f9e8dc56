// Cleans a server's text before it is shown or sent: bounded, and without invisible or direction-changing characters. It is
// still only a stranger's claim.

import { firstCharacters } from '../../lib/text.ts';

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/** `most` UTF-16 units. Line breaks and tabs stay. */
export function boundedText(text: string, most: number): string {
  const clean = firstCharacters(text, most * 2)
    .toWellFormed()
    .replace(invisible, (sign) => (sign === '\n' || sign === '\t' || sign === '\u200d' ? sign : ''));
  return clean.length > most ? `${firstCharacters(clean, most - 1)}…` : clean;
}
