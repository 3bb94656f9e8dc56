// Reads standard input to its end, and tells a person who may not know that it is waiting.

import type { Streams } from './streams.ts';

/** Without a word on standard input, until the person is told what is waited for. */
const tellWaitMs = 1500;

/** Null where it has more than so many bytes. What was read when the signal aborts is what there is. */
export async function readInput(
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void stdin.destroy();
  const told = setTimeout(() => {
    const how = stdin.isTTY ? 'press Ctrl-D on an empty line to finish' : 'the program writing to it must finish';
    stderr.write(`Reading standard input: ${how}.\n`);
  }, tellWaitMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const piece of stdin) {
      told.refresh();
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > mostBytes) return null;
    }
  } catch {
    // It was closed, or given up.
  } finally {
    clearTimeout(told);
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(pieces).toString('utf8');
}
