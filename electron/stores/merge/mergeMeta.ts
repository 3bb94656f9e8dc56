// Merges the meta of two copies. Pure. For two marks on one message, or the same tag, the later wins. Settings made here stay; missing
// ones come from the other copy. Tool permissions are never taken over, because a copy may come from someone else.

import { type ConversationMeta, metaSchema } from '../../conversation/formats.ts';
import { mergeTags } from '../../conversation/tags.ts';

/** Fields with special rules. Archived or unread in the other copy means nothing for ours. */
const ownRule = new Set([
  'v',
  'approvalMode',
  'allowedTools',
  'instructions',
  'head',
  'merging',
  'rewound',
  'marks',
  'namedBy',
  'titleTries',
  'archived',
  'unread',
  'tags',
  'worktree',
  'formerWorktrees',
]);

export function mergeMeta(ours: ConversationMeta, theirs: ConversationMeta): ConversationMeta {
  const defaults: Record<string, unknown> = metaSchema.parse({});
  const merged: Record<string, unknown> = { ...ours, marks: mergeMarks(ours.marks, theirs.marks) };
  for (const [key, value] of Object.entries(theirs)) {
    if (ownRule.has(key)) continue;
    if (merged[key] === undefined || merged[key] === defaults[key]) merged[key] = value;
  }
  const tags = mergeTags(ours.tags, theirs.tags);
  if (tags) merged.tags = tags;
  // A title goes with its author; choosing the first words as title is a choice, too.
  if (ours.title === '' && ours.namedBy === 'words') merged.title = '';
  else if (ours.title === '' && theirs.namedBy) merged.namedBy = theirs.namedBy;
  return merged as ConversationMeta;
}

type Marks = ConversationMeta['marks'];

function mergeMarks(ours: Marks, theirs: Marks): Marks {
  const merged: Marks = { ...ours };
  for (const [id, mark] of Object.entries(theirs)) {
    const ourMark = merged[id];
    if (!ourMark || timeOf(mark) > timeOf(ourMark)) merged[id] = mark;
  }
  return merged;
}

/** An invalid time counts as the earliest. */
function timeOf({ at }: { at: string }): number {
  const time = Date.parse(at);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}
