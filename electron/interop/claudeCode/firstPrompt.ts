// Derives a session's title from the user's first prompt. Skips text that the app inserts as tags: caveats, output and
// commands such as `/init`.

import { typedCommand } from '../../../shared/features/slash/typedCommand.ts';
import { titleFromText } from '../../conversation/title.ts';

const ofProgram = /^\s*<(?:command-|local-command|system-reminder|task-notification)/;

export function isUserText(text: string): boolean {
  return text.trim() !== '' && !ofProgram.test(text);
}

/** Takes the texts of user lines in order. Falls back to the first command; else empty. */
export function firstPrompt(texts: Iterable<string>): string {
  let command = '';
  for (const text of texts) {
    const title = titleFromText(isUserText(text) ? text : '');
    if (title !== '') return title;
    command ||= titleFromText(typedCommand(text) ?? '');
  }
  return command;
}
