// Handles what the user did while a summary was being written, which may take minutes: a new pin counts, and nothing
// hidden or removed may survive in the summary.

import { contextOf } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { pinnedIdsOf } from '../../compaction/plan.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { allPinnedRecords } from './contextMarks.ts';

export interface Meanwhile {
  branch: StoredBranch;
  /** Records before the cut that are pinned now. */
  pinnedIds: string[];
  /** A summarized record must no longer be sent. */
  withdrawn: boolean;
}

/** `before`: the branch when the summary was planned; `summarized`: the records that were summarized. */
export async function recheckBranch(
  deps: Pick<ChatDeps, 'store'>,
  before: StoredBranch,
  replaced: readonly Message[],
  summarized: readonly Message[],
): Promise<Result<Meanwhile>> {
  const read = await deps.store.readBranch(before.conversationId, 'context');
  if (!read.ok) return read;
  const branch = read.value;
  const { marks } = branch.meta;
  const { summary } = contextOf(before.messages, before.meta.marks);
  const spoken = [...(summary ? [summary] : []), ...summarized].filter(
    (record) => !isHidden(record, before.meta.marks),
  );
  const removedIds = new Set(branch.messages.filter(({ removed }) => removed !== undefined).map(({ id }) => id));
  const withdrawn = spoken.some(
    (record) => isHidden(record, marks) || (record.removed === undefined && removedIds.has(record.id)),
  );
  const pinnedIds = pinnedIdsOf([...(await allPinnedRecords(deps, branch)), ...replaced], marks);
  return ok({ branch, pinnedIds, withdrawn });
}

/** Updates a pin set just as the summary was stored, whose mark does not refer to it yet. */
export async function updateLatePins(
  deps: Pick<ChatDeps, 'store' | 'hub'>,
  conversationId: string,
  replaced: readonly Message[],
): Promise<void> {
  const read = await deps.store.readBranch(conversationId, 'context');
  if (!read.ok) return;
  const { messages, meta, projectId } = read.value;
  const { summary, pinnedBefore } = contextOf(messages, meta.marks);
  const late = pinnedIdsOf(replaced, meta.marks).filter((id) => !pinnedBefore.includes(id));
  if (!summary || late.length === 0) return;
  const saved = await deps.store.updateMeta(conversationId, (now) => {
    const updated = late.flatMap((id) => {
      const mark = now.marks[id];
      return mark?.pinned ? [[id, { ...mark, under: summary.id }] as const] : [];
    });
    return { ...now, marks: { ...now.marks, ...Object.fromEntries(updated) } };
  });
  if (saved.ok) await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
}
