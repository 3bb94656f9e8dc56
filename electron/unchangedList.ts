// The subset of the core for commands that only list: see electron/stores/list/unchangedList.ts.

import { hostname } from 'node:os';
import { readUnchangedList, type UnchangedRow } from './stores/list/unchangedList.ts';

export type { UnchangedRow };

export const unchangedList = (dataDir: string): Promise<UnchangedRow[] | null> =>
  readUnchangedList(dataDir, hostname());
