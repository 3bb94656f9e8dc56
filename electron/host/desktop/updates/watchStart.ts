// Starts the new version and waits until it has opened its window: a version that cannot start cannot restore its
// predecessor.

import type { ChildProcess } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import { readPending, rollBack } from './pendingUpdate.ts';

export type StartOutcome = 'started' | 'rolledBack' | 'left';

export interface WatchedStart {
  /** The journal's folder. */
  folder: string;
  start(): ChildProcess;
  /** Until the new version's own code runs. */
  aliveMs?: number;
  /** From then on: it may first have to copy and convert data. */
  windowMs?: number;
  /** Ends the watch; the next start judges then. */
  signal: AbortSignal;
}

const aliveMs = 60_000;
const windowMs = 15 * 60_000;

/** `left`: the user ended the new version, or the watch. */
export async function watchStart(options: WatchedStart): Promise<StartOutcome> {
  const { folder, signal } = options;
  mkdirSync(folder, { recursive: true });
  if (signal.aborted) return 'left';
  const ended = Promise.withResolvers<'started' | 'failed' | 'left'>();
  let timer: NodeJS.Timeout;
  let isAlive = false;
  const look = (): void => {
    const pending = readPending(folder);
    // The new version removes the journal when its window is open.
    if (pending === null) ended.resolve('started');
    if (pending === null || isAlive || pending.starts === 0) return;
    isAlive = true;
    clearTimeout(timer);
    timer = setTimeout(() => ended.resolve('failed'), options.windowMs ?? windowMs);
  };
  const watcher = watch(folder, look);
  watcher.on('error', () => {});
  timer = setTimeout(() => ended.resolve('failed'), options.aliveMs ?? aliveMs);
  signal.addEventListener('abort', () => ended.resolve('left'), { once: true });
  const child = options.start();
  child.ref();
  child.once('error', () => ended.resolve('failed'));
  child.once('exit', (code) => {
    look();
    // Exit code 0: another start has taken over, or the user quit at once.
    ended.resolve(code === 0 ? 'left' : 'failed');
  });
  const how = await ended.promise;
  clearTimeout(timer);
  watcher.close();
  child.unref();
  if (how !== 'failed') return how;
  endGroup(child);
  const pending = readPending(folder);
  return pending !== null && rollBack(folder, pending) ? 'rolledBack' : 'left';
}

/** It leads a process group of its own. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {}
}
