// Session facts for a list, from the ends of its file: the summary, or the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

const ofProgram = /^\s*<(?:session_context|environment)/;

/** The folder is in a separate file, see `foundSessions`. */
export function geminiCliFacts({ head, tail }: FileEnds): SessionFacts {
  const start = head.slice(0, 2048);
  if (/"kind"\s*:\s*"subagent"/.test(start)) return null;
  const session = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(start)?.[1];
  const id = session === undefined ? {} : { session };
  const summary =
    /"summary"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(tail)?.[1] ?? /"summary"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(head)?.[1];
  if (summary !== undefined) return { ...id, folder: null, title: titleFromText(textOrEmpty(JSON.parse(summary))) };
  let prompt = '';
  for (const line of objectsIn(head)) {
    for (const message of [line, ...objectsOf(jsonObjectOrNull(line.$set)?.messages), ...objectsOf(line.messages)]) {
      if (message.type === 'user' && prompt === '') prompt = titleFromText(promptsIn(message.content));
    }
    if (prompt !== '') break;
  }
  // The older format is one object over several lines.
  const first = /"type"\s*:\s*"user"\s*,\s*"content"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  return {
    ...id,
    folder: null,
    title: prompt || (first === undefined ? '' : titleFromText(textOrEmpty(JSON.parse(first)))),
  };
}

function promptsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return (
    objectsOf(content)
      .map((part) => textOrEmpty(part.text))
      .find((part) => part.trim() !== '' && !ofProgram.test(part)) ?? ''
  );
}
