// What tests ask about real processes.

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { isRunning } from './isRunning.ts';
import { promised } from './time.ts';

/** The number that a process writes to a file, with a line end after it, once it is there. */
export function numberIn(path: string): Promise<number> {
  return vi.waitFor(
    () => {
      const text = readFileSync(path, 'utf8');
      if (!/^\d+\n$/.test(text)) throw new Error(`${path} has no number yet`);
      return Number(text);
    },
    { timeout: 60_000, interval: 5 },
  );
}

/** Resolves once the process is gone, rejects when it is not after `ms` on a machine that does nothing else; 0: it must be gone. */
export async function goneWithin(pid: number, ms: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (isRunning(pid)) throw new Error(`process ${pid} is still running after ${ms} ms`);
    },
    { timeout: promised(ms), interval: 5 },
  );
}
