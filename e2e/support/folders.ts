// Temporary folders for one run of the end-to-end tests, under a root that is removed afterwards.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { quickPlace } from '../../test/support/quickPlace.ts';

const variable = 'THROUGHLINE_E2E_FOLDERS';

/** Playwright's global setup: runs once before the tests, and the returned function once after them. */
export default function openRoot(): () => void {
  const root = mkdtempSync(path.join(quickPlace(), 'throughline-e2e-'));
  process.env[variable] = root;
  // The browser's temporary files go there too.
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

export function freshFolder(name: string): string {
  const root = process.env[variable];
  if (root === undefined) throw new Error('there is no folder for this run');
  const folder = path.join(mkdtempSync(path.join(root, 'f-')), name);
  mkdirSync(folder);
  return folder;
}
