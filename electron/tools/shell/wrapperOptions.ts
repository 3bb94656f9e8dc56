// A wrapper's own options before the command it runs.

import type { Wrapper } from './wrapperTable.ts';

export type ArgumentList = readonly (string | null)[];

/** Start of the command and its assignments. Null if an option is unknown, so it may start anywhere. */
export function findCommandStart(wrapper: Wrapper, rest: ArgumentList): { at: number; assignments: string[] } | null {
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word === null || word === undefined) return null;
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-')) break;
    const wordCount = optionWords(wrapper, word);
    if (wordCount === null) return null;
    at += wordCount - 1;
  }
  at += wrapper.skip ?? 0;
  const assignments: string[] = [];
  if (wrapper.assigns) {
    for (; /^[A-Za-z_]\w*\+?=/.test(rest[at] ?? ''); at++)
      assignments.push((rest[at] as string).split(/\+?=/)[0] as string);
  }
  return { at, assignments };
}

/** Words that this option takes; null if unknown. */
function optionWords(wrapper: Wrapper, word: string): 1 | 2 | null {
  const { valued = '', flags = '', attached = '', longValued = [], longFlags = [], numbered } = wrapper;
  if (numbered && /^--?\+?\d+$/.test(word)) return 1;
  if (word.startsWith('--')) {
    const [name = '', ...value] = word.split('=');
    if (longValued.includes(name)) return value.length > 0 ? 1 : 2;
    return longFlags.includes(name) ? 1 : null;
  }
  // For `env`, the same as -i.
  if (word === '-') return 1;
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (valued.includes(letter)) return at === word.length - 1 ? 2 : 1;
    if (attached.includes(letter)) return 1;
    if (!flags.includes(letter)) return null;
  }
  return 1;
}
