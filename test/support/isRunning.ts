// Whether a real process still runs. Also for specs, which are no part of Vitest.

import { readFileSync } from 'node:fs';

/** False also for a process that has ended and whose parent has not asked for its exit code yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return process.platform !== 'linux';
  }
}
