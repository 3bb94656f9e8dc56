// The processes that sync this data folder: a window, and commands that run something. Each holds a lock as long as it lives, so a
// killed one is recognized, whatever clocks and process IDs claim.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../../shared/core/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type AcquiredLock, isLocked, tryLock } from '../../../stores/locks/locks.ts';

/** Processes of this data folder: each knows what the others run and wait for, and what a killed one left behind. */
export interface Processes {
  /** This one. */
  readonly self: string;
  /** From now on the others see that it is there. */
  register(): void;
  isAlive(process: string): boolean;
}

export function createProcesses(locks: string, clock: Pick<Clock, 'now'>): Processes & { end(): void } {
  const self = `sync-${randomBytes(8).toString('hex')}`;
  let lock: AcquiredLock | null = null;
  return {
    self,
    register() {
      if (lock) return;
      const attempt = tryLock(locks, self, say`synchronizing`, clock.now());
      if (attempt.kind === 'held') lock = attempt.lock;
    },
    isAlive(process) {
      if (!/^sync-[0-9a-f]{16}$/.test(process)) return false;
      const isThere = isLocked(locks, process);
      if (!isThere) rmSync(join(locks, `${process}.db`), { force: true });
      return isThere;
    },
    end() {
      lock?.release();
      if (lock) rmSync(join(locks, `${self}.db`), { force: true });
      lock = null;
    },
  };
}
