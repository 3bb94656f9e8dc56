// A disk that asks before each change whether anything may be changed.

import { constants } from 'node:fs';
import { SentenceError } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { Disk } from './disk.ts';

const writing = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;

/** `why` returns why nothing may be changed; null: it may. Changes then fail with that sentence, and reading continues. */
export function guardWrites(disk: Disk, why: () => Sentence | null): Disk {
  function guarded<Args extends unknown[], T>(change: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return async (...args) => {
      const reason = why();
      if (reason !== null) throw new SentenceError(reason);
      return change(...args);
    };
  }
  const open = guarded(disk.open);
  return {
    ...disk,
    mkdir: guarded(disk.mkdir as (...args: unknown[]) => Promise<undefined>) as Disk['mkdir'],
    rename: guarded(disk.rename),
    unlink: guarded(disk.unlink),
    rm: guarded(disk.rm),
    copyFile: guarded(disk.copyFile),
    open: (path, flags = 'r', mode) => {
      const reads = typeof flags === 'number' ? (flags & writing) === 0 : flags === 'r' || flags === 'rs';
      return reads ? disk.open(path, flags, mode) : open(path, flags, mode);
    },
  };
}
