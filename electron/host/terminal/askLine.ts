// Asks one question in the terminal and reads one line. Anything typed before the question does not count.

import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Streams } from './input.ts';
import { visibleText } from './terminalText.ts';

/** Milliseconds without a key until what was typed ahead is through. */
const quietMs = 50;
const ctrlC = 3;

/** Where it is asked. Standard input has to be a terminal. */
export interface Asking extends Pick<Streams, 'stdin' | 'stderr'> {
  /** What Ctrl-C does while the terminal hands over each key. */
  interrupt(): void;
}

/** Null for Ctrl-C and the end of the input. */
export async function askLine(asking: Asking, question: string, signal: AbortSignal): Promise<string | null> {
  const { stdin, stderr, interrupt } = asking;
  await dropTypedAhead(asking, signal);
  // The reader draws its own line again with each key: what stands above it is written once, and before.
  const shown = visibleText(`${question} `);
  const last = shown.lastIndexOf('\n') + 1;
  stderr.write(shown.slice(0, last));
  const lines = createInterface({ input: stdin, output: stderr });
  // While a line is read the terminal gives Ctrl-C to the reader, not to the process.
  lines.on('SIGINT', interrupt);
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const answer = await Promise.race([lines.question(shown.slice(last), { signal }).catch(() => null), ended]);
  lines.close();
  return answer;
}

/** The terminal keeps what is typed until somebody reads: lines, and in raw mode also one that is not ended. */
async function dropTypedAhead({ stdin, interrupt }: Asking, signal: AbortSignal): Promise<void> {
  let came = false;
  const drop = (typed: Buffer): void => {
    came = true;
    if (typed.includes(ctrlC)) interrupt();
  };
  stdin.setRawMode?.(true);
  stdin.on('data', drop);
  do {
    came = false;
    await delay(quietMs);
  } while (came && !signal.aborted);
  stdin.off('data', drop);
  stdin.pause();
  stdin.setRawMode?.(false);
}
