// Session facts for a list, from the ends of a Qwen Code session: its folder, and its title or the user's first prompt.

import { titleFromText } from '../../conversation/title.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

export function qwenFacts({ head, tail }: FileEnds): SessionFacts {
  let folder: string | null = null;
  let [title, prompt] = ['', ''];
  for (const row of objectsIn(head)) {
    if (row.isSidechain === true) return null;
    folder ??= textOrEmpty(row.cwd) || null;
    title = titleIn(row) || title;
    const isByUser = row.type === 'user' && row.provenance !== 'system' && row.subtype === undefined;
    if (isByUser) prompt ||= titleFromText(promptIn(row));
  }
  if (tail.includes('"custom_title"')) for (const row of objectsIn(tail)) title = titleIn(row) || title;
  return { folder, title: titleFromText(title) || prompt };
}

function titleIn(row: Record<string, unknown>): string {
  return row.subtype === 'custom_title' ? textOrEmpty(jsonObjectOrNull(row.systemPayload)?.customTitle) : '';
}

function promptIn(row: Record<string, unknown>): string {
  const [text = ''] = objectsOf(jsonObjectOrNull(row.message)?.parts).map((part) => textOrEmpty(part.text));
  return text;
}
