// The small files next to messages.json: meta, pending, partial. A conversation opens without them too.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import {
  type ConversationMeta,
  metaSchema,
  type Partial,
  type Pending,
  partialSchema,
  pendingSchema,
} from '../conversation/formats.ts';
import { yieldToEventLoop } from '../lib/cooperativeYield.ts';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationPaths } from './dataFolder.ts';
import { setAside } from './files/atomicWrite.ts';
import { type Disk, diskReason, isAbsent } from './files/disk.ts';
import type { JsonFile, JsonFiles } from './files/jsonFile.ts';
import { underLock } from './locks/locks.ts';

export interface Sidecars {
  readMeta(place: ConversationPaths): Promise<JsonFile<ConversationMeta>>;
  /** Serializes changes across processes. */
  updateMeta(
    place: ConversationPaths,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>>;
  readPending(place: ConversationPaths): Promise<JsonFile<Pending>>;
  savePending(place: ConversationPaths, pending: Pending): Promise<Result<void>>;
  readPartial(place: ConversationPaths): Promise<JsonFile<Partial | null>>;
  savePartial(place: ConversationPaths, partial: Partial | null): Promise<Result<void>>;
  /** Only if it still belongs to this reply. */
  removePartial(place: ConversationPaths, messageId: string): Promise<void>;
  setPartialAside(place: ConversationPaths): Promise<Result<void>>;
}

const metaVersion = 1;
const emptyMeta = metaSchema.parse({});

export function createSidecars(disk: Disk, files: JsonFiles, locks: string, clock: Clock): Sidecars {
  const queue = createKeyedQueue();

  const readMeta = (place: ConversationPaths) =>
    files.read(place.meta, metaSchema, () => ({ ...emptyMeta, marks: {} }), 'meta.json');
  const readPending = (place: ConversationPaths) =>
    files.read(place.pending, pendingSchema, () => pendingSchema.parse({}), 'pending.json');
  const readPartial = (place: ConversationPaths): Promise<JsonFile<Partial | null>> =>
    files.read<Partial | null>(place.partial, partialSchema, () => null, 'partial.json');

  async function changeMeta(
    place: ConversationPaths,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>> {
    const before = await readMeta(place);
    if (before.value.v > metaVersion) {
      return fail('STORE_READ_ONLY', say`meta.json was saved by a newer version of the app, so it is not changed.`);
    }
    const changed = change(before.value);
    await yieldToEventLoop();
    const parsed = metaSchema.safeParse(changed);
    if (!parsed.success) {
      return fail(
        'STORE_WRITE_FAILED',
        say`meta.json was not changed: ${parsed.error.issues[0]?.message ?? say`invalid`}.`,
      );
    }
    const written = await files.write(place.meta, parsed.data, { synced: true, unreadable: before.notice !== null });
    return written.ok ? ok(parsed.data) : written;
  }

  return {
    readMeta,
    readPending,
    readPartial,

    updateMeta: (place, change) =>
      queue.run(place.meta, async () => {
        // IDs have no dot, so this is no conversation's lock.
        const name = `${place.conversationId}.meta`;
        const lock = { folder: locks, name, purpose: say`changing its title or settings`, clock };
        return underLock(lock, 'CONVERSATION_BUSY', () => changeMeta(place, change));
      }),

    savePending: (place, pending) =>
      queue.run(place.pending, async () => {
        const { notice } = await readPending(place);
        return files.write(place.pending, pending, { synced: true, unreadable: notice !== null });
      }),

    savePartial: (place, partial) =>
      queue.run(place.partial, async () => {
        if (partial) return files.write(place.partial, partial, { synced: false, unreadable: false });
        try {
          await disk.unlink(place.partial);
        } catch (thrown) {
          if (!isAbsent(thrown))
            return fail('STORE_WRITE_FAILED', say`partial.json could not be removed: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),

    removePartial: (place, messageId) =>
      queue.run(place.partial, async () => {
        if ((await readPartial(place)).value?.messageId !== messageId) return;
        // Retried at the next start.
        await disk.unlink(place.partial).catch(() => {});
      }),

    setPartialAside: (place) =>
      queue.run(place.partial, async () => {
        try {
          await setAside(disk, place.partial, 'kept', clock.now());
        } catch (thrown) {
          return fail('STORE_WRITE_FAILED', say`partial.json could not be saved: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),
  };
}
