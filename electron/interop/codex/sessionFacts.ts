// Session facts for a list, from the start of a rollout: its folder and the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

/** Text that Codex inserts before a prompt. */
const ofProgram = /^\s*(?:<|# AGENTS\.md)/;

export function codexFacts({ head }: FileEnds): SessionFacts {
  // The first row may exceed the head; its folder precedes its long instructions.
  const folder = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  if (/"source":\{"subagent"/.test(head.slice(0, 8192))) return null;
  let prompt = '';
  for (const line of objectsIn(head)) {
    prompt = titleFromText(promptsIn(jsonObjectOrNull(line.payload) ?? line));
    if (prompt !== '') break;
  }
  return { folder: folder === undefined ? null : textOrEmpty(JSON.parse(folder)), title: prompt };
}

function promptsIn(item: Record<string, unknown>): string {
  if (item.type === 'user_message') return textOrEmpty(item.message);
  if (item.type !== 'message' || item.role !== 'user') return '';
  return (
    objectsOf(item.content)
      .map((part) => textOrEmpty(part.text))
      .find((part) => part.trim() !== '' && !ofProgram.test(part)) ?? ''
  );
}
