// Starts a program in its own process and reads its output, for tests of entry points and scripts.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { withoutTitles } from './withoutTitles.ts';

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
  /** Its output on both so far. */
  said(): string;
  finished: Promise<Finished>;
}

export interface ProgramOptions {
  env?: Record<string, string>;
  folder?: string;
  /** The content of its standard input; empty by default. */
  input?: string;
  /** Its standard input is a pipe that the test writes to and closes. */
  inputStaysOpen?: true;
}

/** Runs a script on this Node, without the machine's own settings. Killed at the end of the test. */
export function startProgram(script: string, args: readonly string[], options: ProgramOptions = {}): Started {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, TZ: 'UTC', ...withoutTitles, ...options.env },
    stdio: [options.input === undefined && !options.inputStaysOpen ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(options.folder ? { cwd: options.folder } : {}),
  });
  child.stdin?.on('error', () => {});
  if (!options.inputStaysOpen) child.stdin?.end(options.input);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const add = (keep: (text: string) => void) => (chunk: Buffer) => {
    keep(chunk.toString('utf8'));
    for (const watch of watchers) watch();
  };
  child.stdout?.on(
    'data',
    add((text) => (stdout += text)),
  );
  child.stderr?.on(
    'data',
    add((text) => (stderr += text)),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }) as Finished);
  return {
    child,
    finished,
    said: () => stdout + stderr,
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
