// How long things take, on machines that are busy with other things.

import { availableParallelism, loadavg } from 'node:os';

/** Milliseconds for which this thread was at work until now: what others take of the machine does not count. */
export function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What is promised is promised for a machine that does nothing else: here it may take three times as long, and longer as
 *  more programs share a core. What is broken takes minutes, or never ends. */
export function promised(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.round(ms * (3 + lastMinute / availableParallelism()));
}
