// The processes that an app of the desktop tests started.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { livePaths } from '../../test/support/liveFiles.ts';

/** The PIDs of the app and of the processes it started, from its journal. */
export function startedPids(dataDir: string): number[] {
  return livePaths(path.join(dataDir, 'processes')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)),
  );
}
