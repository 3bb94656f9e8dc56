// What a shell runs because of its options.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ArgumentList } from './wrapperOptions.ts';

/** Long options without effect or value. */
const harmlessLong = new Set(['--norc', '--noprofile', '--posix', '--version', '--help', '--verbose', '--noediting']);

/** Pseudo-files that are read as input. */
export const readFrom = /(?:^|\/)(?:dev\/+(?:stdin|fd|tty)|proc\/)/;

/** Null if an option is unknown, so any word may be what it runs. */
export function scriptsRunByShell(name: string, rest: ArgumentList): { texts: string[]; doubts: Sentence[] } | null {
  const shellWords = { texts: [] as string[], doubts: [] as Sentence[] };
  let letters = '';
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (word === null || word === undefined || !/^[-+]/.test(word)) break;
    if (word === '--' || word === '-') {
      at++;
      break;
    }
    if (word.startsWith('--')) {
      shellWords.doubts.push(say`${name} loads its own settings.`);
      if (!harmlessLong.has(word)) return null;
      continue;
    }
    // Letters that no shell has, or that take a value only in some.
    if (!/^[-+][abcefhiklmnoprstuvxBCEHIOPTV]+$/.test(word)) return null;
    letters += word.slice(1);
    // `-o pipefail`, `-eo pipefail` and `-O extglob` take the next word; zsh takes the rest of this one.
    if (/[oO]./.test(word)) return null;
    if (/[oO]$/.test(word)) at++;
  }
  const [text, ...more] = rest.slice(at);
  if (/[ilO]/.test(letters)) shellWords.doubts.push(say`${name} loads its own settings.`);
  if (letters.includes('c')) {
    if (typeof text === 'string') shellWords.texts.push(text);
    else shellWords.doubts.push(say`${name} runs text that cannot be checked in advance.`);
    if (more.length > 0) shellWords.doubts.push(say`${name} passes arguments to the text it runs.`);
  } else if (typeof text !== 'string' || letters.includes('s') || readFrom.test(text)) {
    shellWords.doubts.push(say`${name} runs whatever it reads from its input.`);
  }
  return shellWords;
}
