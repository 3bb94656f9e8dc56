// The end of a command: its exit and last output. A process that keeps the output open longer is killed.

import type { ChildProcess } from 'node:child_process';
import type { Result } from '../../../shared/core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrackedProcess } from '../../ports/processes.ts';
import { toolFailure } from '../toolOutput.ts';

/** How long descendants may keep printing after the command ends. */
const lingerMs = 300;
/** How long to wait for a killed process. */
export const killedMs = 1000;

export type Exit = { code: number | null; signal: string | null } | { error: Error };

export function waitForExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ error }));
  });
}

/** Waits for the last output; kills any process that holds the pipe longer. Time spent on slow consumers does not count. */
export async function drain(
  ended: Promise<void>,
  waiting: Stopwatch,
  tracked: TrackedProcess,
  clock: Clock,
): Promise<void> {
  if (await endedWithin(ended, waiting, clock)) return;
  await tracked.end({ graceMs: 0 });
  await endedWithin(ended, waiting, clock);
}

async function endedWithin(ended: Promise<void>, waiting: Stopwatch, clock: Clock): Promise<boolean> {
  const start = clock.elapsed() - waiting.ms();
  for (;;) {
    const remainingMs = lingerMs - (clock.elapsed() - waiting.ms() - start);
    if (remainingMs <= 0) return false;
    if (await withTimeout(ended.then(yes), remainingMs, clock)) return true;
    await waiting.now();
  }
}

export interface Stopwatch {
  on(promise: Promise<void> | null): Promise<void> | null;
  /** The promise currently awaited. */
  now(): Promise<void>;
  ms(): number;
}

/** Measures the time spent awaiting promises, one after another. */
export function createStopwatch(clock: Clock): Stopwatch {
  let total = 0;
  let since: number | null = null;
  let current: Promise<void> = Promise.resolve();
  const stop = (): void => {
    total += clock.elapsed() - (since ?? clock.elapsed());
    since = null;
  };
  return {
    on(promise) {
      if (promise === null) return null;
      since = clock.elapsed();
      current = promise.then(stop, stop);
      return current;
    },
    now: () => current,
    ms: () => total + (since === null ? 0 : clock.elapsed() - since),
  };
}

const yes = (): true => true;

/** Null on timeout. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  const done = new AbortController();
  const late = clock.wait(ms, done.signal).then(() => null);
  const first = await Promise.race([promise, late]);
  done.abort();
  return first;
}

export function notStartedError(exit: Exit): Result<never> {
  const why = 'error' in exit ? exit.error.message : 'it has no process ID';
  const long = /E2BIG/.test(why) ? ' It is too long: write it to a script with write_file and run that.' : '';
  return toolFailure(`The command could not be started: ${why}.${long}`);
}
