// Asks one question in the terminal and reads one line. Ignores anything typed before the question.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Streams } from './input.ts';
import { visibleText } from './terminalText.ts';

/** Pause without a key after which type-ahead has been consumed. */
const quietMs = 50;
const ctrlC = 3;

/** Where to ask. Standard input must be a terminal. */
export interface Asking extends Pick<Streams, 'stdin' | 'stderr'> {
  /** Handles Ctrl-C in raw mode. */
  interrupt(): void;
}

/** Returns null on Ctrl-C and at the end of the input. With `hidden`, what is typed is not shown. */
export async function askLine(
  asking: Asking,
  question: string,
  signal: AbortSignal,
  hidden = false,
): Promise<string | null> {
  const { stdin, stderr, interrupt } = asking;
  await discardTypeAhead(asking, signal);
  // Readline redraws its own line with each key, so print everything above it once, before.
  const prompt = visibleText(`${question} `);
  const last = prompt.lastIndexOf('\n') + 1;
  stderr.write(hidden ? prompt : prompt.slice(0, last));
  const lines = createInterface({ input: stdin, output: hidden ? nowhere() : stderr, terminal: true });
  // While reading a line, the terminal sends Ctrl-C to readline instead of the process.
  lines.on('SIGINT', interrupt);
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const answer = await Promise.race([lines.question(prompt.slice(last), { signal }).catch(() => null), closed]);
  lines.close();
  if (hidden) stderr.write('\n');
  return answer;
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Discards type-ahead: the terminal buffers lines, and in raw mode also unfinished ones. */
async function discardTypeAhead({ stdin, interrupt }: Asking, signal: AbortSignal): Promise<void> {
  let hasArrived = false;
  const drop = (input: Buffer): void => {
    hasArrived = true;
    if (input.includes(ctrlC)) interrupt();
  };
  stdin.setRawMode?.(true);
  stdin.on('data', drop);
  do {
    hasArrived = false;
    await delay(quietMs);
  } while (hasArrived && !signal.aborted);
  stdin.off('data', drop);
  stdin.pause();
  stdin.setRawMode?.(false);
}
