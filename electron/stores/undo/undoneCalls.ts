// Notes next to a conversation's calls: which are currently undone, and which undo or redo has begun.

import { join } from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { UnfinishedChange } from '../../ports/changes.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import type { Disk } from '../files/disk.ts';
import type { JsonFiles } from '../files/jsonFile.ts';

const undoneSchema = z.looseObject({ v: z.number().default(1), calls: z.array(z.string()).default([]) });
const goingSchema = z.looseObject({
  v: z.number().default(1),
  direction: z.enum(['undo', 'redo']),
  folder: z.string(),
  elsewhere: z.array(z.string()).exactOptional(),
  calls: z.array(
    z.object({
      conversationId: z.string(),
      messageId: z.string(),
      index: z.number().int(),
      agent: z.string().exactOptional(),
    }),
  ),
  noteId: z.string(),
  toldAs: z.enum(['undo', 'redo']).exactOptional(),
});

export interface UndoneCalls {
  /** In the format of `callKey`. */
  undone(paths: ConversationPaths): Promise<string[]>;
  /** Durable once it resolves. */
  mark(paths: ConversationPaths, keys: readonly string[], undone: boolean): Promise<Result<void>>;
  unfinished(paths: ConversationPaths): Promise<UnfinishedChange | null>;
  setUnfinished(paths: ConversationPaths, unfinished: UnfinishedChange | null): Promise<Result<void>>;
}

export function createUndoneCalls(disk: Disk, files: JsonFiles): UndoneCalls {
  const queue = createKeyedQueue();
  const goingPath = (paths: ConversationPaths): string => join(paths.undo, 'going.json');
  const undonePath = (paths: ConversationPaths): string => join(paths.undo, 'undone.json');

  async function undone(paths: ConversationPaths): Promise<string[]> {
    return (await files.read(undonePath(paths), undoneSchema, () => undoneSchema.parse({}), 'undone.json')).value.calls;
  }

  return {
    undone,
    mark: (paths, keys, isUndone) =>
      queue.run(paths.undo, async () => {
        const rest = (await undone(paths)).filter((key) => !keys.includes(key));
        const value = { v: 1, calls: isUndone ? [...rest, ...keys] : rest };
        return files.write(undonePath(paths), value, { synced: true, unreadable: false });
      }),

    async unfinished(paths) {
      const read = await files.read<UnfinishedChange | null>(goingPath(paths), goingSchema, () => null, 'going.json');
      return read.value;
    },

    async setUnfinished(paths, pendingUndo) {
      if (pendingUndo) {
        await makeFolder(disk, paths.undo, paths.project);
        return files.write(goingPath(paths), { v: 1, ...pendingUndo }, { synced: true, unreadable: false });
      }
      await disk.rm(goingPath(paths), { force: true });
      return ok(undefined);
    },
  };
}
