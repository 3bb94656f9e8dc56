// Session facts for a list, from the start and end of its file: the folder and the title, which the app repeats at the
// end. Without a title, the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { row, rows, text } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';
import { firstPrompt, isUserText } from './firstPrompt.ts';
import { updateTitle } from './lines.ts';

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
  const content = row(line.message)?.content;
  return typeof content === 'string' ? [content] : rows(content).map((block) => text(block.text));
}
