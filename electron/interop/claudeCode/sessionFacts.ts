// Session facts for a list, from the start and end of its file: the folder and the title, which the app repeats at the
// end. Without a title, the user's first prompt.

import { typedCommand } from '../../../shared/features/slash/slash.ts';
import { titleFromText } from '../../conversation/title.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';
import { updateTitle } from './lines.ts';

const ofProgram = /^\s*<(?:command-|local-command|system-reminder|task-notification)/;

export function claudeCodeFacts({ head, tail }: FileEnds): SessionFacts {
  const facts = { folder: null as string | null, title: '', rank: 0 };
  const texts: string[] = [];
  for (const line of objectsIn(head)) {
    if (line.isSidechain === true) return null;
    updateTitle(line, facts);
    if (line.type === 'user' && line.isMeta !== true) texts.push(...textsIn(line));
    if (facts.folder !== null && texts.some(isUserText)) break;
  }
  if (tail.includes('itle"') || tail.includes('"summary"'))
    for (const line of objectsIn(tail)) updateTitle(line, facts);
  return { folder: facts.folder, title: titleFromText(facts.title) || firstPrompt(texts) };
}

function textsIn(line: Record<string, unknown>): string[] {
  const content = jsonObjectOrNull(line.message)?.content;
  return typeof content === 'string' ? [content] : objectsOf(content).map((block) => textOrEmpty(block.text));
}

/** Whether the user wrote it: the app inserts text as tags, such as caveats, output and commands like `/init`. */
export function isUserText(text: string): boolean {
  return text.trim() !== '' && !ofProgram.test(text);
}

/** A session's title from the user's first prompt. Takes the texts of user lines in order. Falls back to the first command; else empty. */
export function firstPrompt(texts: Iterable<string>): string {
  let command = '';
  for (const text of texts) {
    const title = titleFromText(isUserText(text) ? text : '');
    if (title !== '') return title;
    command ||= titleFromText(typedCommand(text) ?? '');
  }
  return command;
}
