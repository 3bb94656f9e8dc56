// The streams of a terminal program: a process's own, or any others.

import type { Readable, Writable } from 'node:stream';

export interface Streams {
  /** Where it is a terminal it has both. */
  stdin: Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
}
