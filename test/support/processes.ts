// Questions that tests ask about real processes.

import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { isRunning } from './isRunning.ts';

/** Resolves to the number that a process writes to a file, once a line break follows it. */
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

/** Less than the processes of tests would run without being ended. */
const hangMs = 25_000;

/**
 * Resolves once the process is gone. 0: it must be gone already; otherwise the value only documents how soon it goes on
 * a quiet machine.
 */
export async function goneWithin(pid: number, ms: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (isRunning(pid)) throw new Error(`process ${pid} is still running`);
    },
    { timeout: ms === 0 ? 0 : Math.max(ms, hangMs), interval: 5 },
  );
}

/** Resolves once its parent knows that it has ended. */
export async function reaped(pid: number): Promise<void> {
  const exists = (): unknown => process.kill(pid, 0);
  await vi.waitFor(() => expect(exists).toThrow(), { timeout: hangMs, interval: 5 });
}
