// Commands that an earlier run of the app has started. Only a process that is known by its start time is ever signalled: ids
// are given out again, and the log that names them is a file like any other.

import { readFile } from 'node:fs/promises';
import type { Clock } from '../ports/clock.ts';
import type { Processes, StartedProcess } from '../ports/processes.ts';
import { endGroup } from './processGroup.ts';
import { processStart } from './processStart.ts';

export function createStartedProcesses(clock: Clock): Processes {
  async function isAlive({ pid, startedAt }: StartedProcess): Promise<boolean> {
    // 0 and 1 stand for whole families of processes when a group is signalled.
    if (!Number.isSafeInteger(pid) || pid < 2 || pid === process.pid) return false;
    return (await processStart(pid)) === startedAt && !(await hasEnded(pid));
  }

  return {
    isAlive,
    async end(started) {
      if (!(await isAlive(started))) return true;
      await endGroup(started.pid, clock);
      return !(await isAlive(started));
    },
  };
}

/** Ended, and only waiting for its parent to take note of it. Known on Linux alone. */
async function hasEnded(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state === 'Z' || state === 'X' || state === '';
}
