// Starts busy children, reads their output, and kills them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { BusyWord } from './busyWords.ts';

const script = fileURLToPath(new URL('./busyChild.ts', import.meta.url));

export interface BusyChild {
  pid: number;
  words: BusyWord[];
  /** Resolves at the first acknowledgment; rejects if it exits before. */
  ready: Promise<void>;
  /** Sends SIGKILL; resolves when it has exited and all its output has been read. */
  kill(): Promise<void>;
}

/** Fills the compile cache folder; a killed child leaves nothing there. */
export async function compileBusyChild(cache: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  await once(child, 'close');
}

/** `cache`: a folder for the compile cache, shared between children. */
export function startBusyChild(cache: string, ...given: string[]): BusyChild {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const words: BusyWord[] = [];
  let rest = '';
  let first = (): void => {};
  const spoken = new Promise<void>((resolve) => {
    first = resolve;
  });
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    words.push(...lines.map((line) => JSON.parse(line) as BusyWord));
    if (words.some(({ done }) => done)) first();
  });
  const closed = once(child, 'close');
  const ready = Promise.race([
    spoken,
    closed.then(() => {
      throw new Error('the child ended before anything was acknowledged');
    }),
  ]);
  // A child killed before anyone waits for it is not a failure.
  ready.catch(() => {});
  return {
    pid: child.pid ?? -1,
    words,
    ready,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
