// Runs the command line as a person does: the built door in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const doors = fileURLToPath(new URL('../../out/', import.meta.url));

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  /** Resolves when standard output or error contains `text`. */
  prints(text: string): Promise<void>;
  finished: Promise<Finished>;
}

/** Nothing of the machine's own settings reaches the program. */
function cleanEnvironment(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  return { PATH, HOME, TMPDIR, TZ: 'UTC', ...env };
}

export function startThroughline(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${doors}cli.js`, ...args], {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const add = (keep: (text: string) => void) => (chunk: Buffer) => {
    keep(chunk.toString('utf8'));
    for (const watch of watchers) watch();
  };
  child.stdout.on(
    'data',
    add((text) => (stdout += text)),
  );
  child.stderr.on(
    'data',
    add((text) => (stderr += text)),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }) as Finished);
  return {
    child,
    finished,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!(stdout + stderr).includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
        finished.then(() => reject(new Error(`ended without printing "${text}":\n${stdout}\n${stderr}`)), reject);
      }),
  };
}

export function throughline(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  return startThroughline(args, env).finished;
}
