// Keeps the transfers of a store within a number of bytes per second.

import type { Clock } from '../../../ports/clock.ts';
import { cancelled } from './remoteFault.ts';
import type { RemoteStore } from './remoteStore.ts';

/** Bytes that a request costs besides the object. */
const requestBytes = 1024;

/** `bytesPerSecond` is read before each request, as users change it. Null: no limit. */
export function limitRate(store: RemoteStore, clock: Clock, bytesPerSecond: () => number | null): RemoteStore {
  /** When the bytes so far will have been transferred at the limit. */
  let freeAt = 0;

  async function turn(bytes: number, signal: AbortSignal): Promise<boolean> {
    const rate = bytesPerSecond();
    const now = clock.elapsed();
    const startAt = rate === null ? now : Math.max(now, freeAt);
    spend(bytes + requestBytes, startAt);
    // The signal ends the wait.
    if (startAt > now) await clock.wait(startAt - now, signal);
    return !signal.aborted;
  }

  function spend(bytes: number, from = Math.max(freeAt, clock.elapsed())): void {
    const rate = bytesPerSecond();
    freeAt = rate === null ? 0 : from + (bytes / rate) * 1000;
  }

  return {
    async list(folder, options) {
      if (!(await turn(0, options.signal))) return cancelled();
      return store.list(folder, options);
    },
    async get(name, signal) {
      if (!(await turn(0, signal))) return cancelled();
      const read = await store.get(name, signal);
      if (read.ok && read.value) spend(read.value.length);
      return read;
    },
    async put(name, bytes, signal) {
      return (await turn(bytes.length, signal)) ? store.put(name, bytes, signal) : cancelled();
    },
    async remove(name, signal) {
      return (await turn(0, signal)) ? store.remove(name, signal) : cancelled();
    },
  };
}
