// Starts and ends `storeChild.ts`, and reads its output.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface ChildStore {
  child: ChildProcess;
  /** The complete lines so far. */
  lines(): string[];
  /** Resolves when `done` is true for the lines so far; rejects if the process exits before. */
  until(done: (lines: string[]) => boolean): Promise<string[]>;
  /** Sends SIGKILL; resolves when it has exited. */
  kill(): Promise<void>;
  ended: Promise<void>;
}

export function startChildStore(dataDir: string, conversationId: string, task: string): ChildStore {
  const script = fileURLToPath(new URL('./storeChild.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, dataDir, conversationId, task],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    for (const watcher of watchers) watcher();
  });
  const ended = once(child, 'close').then(() => {});
  const lines = (): string[] => text.split('\n').slice(0, -1);
  return {
    child,
    lines,
    ended,
    until: (done) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!done(lines())) return;
          watchers.delete(look);
          resolve(lines());
        };
        watchers.add(look);
        look();
        void ended.then(() => (done(lines()) ? resolve(lines()) : reject(new Error(`ended after: ${text}`))));
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
