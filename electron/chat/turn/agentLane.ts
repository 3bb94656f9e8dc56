// Agents work in parallel in one folder. Exclusive calls, such as file changes, wait for each other, like calls within
// one reply; parallel-safe calls do not wait.

import type { KeyedQueue } from '../../lib/protocolServer.ts';

/** Null: stopped while waiting, so it does not run. */
export async function inAgentLane<T>(
  tasks: KeyedQueue,
  folder: string | null,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T | null> {
  const waiting = new AbortController();
  const ran = tasks.run(`agents:${folder ?? ''}`, async () => {
    waiting.abort();
    return signal.aborted ? null : task();
  });
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: waiting.signal });
  });
  return Promise.race([ran, stopped]);
}
