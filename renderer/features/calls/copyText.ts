// Puts a text on the clipboard and says so, or that it could not be.

import type { Actions } from '../../core/state/actions.ts';
import { strings } from '../../core/strings.ts';

const words = strings.boxes.actions;

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
