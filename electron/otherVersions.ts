// Data of other versions: a newer version's is only read, everything else is refused with the reason; an older version's is converted
// after a copy.

import { join } from 'node:path';
import { type MethodName, methods } from '../shared/contract.ts';
import { fail } from '../shared/core/errors.ts';
import { type Sentence, toUserTextData } from '../shared/core/sentence.ts';
import type { Notices } from './chat/notices.ts';
import { makeBackup } from './features/backup/makeBackup.ts';
import type { Handlers } from './lib/protocolServer.ts';
import { makeFolder } from './stores/files/atomicWrite.ts';
import { nodeDisk } from './stores/files/disk.ts';
import type { migrateData } from './stores/migrations.ts';

/** Methods outside the lanes of writers that act nevertheless. */
const acting =
  /^(?:import\.(?:upload|run)|inPlace\.continue\w*|inPlace\.openListed|compare\.(?:resume|offer)|context\.compact|worktree\.(?:make|merge|undoMerge|remove|makeAgain|leave)|terminal\.open|cost\.raise|attachment\.add|run\.tryNow|export\.openIn|backup\.(?:make|restore))$/;

export function readOnlyHandlers(handlers: Handlers, reason: Sentence): Handlers {
  const refuse = async () => fail('STORE_READ_ONLY', reason);
  const entries = Object.entries(handlers).map(([name, handler]) => {
    const { lane } = methods[name as MethodName];
    return [name, lane !== 'none' || acting.test(name) ? refuse : handler] as const;
  });
  return Object.fromEntries(entries) as unknown as Handlers;
}

/** Every window shows the reason when it opens. */
export function readOnlyNotices(notices: Notices, reason: Sentence): Notices {
  return { ...notices, take: () => [toUserTextData(reason), ...notices.take()] };
}

/** Converts the data of an older version, after a copy in `backups`. */
export function migrationOf({
  dataDir,
  version,
}: {
  dataDir: string;
  version: string;
}): Parameters<typeof migrateData>[0] {
  const folder = join(dataDir, 'backups');
  const watch = { signal: new AbortController().signal, onBytes: () => {} };
  return {
    disk: nodeDisk,
    dataDir,
    version,
    async copy() {
      await makeFolder(nodeDisk, folder);
      return makeBackup(nodeDisk, { dataDir, version, to: { folder, keep: 2 }, encryptFor: {} }, watch);
    },
  };
}
