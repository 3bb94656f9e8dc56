// What the ends of a session's file say, for a list: its folder, and its title, which the program writes again at the end of a
// file. Without one: what the person asked first.

import { titleFromText } from '../../../shared/conversation/title.ts';
import { row, rows, text } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';
import { learnTitle } from './lines.ts';

/** What the program itself puts into a person's lines. */
const ofProgram = /^\s*<(?:command-|local-command|system-reminder|task-notification)/;

export function claudeCodeFacts({ head, tail }: FileEnds): SessionFacts {
  const facts = { folder: null as string | null, title: '', rank: 0 };
  let asked = '';
  for (const line of objectsIn(head)) {
    if (line.isSidechain === true) return null;
    learnTitle(line, facts);
    if (asked === '' && line.type === 'user' && line.isMeta !== true) asked = titleFromText(saidIn(line));
    if (facts.folder !== null && asked !== '') break;
  }
  if (tail.includes('itle"') || tail.includes('"summary"')) for (const line of objectsIn(tail)) learnTitle(line, facts);
  return { folder: facts.folder, title: titleFromText(facts.title) || asked };
}

function saidIn(line: Record<string, unknown>): string {
  const content = row(line.message)?.content;
  const words = typeof content === 'string' ? [content] : rows(content).map((block) => text(block.text));
  return words.find((word) => word.trim() !== '' && !ofProgram.test(word)) ?? '';
}
