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
  type ReviewNotes,
  reviewSchema,
} from '../conversation/formats.ts';
import { yieldToEventLoop } from '../lib/cooperativeYield.ts';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationPaths } from './dataFolder.ts';
import { setAside } from './files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from './files/disk.ts';
import type { JsonFile, JsonFiles } from './files/jsonFile.ts';
import { withLock } from './locks/locks.ts';

export interface Sidecars {
  readMeta(paths: ConversationPaths): Promise<JsonFile<ConversationMeta>>;
  /** Serializes changes across processes. */
  updateMeta(
    paths: ConversationPaths,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>>;
  readPending(paths: ConversationPaths): Promise<JsonFile<Pending>>;
  savePending(paths: ConversationPaths, pending: Pending): Promise<Result<void>>;
  readReview(paths: ConversationPaths): Promise<JsonFile<ReviewNotes>>;
  /** Durable when it resolves. */
  updateReview(paths: ConversationPaths, change: (notes: ReviewNotes) => ReviewNotes): Promise<Result<void>>;
  readPartial(paths: ConversationPaths): Promise<JsonFile<Partial | null>>;
  savePartial(paths: ConversationPaths, partial: Partial | null): Promise<Result<void>>;
  /** Only if it still belongs to this reply. */
  removePartial(paths: ConversationPaths, messageId: string): Promise<void>;
  setPartialAside(paths: ConversationPaths): Promise<Result<void>>;
}

const metaVersion = 1;
const emptyMeta = metaSchema.parse({});

export function createSidecars(disk: Disk, files: JsonFiles, locks: string, clock: Clock): Sidecars {
  const queue = createKeyedQueue();

  const readMeta = (paths: ConversationPaths) =>
    files.read(paths.meta, metaSchema, () => ({ ...emptyMeta, marks: {} }), 'meta.json');
  const readPending = (paths: ConversationPaths) =>
    files.read(paths.pending, pendingSchema, () => pendingSchema.parse({}), 'pending.json');
  const readReview = (paths: ConversationPaths) =>
    files.read(paths.review, reviewSchema, () => reviewSchema.parse({}), 'review.json');
  const readPartial = (paths: ConversationPaths): Promise<JsonFile<Partial | null>> =>
    files.read<Partial | null>(paths.partial, partialSchema, () => null, 'partial.json');

  async function changeMeta(
    paths: ConversationPaths,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>> {
    const before = await readMeta(paths);
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
    const written = await files.write(paths.meta, parsed.data, { synced: true, unreadable: before.notice !== null });
    return written.ok ? ok(parsed.data) : written;
  }

  return {
    readMeta,
    readPending,
    readReview,
    readPartial,

    updateMeta: (paths, change) =>
      queue.run(paths.meta, async () => {
        // IDs have no dot, so this is no conversation's lock.
        const name = `${paths.conversationId}.meta`;
        const lock = { folder: locks, name, purpose: say`changing its title or settings`, clock };
        return withLock(lock, 'CONVERSATION_BUSY', () => changeMeta(paths, change));
      }),

    savePending: (paths, pending) =>
      queue.run(paths.pending, async () => {
        const { notice } = await readPending(paths);
        return files.write(paths.pending, pending, { synced: true, unreadable: notice !== null });
      }),

    updateReview: (paths, change) =>
      queue.run(paths.review, async () => {
        const { value, notice } = await readReview(paths);
        return files.write(paths.review, change(value), { synced: true, unreadable: notice !== null });
      }),

    savePartial: (paths, partial) =>
      queue.run(paths.partial, async () => {
        if (partial) return files.write(paths.partial, partial, { synced: false, unreadable: false });
        try {
          await disk.unlink(paths.partial);
        } catch (thrown) {
          if (!isNotFoundError(thrown))
            return fail('STORE_WRITE_FAILED', say`partial.json could not be removed: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),

    removePartial: (paths, messageId) =>
      queue.run(paths.partial, async () => {
        if ((await readPartial(paths)).value?.messageId !== messageId) return;
        // Retried at the next start.
        await disk.unlink(paths.partial).catch(() => {});
      }),

    setPartialAside: (paths) =>
      queue.run(paths.partial, async () => {
        try {
          await setAside(disk, paths.partial, 'kept', clock.now());
        } catch (thrown) {
          return fail('STORE_WRITE_FAILED', say`partial.json could not be saved: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),
  };
}
