// Session facts for a list, from `<id>.json` next to a Cline session: its folder and title. Without it, the user's first
// prompt.

import { titleFromText } from '../../conversation/title.ts';
import { readSmallFile } from '../agentSessions/smallFile.ts';
import { jsonObjectOrNull, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import type { FileEnds, SessionFacts } from '../sessionEnds.ts';

export const maxFactsBytes = 4 * 1024 * 1024;

export function clineFacts({ path, head }: FileEnds): SessionFacts {
  const parsed = parseLooseJson(readSmallFile(path.replace(/\.messages\.json$/, '.json'), maxFactsBytes));
  const facts = jsonObjectOrNull('value' in parsed ? parsed.value : null) ?? {};
  const written = /"text"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  const first = written === undefined ? { value: '' } : parseLooseJson(written);
  const prompt = userWords(textOrEmpty('value' in first ? first.value : ''));
  return { folder: textOrEmpty(facts.cwd) || null, title: titleFromText(clineTitle(facts)) || titleFromText(prompt) };
}

/** The start of the first prompt, unless the user gave it a name. */
export function clineTitle(facts: Record<string, unknown>): string {
  return textOrEmpty(jsonObjectOrNull(facts.metadata)?.title) || textOrEmpty(facts.prompt);
}

/** Cline wraps what the user typed and puts notes of its own around it. */
export function userWords(text: string): string {
  const inner = /<user_input(?: [^>]*)?>([\s\S]*)<\/user_input>/.exec(text)?.[1];
  return inner ?? text;
}
