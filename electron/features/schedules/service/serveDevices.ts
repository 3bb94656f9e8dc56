// Serves paired devices while no other process has the data folder, by a browser host in a process of its own: it releases
// the folder at once, and whatever happens to it, the schedules continue here.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hostFlags, serviceArgument, waitExitCode } from '../../../lib/serviceHost.ts';
import type { Clock } from '../../../ports/clock.ts';
import { folderOwner, isRequested } from '../../../stores/locks/folderRequest.ts';
import { deviceArguments, type ServedDevices } from './serviceFiles.ts';

interface Serving {
  dataDir: string;
  /** The entry point of the browser host. */
  host: string;
  served: ServedDevices;
  /** More of its arguments. */
  more: readonly string[];
  clock: Clock;
  err(line: string): void;
  signal: AbortSignal;
}

/** Between two looks whether the folder, or the port, is free. Milliseconds, as all below. */
const lookMs = 2_000;
/** After it has ended unexpectedly; doubled each time, unless it had worked for a while. */
const minPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Returns when `signal` aborts and the host has ended. */
export async function serveDevices({ clock, err, signal, ...serving }: Serving): Promise<void> {
  let lastLine = '';
  let pauseMs = minPauseMs;
  const report = (line: string): void => {
    // A port that stays busy is not news.
    if (line !== lastLine) err(line);
    lastLine = line;
  };
  while (!signal.aborted) {
    const isFree = folderOwner(serving.dataDir) === 'nobody' && !isRequested(join(serving.dataDir, 'locks'));
    if (!isFree) {
      await clock.wait(lookMs, signal);
      continue;
    }
    const startedAt = clock.elapsed();
    const code = await runHost(serving, report, signal);
    if (signal.aborted) return;
    if (code === 0) report('Devices are not served while another process has the data folder.');
    if (code === 0 || code === waitExitCode) {
      await clock.wait(lookMs, signal);
      continue;
    }
    if (clock.elapsed() - startedAt > maxPauseMs) pauseMs = minPauseMs;
    report(`The part that serves devices ended unexpectedly (${code}). It starts again.`);
    await clock.wait(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, maxPauseMs);
  }
}

/** Resolves with its exit code, or the signal that ended it. */
async function runHost(
  { dataDir, host, served, more }: Pick<Serving, 'dataDir' | 'host' | 'served' | 'more'>,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<number | NodeJS.Signals> {
  const args = [serviceArgument, '--no-open', '--data', dataDir, ...deviceArguments(served), ...more];
  let child: ChildProcess;
  try {
    // Its output for a terminal goes nowhere. It ends with the other end of its input.
    child = spawn(process.execPath, [...hostFlags(), host, ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
  } catch (thrown) {
    report(`Devices cannot be served: ${(thrown as Error).message}.`);
    return 1;
  }
  child.stdin?.on('error', () => {});
  // A signal would cut it off on Windows.
  const end = (): void => void child.stdin?.end();
  signal.addEventListener('abort', end, { once: true });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', report);
  const [code, by] = await once(child, 'close').catch((thrown: Error) => {
    report(`Devices cannot be served: ${thrown.message}.`);
    return [1, null];
  });
  signal.removeEventListener('abort', end);
  return code ?? by;
}
