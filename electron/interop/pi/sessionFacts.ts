// Session facts for a list, from the ends of a Pi session: its folder, and its name or the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

export function piFacts({ head, tail }: FileEnds): SessionFacts {
  let folder: string | null = null;
  let [name, prompt] = ['', ''];
  for (const row of objectsIn(head)) {
    if (row.type === 'session') folder ??= textOrEmpty(row.cwd) || null;
    if (row.type === 'session_info') name = textOrEmpty(row.name);
    const message = jsonObjectOrNull(row.message);
    if (message?.role === 'user' && prompt === '') prompt = titleFromText(withoutFiles(textIn(message.content)));
  }
  if (tail.includes('"session_info"'))
    for (const row of objectsIn(tail)) if (row.type === 'session_info') name = textOrEmpty(row.name);
  return { folder, title: titleFromText(name) || prompt };
}

/** Pi puts the files that the user names on its command line in front of the prompt. */
export function withoutFiles(text: string): string {
  return text.replace(/^(?:<file name="[^"\n]*">[^<]*<\/file>\s*)+/, '');
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map(({ text }) => textOrEmpty(text))
    .join(' ');
}
