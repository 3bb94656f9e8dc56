// The list rows of conversations that other machines have stored and this one has not fetched yet, read from the state of sync: also
// without a connection, and after a restart.

import { isSafeId } from '../../../../shared/core/ids.ts';
import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import type { ConversationMeta } from '../../../conversation/formats.ts';
import { tagsOf } from '../../../conversation/tags.ts';
import { cleanTitle, untitled } from '../../../conversation/title.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { createDataFolder, type DataFolder } from '../../../stores/dataFolder.ts';
import type { Database } from '../../../stores/files/database.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import { readDeletedNotes } from '../../../stores/removal/deletedNotes.ts';
import { undoableDeletions } from '../../../stores/removal/removal.ts';
import { notLeftOut } from '../engine/leftOut.ts';
import { createStateReader } from './stateReader.ts';

export interface RowsToCome {
  all(): Promise<ConversationRow[]>;
  /** Null: it is here, or nobody has stored it. */
  one(conversationId: string): Promise<ConversationRow | null>;
}

/** Shorter than the pause between two frames of a list that is scrolled meanwhile. */
const sliceMs = 6;

/** `isOn`: whether sync is set up. */
export function createRowsToCome(disk: Disk, dataDir: string, isOn: () => Promise<boolean>): RowsToCome {
  const data = createDataFolder(dataDir, disk);

  const withState = createStateReader(disk, dataDir, isOn);

  return {
    all: () =>
      withState<ConversationRow[]>([], async (state) => {
        const slice = createTimeSlice(sliceMs);
        const ids: string[] = [];
        const waiting = state.prepare(
          `SELECT DISTINCT conversation AS id FROM segments
           WHERE state IN ('new', 'waits') AND ${notLeftOut('segments.conversation')}`,
        );
        for (const { id } of waiting.iterate()) {
          if (isSafeId(id)) ids.push(id);
          await slice();
        }
        if (ids.length === 0) return [];
        const hidden = await absentByChoice(disk, data);
        const here = await idsHere(data);
        const present = new Set([...here, ...ids]);
        const read = rowReader(state);
        const rows: ConversationRow[] = [];
        for (const id of ids) {
          await slice();
          const coming = here.has(id) || hidden.has(id) ? null : read(id);
          if (coming && !(coming.parent !== '' && present.has(coming.parent))) rows.push(coming.row);
        }
        return rows;
      }),
    one: (id) =>
      withState<ConversationRow | null>(null, async (state) => {
        const isWaiting = state
          .prepare(
            `SELECT 1 FROM segments WHERE conversation = ? AND state IN ('new', 'waits')
             AND ${notLeftOut('segments.conversation')} LIMIT 1`,
          )
          .get(id);
        if (!isWaiting || (await data.locate(id)).ok || (await absentByChoice(disk, data)).has(id)) return null;
        return rowReader(state)(id)?.row ?? null;
      }),
  };
}

/** Also of empty conversations. */
async function idsHere(data: DataFolder): Promise<Set<string>> {
  return new Set((await data.places()).map(({ conversationId }) => conversationId));
}

/** Deleted here: the deletion can still be undone, or was not sent yet. */
async function absentByChoice(disk: Disk, data: DataFolder): Promise<Set<string>> {
  const undoable = await undoableDeletions(disk, data);
  for (const id of await readDeletedNotes(disk, data.root)) undoable.add(id);
  return undoable;
}

interface Register {
  field: string;
  value: string | null;
}

function rowReader(state: Database): (id: string) => { row: ConversationRow; parent: string } | null {
  const deleted = state.prepare('SELECT 1 FROM deleted WHERE conversation = ?');
  const registers = state.prepare(
    `SELECT field, value FROM registers WHERE conversation = ?
     AND (field IN ('name', 'pinned', 'archived', 'project') OR field >= 'tag:' AND field < 'tag;')`,
  );
  const times = state.prepare('SELECT updatedAt FROM conversations WHERE id = ?');
  const outlines = state.prepare('SELECT title, createdAt, parent FROM outlines WHERE conversation = ?');
  return (id) => {
    if (deleted.get(id)) return null;
    const values = new Map(
      (registers.all(id) as unknown as Register[]).map(({ field, value }) => [field, value && JSON.parse(value)]),
    );
    const outline = outlines.get(id) as { title: string; createdAt: string; parent: string } | undefined;
    const updatedAt = timeOf(times.get(id)?.updatedAt) ?? timeOf(outline?.createdAt) ?? new Date(0).toISOString();
    const { title = '', namedBy } = (values.get('name') ?? {}) as Partial<ConversationMeta>;
    const name = cleanTitle(String(title));
    const tags = tagsOf({
      tags: [...values].flatMap(([field, tag]) => (field.startsWith('tag:') && tag ? [tag] : [])),
    });
    const row: ConversationRow = {
      id,
      projectId: String((values.get('project') as { id?: unknown } | null | undefined)?.id ?? ''),
      title: name || cleanTitle(outline?.title ?? '') || untitled,
      createdAt: timeOf(outline?.createdAt) ?? updatedAt,
      updatedAt,
      messageCount: null,
      activity: 'idle',
      pinned: values.get('pinned') === true,
      archived: values.get('archived') === true,
      unread: false,
      ...(name === '' ? {} : { namedBy: namedBy === 'model' ? 'model' : 'person' }),
      ...(tags.length === 0 ? {} : { tags }),
      coming: true,
    };
    return { row, parent: outline?.parent ?? '' };
  };
}

/** In the form in which times are compared. */
function timeOf(text: unknown): string | null {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
