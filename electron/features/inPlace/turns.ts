// Who reads a long session waits, line by line, for those who are waited for by a person.

import type { HistoryFile } from '../../interop/history.ts';

export interface Turns {
  /** `isUrgent`: the patient wait until it has ended. */
  take<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
  /** A file whose lines come only while nothing urgent goes on. */
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
