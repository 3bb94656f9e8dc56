// The small files beside messages.json: meta, pending, partial. Without them the conversation still opens.

import { fail, ok, type Result } from '../../shared/errors.ts';
import {
  type ConversationMeta,
  metaSchema,
  type Partial,
  type Pending,
  partialSchema,
  pendingSchema,
} from '../../shared/formats.ts';
import { say } from '../../shared/sentence.ts';
import { createLanes } from '../lib/lanes.ts';
import { nextTurn } from '../lib/timeSlice.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationPlace } from './dataFolder.ts';
import { setAside } from './files/atomicWrite.ts';
import { type Disk, diskReason, isAbsent } from './files/disk.ts';
import type { JsonFile, JsonFiles } from './files/jsonFile.ts';
import { underLock } from './locks/locks.ts';

export interface Sidecars {
  readMeta(place: ConversationPlace): Promise<JsonFile<ConversationMeta>>;
  /** One change after the other, over all processes. */
  updateMeta(
    place: ConversationPlace,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>>;
  readPending(place: ConversationPlace): Promise<JsonFile<Pending>>;
  savePending(place: ConversationPlace, pending: Pending): Promise<Result<void>>;
  readPartial(place: ConversationPlace): Promise<JsonFile<Partial | null>>;
  savePartial(place: ConversationPlace, partial: Partial | null): Promise<Result<void>>;
  setPartialAside(place: ConversationPlace): Promise<Result<void>>;
}

const metaVersion = 1;
const emptyMeta = metaSchema.parse({});

export function createSidecars(disk: Disk, files: JsonFiles, locks: string, clock: Clock): Sidecars {
  const lanes = createLanes();

  const readMeta = (place: ConversationPlace) =>
    files.read(place.meta, metaSchema, () => ({ ...emptyMeta, marks: {} }), 'meta.json');
  const readPending = (place: ConversationPlace) =>
    files.read(place.pending, pendingSchema, () => pendingSchema.parse({}), 'pending.json');
  const readPartial = (place: ConversationPlace): Promise<JsonFile<Partial | null>> =>
    files.read<Partial | null>(place.partial, partialSchema, () => null, 'partial.json');

  async function changeMeta(
    place: ConversationPlace,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>> {
    const before = await readMeta(place);
    if (before.value.v > metaVersion) {
      return fail(
        'STORE_READ_ONLY',
        say`meta.json was written by a newer version of the program; it is not changed here.`,
      );
    }
    const changed = change(before.value);
    await nextTurn();
    const parsed = metaSchema.safeParse(changed);
    if (!parsed.success) {
      return fail(
        'STORE_WRITE_FAILED',
        say`meta.json was not changed: ${parsed.error.issues[0]?.message ?? say`not valid`}.`,
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
      lanes.run(place.meta, async () => {
        // A dot is in no id: this lock is not the one of any conversation.
        const name = `${place.conversationId}.meta`;
        const lock = { folder: locks, name, purpose: say`changing its title or settings`, clock };
        return underLock(lock, 'CONVERSATION_BUSY', () => changeMeta(place, change));
      }),

    savePending: (place, pending) =>
      lanes.run(place.pending, async () => {
        const { notice } = await readPending(place);
        return files.write(place.pending, pending, { synced: true, unreadable: notice !== null });
      }),

    savePartial: (place, partial) =>
      lanes.run(place.partial, async () => {
        if (partial) return files.write(place.partial, partial, { synced: false, unreadable: false });
        try {
          await disk.unlink(place.partial);
        } catch (thrown) {
          if (!isAbsent(thrown))
            return fail('STORE_WRITE_FAILED', say`partial.json is still there: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),

    setPartialAside: (place) =>
      lanes.run(place.partial, async () => {
        try {
          await setAside(disk, place.partial, 'kept', clock.now());
        } catch (thrown) {
          return fail('STORE_WRITE_FAILED', say`partial.json could not be kept: ${diskReason(thrown)}.`);
        }
        return ok(undefined);
      }),
  };
}
