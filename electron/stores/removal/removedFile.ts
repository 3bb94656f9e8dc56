// removed.json: which messages were permanently removed. Written before the record changes, so that a crash in between
// cannot bring the message back: readers show the tombstone, and the next writer finishes the work.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type RemovalRecord, removedSchema } from '../../conversation/formats.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import type { JsonFiles } from '../files/jsonFile.ts';

export interface RemovedFile {
  read(paths: ConversationPaths): Promise<RemovalRecord>;
  /** The caller holds the conversation's lock. */
  update(paths: ConversationPaths, change: (removed: RemovalRecord) => RemovalRecord): Promise<Result<void>>;
}

export function createRemovedFile(files: JsonFiles): RemovedFile {
  const readFile = (paths: ConversationPaths) =>
    files.read(paths.removed, removedSchema, () => ({ v: 1, ids: [], unfinished: [] }), 'removed.json');
  return {
    read: async (paths) => (await readFile(paths)).value,
    async update(paths, change) {
      const { value, notice } = await readFile(paths);
      const next = change(value);
      if (JSON.stringify(next) === JSON.stringify(value)) return ok(undefined);
      return files.write(paths.removed, next, { synced: true, unreadable: notice !== null });
    },
  };
}
