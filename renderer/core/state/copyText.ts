// Copies text and reports success or failure.

import { lateStrings } from '../lateStrings.ts';
import type { Actions } from './actions.ts';

const words = lateStrings.results.actions;

export async function copyText(
  text: string,
  { say }: Pick<Actions, 'say'>,
  done: string = words.copied,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
    return true;
  } catch {
    say(words.notCopied);
    return false;
  }
}
