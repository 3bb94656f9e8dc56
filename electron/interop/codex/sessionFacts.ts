// Session facts for a list, from the start of a rollout: its folder and the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { row, rows, text } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

/** Text that Codex inserts before a prompt. */
const ofProgram = /^\s*(?:<|# AGENTS\.md)/;

export function codexFacts({ head }: FileEnds): SessionFacts {
  // The first row may exceed the head; its folder precedes its long instructions.
  const folder = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  if (/"source":\{"subagent"/.test(head.slice(0, 8192))) return null;
  let prompt = '';
  for (const line of objectsIn(head)) {
    prompt = titleFromText(promptsIn(row(line.payload) ?? line));
    if (prompt !== '') break;
  }
  return { folder: folder === undefined ? null : text(JSON.parse(folder)), title: prompt };
}

function promptsIn(item: Record<string, unknown>): string {
  if (item.type === 'user_message') return text(item.message);
  if (item.type !== 'message' || item.role !== 'user') return '';
  return (
    rows(item.content)
      .map((part) => text(part.text))
      .find((part) => part.trim() !== '' && !ofProgram.test(part)) ?? ''
  );
}
