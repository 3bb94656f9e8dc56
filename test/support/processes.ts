// What tests ask about real processes.

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

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

/** The number that a process writes to a file, with a line end after it, once it is there. */
export function numberIn(path: string): Promise<number> {
  return vi.waitFor(
    () => {
      const text = readFileSync(path, 'utf8');
      if (!/^\d+\n$/.test(text)) throw new Error(`${path} has no number yet`);
      return Number(text);
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Resolves once the process is gone, rejects after `ms`. */
export async function goneWithin(pid: number, ms: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (isRunning(pid)) throw new Error(`process ${pid} is still running after ${ms} ms`);
    },
    { timeout: ms, interval: 5 },
  );
}
