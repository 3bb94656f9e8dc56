// Starts busy children, listens to them, and kills them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { BusyWord } from './busyWords.ts';

const script = fileURLToPath(new URL('./busyChild.ts', import.meta.url));

export interface BusyChild {
  pid: number;
  words: BusyWord[];
  /** Resolves when something was acknowledged; rejects when it ends before. */
  ready: Promise<void>;
  /** SIGKILL; resolves when it is gone and all that it said has been read. */
  kill(): Promise<void>;
}

/** Fills the folder where what is compiled is kept; a child that is killed leaves nothing there. */
export async function compileBusyChild(cache: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  await once(child, 'close');
}

/** `cache`: a folder where what is compiled for one is kept for the next. */
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
  // One that is killed before anybody waits for it is no failure.
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
