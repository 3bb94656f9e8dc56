// removed.json: which messages were permanently removed. Written before the record changes, so that a crash in between
// cannot bring the message back: readers show the tombstone, and the next writer finishes the work.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type RemovalRecord, removedSchema } from '../../conversation/formats.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import type { JsonFiles } from '../files/jsonFile.ts';

export interface RemovedFile {
  read(place: ConversationPaths): Promise<RemovalRecord>;
  /** The caller holds the conversation's lock. */
  update(place: ConversationPaths, change: (removed: RemovalRecord) => RemovalRecord): Promise<Result<void>>;
}

export function createRemovedFile(files: JsonFiles): RemovedFile {
  const readFile = (place: ConversationPaths) =>
    files.read(place.removed, removedSchema, () => ({ v: 1, ids: [], unfinished: [] }), 'removed.json');
  return {
    read: async (place) => (await readFile(place)).value,
    async update(place, change) {
      const { value, notice } = await readFile(place);
      const next = change(value);
      if (JSON.stringify(next) === JSON.stringify(value)) return ok(undefined);
      return files.write(place.removed, next, { synced: true, unreadable: notice !== null });
    },
  };
}
