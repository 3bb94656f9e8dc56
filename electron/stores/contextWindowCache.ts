// learnt.json: context sizes learnt from models, by `provider/model`. Derived from provider responses, so a missing or
// unreadable file is simply learnt again. The user's settings take precedence.

import { z } from 'zod';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import type { Log } from '../lib/log.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContextWindowCache, ContextWindowRecord } from '../ports/tokens.ts';
import { createDataFolder } from './dataFolder.ts';
import { makeFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason } from './files/disk.ts';
import { createJsonFiles } from './files/jsonFile.ts';

export interface ContextWindowCacheOptions {
  disk: Disk;
  clock: Clock;
  mask?: SecretMask | null;
  log: Log;
}

/** The oldest entries beyond this are dropped. */
const maxModels = 500;

const learntSchema = z.object({
  tokens: z.int().positive(),
  from: z.enum(['refusal', 'reply']).catch('refusal'),
  at: z.string().catch(''),
});
const fileSchema = z.looseObject({
  v: z.literal(1).catch(1),
  windows: z.record(z.string(), learntSchema).catch({}),
});

export function createContextWindowCache(dataDir: string, options: ContextWindowCacheOptions): ContextWindowCache {
  const { disk, clock, mask = null, log } = options;
  const path = createDataFolder(dataDir, disk).learnedWindows;
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const queue = createKeyedQueue();
  const load = () => files.read(path, fileSchema, () => ({ v: 1 as const, windows: {} }), 'learnt.json');

  return {
    read: async () => (await load()).value.windows,

    keep: (model, learnt) =>
      queue.run(path, async () => {
        const { value, notice } = await load();
        const all = Object.entries<ContextWindowRecord>({ ...value.windows, [model]: learnt });
        const newest = all.toSorted(([, one], [, other]) => (one.at < other.at ? 1 : -1)).slice(0, maxModels);
        try {
          await makeFolder(disk, dataDir);
        } catch (thrown) {
          return log('warning', `learnt.json could not be written: ${diskReason(thrown)}`, 'LEARNED_UNWRITTEN', {
            reason: thrown,
          });
        }
        const next = { ...value, windows: Object.fromEntries(newest) };
        const written = await files.write(path, next, { synced: false, unreadable: notice !== null });
        if (!written.ok) log('warning', written.error.message, 'LEARNED_UNWRITTEN', { reason: written.error });
      }),
  };
}
