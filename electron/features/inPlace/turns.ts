// Makes long background reads yield, line by line, to reads that a user is waiting for.

import type { HistoryFile } from '../../interop/history.ts';

export interface Turns {
  /** Patient work waits until an urgent task has ended. */
  take<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
  /** A file whose lines only arrive while nothing urgent runs. */
  patient(file: HistoryFile): HistoryFile;
}

export function createTurns(): Turns {
  let urgent = 0;
  const waiting: (() => void)[] = [];

  return {
    async take(isUrgent, work) {
      if (!isUrgent) return work();
      urgent++;
      try {
        return await work();
      } finally {
        urgent--;
        if (urgent === 0) for (const go of waiting.splice(0)) go();
      }
    },
    patient: (file) => ({
      ...file,
      async *lines() {
        for await (const line of file.lines()) {
          while (urgent > 0) await new Promise<void>((resolve) => waiting.push(resolve));
          yield line;
        }
      },
    }),
  };
}
