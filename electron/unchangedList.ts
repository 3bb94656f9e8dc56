// The subset of the core for commands that only list, and for deciding whether a command may run: see
// electron/stores/list/unchangedList.ts and readOnlyData.ts.

import { hostname } from 'node:os';
import type { CoreOptions } from './coreOptions.ts';
import { readUnchangedList, type UnchangedRow } from './stores/list/unchangedList.ts';

export { whyReadOnly } from './stores/readOnlyData.ts';
export type { UnchangedRow };

/** `key` null: the data is not encrypted. */
export async function unchangedList(dataDir: string, key: CoreOptions['dataKey']): Promise<UnchangedRow[] | null> {
  if (!key) return readUnchangedList(dataDir, hostname());
  const { encryptedFiles } = await import('./stores/list/encryptedFiles.ts');
  return readUnchangedList(dataDir, hostname(), encryptedFiles(key));
}
