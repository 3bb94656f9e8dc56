// Commands started by an earlier run of the app. A process is only signaled if its start time matches: PIDs are
// reused, and the log that names them is a file like any other.

import { processStartTime } from '../../lib/processStart.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Processes, ProcessRecords, StartedProcess } from '../../ports/processes.ts';
import { isStillRunning } from './processTable.ts';
import { endProcessTree } from './processTree.ts';

export interface StartedProcessesOptions {
  clock: Clock;
  records: ProcessRecords;
  /** Resolves when leftovers of earlier runs have been ended. */
  settled(): Promise<void>;
}

export function createStartedProcesses({ clock, records, settled }: StartedProcessesOptions): Processes {
  async function isAlive({ pid, startedAt }: StartedProcess): Promise<boolean> {
    // As group IDs, 0 and 1 would signal unrelated processes.
    if (!Number.isSafeInteger(pid) || pid < 2 || pid === process.pid) return false;
    if (process.platform === 'linux') return isStillRunning({ pid, startedAt });
    return (await processStartTime(pid)) === startedAt;
  }

  return {
    isAlive,
    settled,
    async end(root) {
      if (!(await isAlive(root))) return true;
      const record = (await records.list()).find(
        ({ process }) => process?.pid === root.pid && process.startedAt === root.startedAt,
      );
      const { allEnded } = await endProcessTree({ root, marker: record?.marker ?? null, isOurs: false }, clock);
      return allEnded && !(await isAlive(root));
    },
  };
}
