// Adds and removes tags of many conversations, and returns what undoes exactly what changed.

import { type AppError, fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { TagChange, TagReport } from '../../../shared/features/tags/methods.ts';
import { maxTags } from '../../../shared/features/tags/tag.ts';
import { changeTags, tagsOf } from '../../conversation/tags.ts';
import type { ConversationStore } from '../../ports/store.ts';

type Changed = Omit<TagChange, 'conversationIds'>;

/** `changed` is called for each conversation that is different now. */
export async function applyTagChanges(
  store: Pick<ConversationStore, 'updateMeta'>,
  changes: readonly TagChange[],
  changed: (conversationId: string) => void,
): Promise<TagReport> {
  const undo = new Map<string, TagChange>();
  let failed = 0;
  let error: AppError | null = null;
  for (const { conversationIds, ...change } of changes) {
    for (const conversationId of conversationIds) {
      const done = await changeOne(store, conversationId, change);
      if (!done.ok) {
        failed++;
        error ??= done.error;
        continue;
      }
      const back = { add: done.value.remove, remove: done.value.add };
      if (back.add.length === 0 && back.remove.length === 0) continue;
      changed(conversationId);
      const key = JSON.stringify(back);
      undo.set(key, { ...back, conversationIds: [...(undo.get(key)?.conversationIds ?? []), conversationId] });
    }
  }
  return { undo: [...undo.values()], failed, error };
}

async function changeOne(
  store: Pick<ConversationStore, 'updateMeta'>,
  conversationId: string,
  change: Changed,
): Promise<Result<Changed>> {
  if (isInPlace(conversationId)) {
    return fail('NOT_SUPPORTED', say`Another app's session cannot have tags. Continue it here first.`);
  }
  let done: Changed = { add: [], remove: [] };
  let tooMany = false;
  const saved = await store.updateMeta(conversationId, (meta) => {
    const { meta: next, added, removed } = changeTags(meta, change, new Date().toISOString());
    tooMany = added.length > removed.length && tagsOf(next).length > maxTags;
    if (tooMany) return meta;
    done = { add: added, remove: removed };
    return next;
  });
  if (tooMany) return fail('PARAMS_INVALID', say`A conversation can have at most ${maxTags} tags.`);
  return saved.ok ? { ok: true, value: done } : saved;
}
