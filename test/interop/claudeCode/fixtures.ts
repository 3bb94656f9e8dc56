// Our own fixtures: a session of the current version with everything it can contain, and one of an old version.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from './files.ts';

const folder = path.join(import.meta.dirname, '..', 'fixtures', 'claudeCode');

export const sessionId = '11111111-2222-4333-8444-555555555555';
export const session = `${sessionId}.jsonl`;
export const oldSession = 'old-session.jsonl';

export function fixtures(): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

export function hashOf(files: Files): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}
