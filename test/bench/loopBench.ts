// PERF-8: the loop's own cost when a model calls a tool: everything from the reply until the result is stored, except
// the tool and waiting for disk syncs. Compared with writing and syncing the same bytes directly. Also measures the
// next request, which grows with the context (PERF-3).

import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, nodeDisk } from '../../electron/stores/files/disk.ts';
import { runLoopCalls } from '../support/loopCalls.ts';
import { count, type Figure, median, milliseconds, type Section } from './figures.ts';

const calls = 40;
const rounds = 5;

export async function loopBench(folder: string, lengths: readonly number[]): Promise<Section> {
  const figures: Figure[] = [];
  for (const messages of lengths) {
    const whole: number[] = [];
    const building: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const syncs = timedSyncs();
      const inSync: number[] = [];
      const onRequest = (): void => void inSync.push(syncs.take());
      const dataDir = join(folder, `loop-${messages}-${round}`);
      const made = await runLoopCalls({ dataDir, messages, calls, disk: syncs.disk, onRequest });
      // The first few calls find no warm caches.
      for (let at = 5; at < made.calls.length; at++) {
        whole.push(made.calls[at] as number);
        own.push((made.calls[at] as number) - (inSync[at + 1] as number));
        building.push(made.requests[at] as number);
      }
    }
    const name = `${count(messages)} messages in the context`;
    figures.push({ name: `${name}: reply to stored result`, value: milliseconds(median(whole)) });
    figures.push({
      name: `${name}: the loop's own share`,
      value: milliseconds(median(own)),
      promise: { row: 'PERF-8', text: 'at most 2 ms', kept: median(own) <= 2 },
    });
    figures.push({ name: `${name}: building the next request`, value: milliseconds(median(building)) });
  }
  figures.push({
    name: 'two bare writes and syncs of the same bytes',
    value: milliseconds(bareSyncs(join(folder, 'bare'))),
  });
  return {
    title: 'Loop',
    how: `Runs of ${calls} tool calls, one per reply, with a tool that answers at once; median of ${rounds} runs.`,
    figures,
  };
}

/** A real disk that reports how long its syncs took since the last query. Here they run one at a time. */
function timedSyncs(): { disk: Disk; take(): number } {
  let spent = 0;
  const watched = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, property) {
        const own = Reflect.get(target, property) as unknown;
        if (typeof own !== 'function') return own;
        const call = own.bind(target) as (...args: unknown[]) => Promise<unknown>;
        if (property !== 'sync' && property !== 'datasync') return call;
        return async (...args: unknown[]) => {
          const start = performance.now();
          const result = await call(...args);
          spent += performance.now() - start;
          return result;
        };
      },
    });
  const open = async (...args: Parameters<typeof nodeDisk.open>): Promise<FileHandle> =>
    watched(await nodeDisk.open(...args));
  return {
    disk: { ...nodeDisk, open: open as typeof nodeDisk.open },
    take() {
      const taken = spent;
      spent = 0;
      return taken;
    },
  };
}

function bareSyncs(path: string): number {
  const file = openSync(path, 'w');
  const record = Buffer.from(`${'x'.repeat(400)}\n]\n`);
  const took: number[] = [];
  let at = 0;
  for (let round = 0; round < 200; round++) {
    const start = performance.now();
    for (let n = 0; n < 2; n++) {
      writeSync(file, record, 0, record.length, at);
      fdatasyncSync(file);
      at += record.length - 2;
    }
    took.push(performance.now() - start);
  }
  closeSync(file);
  return median(took);
}
