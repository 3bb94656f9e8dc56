// Stores a conversation of another device that is new here and complete: its files, and then, in one step, how far they were read.
// Otherwise the next pass would read it to look for changes. Unusual ones are left to the merge.

import { errorSentence } from '../../../../shared/core/errors.ts';
import { metaSchema } from '../../../conversation/formats.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { stampOf } from './collectChanges.ts';
import { idsIn, type SegmentContent, type SegmentRecord } from './fetchedSegment.ts';
import { noteHashes } from './fileObjects.ts';
import { readLocalProject } from './localProject.ts';
import { type LogPosition, positionAtEnd } from './readRecords.ts';
import { newMeta, noteProject, noteTaken } from './registerRows.ts';
import type { CallRecord } from './startedCalls.ts';
import { PassFailure, type SyncContext } from './syncContext.ts';

const diskFull: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

interface Whole {
  fetched: readonly SegmentContent[];
  /** In the order in which they are stored. */
  records: readonly SegmentRecord[];
  calls: readonly CallRecord[];
  projectId: string;
}

/** True: stored, or reported. False: nothing was stored, and it is to be merged. Throws file system errors and PassFailure. */
export async function storeWhole(context: SyncContext, conversation: string, whole: Whole): Promise<boolean> {
  const { state, store } = context;
  const { records, projectId } = whole;
  const last = records.at(-1);
  if (!last || !isPlainTree(records)) return false;
  const { meta, taken } = newMeta(context, conversation, new Set(records.map(({ id }) => id)), last.id);
  if (!metaSchema.safeParse(meta(metaSchema.parse({}))).success) return false;
  let place: { stamp: string; position: LogPosition } | null = null;
  const stored = await store.storeWholeCopy({
    ...{ conversationId: conversation, projectId, records, meta },
    calls: whole.calls.map(({ line }) => line),
    async written(paths: ConversationPaths) {
      // Changes after it has appeared have another stamp.
      place = { position: await positionAtEnd(context.disk, paths, last.id), stamp: stampOf(context, paths) };
    },
  });
  if (!stored.ok && stored.error.code !== 'STORE_WRITE_FAILED') return false;
  if (!stored.ok || place === null) {
    // The others would be fetched in vain.
    if (!stored.ok && diskFull.has(stored.error.details?.cause)) throw new PassFailure(stored);
    if (!stored.ok) context.problems.set(conversation, errorSentence(stored.error));
    return true;
  }
  const project = await readLocalProject(context, { projectId });
  const { stamp, position } = place as { stamp: string; position: LogPosition };
  const newest = records.reduce((time, { createdAt }) => (createdAt > time ? createdAt : time), '');
  state.transaction(() => {
    for (const each of whole.fetched) {
      state.run(
        "UPDATE segments SET state = 'done', fresh = 0, ids = ? WHERE device = ? AND conversation = ? AND n = ?",
        ...[idsIn(each).join('\n'), each.row.device, conversation, each.row.n],
      );
    }
    for (const { id, hashes } of records) noteHashes(context, conversation, id, hashes);
    state.run("INSERT OR IGNORE INTO conversations VALUES (?, '', '', 1, '')", conversation);
    state.run(
      'UPDATE conversations SET position = ?, stamp = ?, updatedAt = max(updatedAt, ?) WHERE id = ?',
      ...[JSON.stringify(position), stamp, newest, conversation],
    );
    noteTaken(context, conversation, taken);
    noteProject(context, conversation, project);
  });
  context.merged(conversation);
  return true;
}

/** In one tree, parents first, without anything that was removed. */
function isPlainTree(records: readonly SegmentRecord[]): boolean {
  const before = new Set<string>();
  return records.every(({ id, parentId, isPlain }) => {
    before.add(id);
    return isPlain && (parentId === null || (parentId !== id && before.has(parentId)));
  });
}
