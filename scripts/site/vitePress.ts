// Where VitePress is installed for the site: in the cache, by the content of its lock file.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** May not exist yet. */
export function vitePressFolder(): string {
  const lock = readFileSync(join(here, 'package-lock.json'));
  const name = `site-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  return join(dirname(dirname(here)), '.cache', name);
}
