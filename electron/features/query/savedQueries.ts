// queries.json: the questions that the user saved. Encrypted with the rest of the data.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SavedQuery } from '../../../shared/features/query/methods.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Platform } from '../../platform.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';

export interface SavedQueries {
  list(): Promise<Result<SavedQuery[]>>;
  save(query: SavedQuery): Promise<Result<SavedQuery[]>>;
  remove(id: string): Promise<Result<SavedQuery[]>>;
}

const schema = z.looseObject({
  v: z.literal(1),
  queries: z.array(z.looseObject({ id: z.string(), name: z.string(), sql: z.string() })),
});
const fileName = 'queries.json';
const maxQueries = 200;

type SavedQueriesDeps = Pick<Platform, 'dataDir' | 'disk' | 'clock' | 'mask' | 'keysKnown'>;

export function createSavedQueries({ dataDir, disk, clock, mask, keysKnown }: SavedQueriesDeps): SavedQueries {
  const path = join(dataDir, fileName);
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const queue = createKeyedQueue();
  const load = () => files.read<z.infer<typeof schema>>(path, schema, () => ({ v: 1, queries: [] }), fileName);

  const change = (edit: (queries: SavedQuery[]) => SavedQuery[]): Promise<Result<SavedQuery[]>> =>
    queue.run('', async () => {
      await keysKnown();
      const file = await load();
      if (file.unread !== undefined) return fail('STORE_READ_FAILED', say`${path} could not be read: ${file.unread}.`);
      const queries = edit(file.value.queries);
      if (queries.length > maxQueries)
        return fail('PARAMS_INVALID', say`${maxQueries} queries are saved. Remove one first.`);
      await makeFolder(disk, dataDir);
      const written = await files.write(
        path,
        { ...file.value, queries },
        { synced: true, unreadable: file.notice !== null },
      );
      return written.ok ? ok(queries) : written;
    });

  return {
    list: () =>
      queue.run('', async () => {
        const file = await load();
        if (file.unread !== undefined)
          return fail('STORE_READ_FAILED', say`${path} could not be read: ${file.unread}.`);
        return ok(file.value.queries);
      }),
    save: (query) => change((queries) => [...queries.filter(({ id }) => id !== query.id), query]),
    remove: (id) => change((queries) => queries.filter((query) => query.id !== id)),
  };
}
