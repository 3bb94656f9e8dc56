// A messages.json as the scan takes it: from one of its records on, and so that the scan can be stopped.

import type { LogSource } from '../files/fileWindow.ts';

const opening = Buffer.from('[\n');
export const openingBytes = opening.length;

/** The file from one of its records on, as a file of its own: a place in it is `openingBytes` after that in the rest. */
export function fromRecord(file: LogSource, start: number): LogSource {
  return {
    size: opening.length + Math.max(0, file.size - start),
    async read(position, length, into) {
      if (position >= opening.length) return file.read(start + position - opening.length, length, into);
      const head = opening.subarray(position, position + length);
      return Buffer.concat([head, await file.read(start, length - head.length)]);
    },
  };
}

/** Thrown by a source that was stopped. */
export class SearchInterruption extends Error {}

export function stoppable(source: LogSource, stop: () => boolean): LogSource {
  return {
    size: source.size,
    async read(position, length, into) {
      if (stop()) throw new SearchInterruption();
      return source.read(position, length, into);
    },
  };
}
