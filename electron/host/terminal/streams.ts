// What the words of a terminal program go through: those of a process, or any streams.

import type { Readable, Writable } from 'node:stream';

export interface Streams {
  /** Where it is a terminal it has both. */
  stdin: Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
}
