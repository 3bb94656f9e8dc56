// A session's title from what the person asked first. Much of a person's lines is the program's own: caveats, output, and
// commands such as `/init`, which are written as tags.

import { typedCommand } from '../../../shared/features/slash/typedCommand.ts';
import { titleFromText } from '../../conversation/title.ts';

const ofProgram = /^\s*<(?:command-|local-command|system-reminder|task-notification)/;

export function isOwnWords(text: string): boolean {
  return text.trim() !== '' && !ofProgram.test(text);
}

/** Each is one text of a person's lines, in their order. Without words of their own the first command; else empty. */
export function askedFirst(texts: Iterable<string>): string {
  let command = '';
  for (const text of texts) {
    const title = titleFromText(isOwnWords(text) ? text : '');
    if (title !== '') return title;
    command ||= titleFromText(typedCommand(text) ?? '');
  }
  return command;
}
