// Session facts for a list, from the ends of a Copilot CLI session and `workspace.yaml` next to it.

import { join } from 'node:path';
import { titleFromText } from '../../conversation/title.ts';
import { readSmallFile } from '../agentSessions/smallFile.ts';
import { jsonObjectOrNull, textOrEmpty } from '../looseJson.ts';
import { type FileEnds, objectsIn, type SessionFacts } from '../sessionEnds.ts';

const maxBytes = 64 * 1024;

export function copilotFacts({ path, head }: FileEnds): SessionFacts {
  let folder: string | null = null;
  let prompt = '';
  for (const row of objectsIn(head)) {
    const data = jsonObjectOrNull(row.data);
    if (row.type === 'session.start') folder ??= textOrEmpty(jsonObjectOrNull(data?.context)?.cwd) || null;
    if (row.type === 'user.message' && isByUser(data?.source) && row.agentId === undefined)
      prompt ||= titleFromText(textOrEmpty(data?.content));
    if (folder !== null && prompt !== '') break;
  }
  const name = /(?:^|[\\/])events\.jsonl$/.test(path)
    ? readSmallFile(join(path, '..', 'workspace.yaml'), maxBytes)
    : '';
  return { folder, title: titleFromText(workspaceName(name)) || prompt };
}

/** Other sources are texts of the app, such as the instructions of a skill. */
export function isByUser(source: unknown): boolean {
  return source === undefined || source === null || source === '' || source === 'user';
}

/**
 * The session's name, or its summary in older versions: one line of the file, plain or quoted. It is no full YAML
 * parser: a name over several lines is left to the user's first prompt.
 */
export function workspaceName(yaml: string): string {
  for (const field of ['name', 'summary']) {
    const value = new RegExp(`^${field}: (.+)$`, 'm').exec(yaml)?.[1]?.trim() ?? '';
    if (value === '' || /^[|>&*!]/.test(value)) continue;
    if (value.startsWith("'")) return /^'((?:[^']|'')*)'$/.exec(value)?.[1]?.replaceAll("''", "'") ?? '';
    if (!value.startsWith('"')) return value;
    try {
      return textOrEmpty(JSON.parse(value));
    } catch {
      return '';
    }
  }
  return '';
}

/** `<id>/events.jsonl` or `<id>.jsonl`; needed when only the end of a file is read. */
export function sessionOfPath(path: string): string {
  const [name = '', folder = ''] = path.split(/[\\/]/).reverse();
  const stem = name.replace(/\.jsonl$/i, '');
  return stem === 'events' && folder !== '' ? folder : stem;
}
