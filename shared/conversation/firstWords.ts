// The first words of a message on one line, to tell it from others.

import { type Message, textOf } from './message.ts';

/** Characters, at most. */
const longest = 60;

/** Empty where it has no text. */
export function firstWords(message: Message): string {
  const line = textOf(message).slice(0, 4000).replace(/\s+/gu, ' ').trim();
  const letters = [...line.slice(0, longest * 2)];
  return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest).join('').trimEnd()}…`;
}
