// What is said about a conversation, from two copies of it: pure. Of two marks of one message the later one counts. What was
// set here stays; what was not is taken from the other copy. What a person allowed tools to do is never taken over: a copy
// may come from somebody else.

import { type ConversationMeta, metaSchema } from '../../conversation/formats.ts';

/** Fields with a rule of their own. What the other copy put out of its list, or did not read yet, says nothing about ours. */
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
  // A title goes with who gave it; that the first words are wanted is a choice, too.
  if (ours.title === '' && ours.namedBy === 'words') merged.title = '';
  else if (ours.title === '' && theirs.namedBy) merged.namedBy = theirs.namedBy;
  return merged as ConversationMeta;
}

type Marks = ConversationMeta['marks'];

function mergeMarks(ours: Marks, theirs: Marks): Marks {
  const merged: Marks = { ...ours };
  for (const [id, mark] of Object.entries(theirs)) {
    const own = merged[id];
    if (!own || timeOf(mark) > timeOf(own)) merged[id] = mark;
  }
  return merged;
}

/** A time that cannot be read is the earliest. */
function timeOf({ at }: { at: string }): number {
  const time = Date.parse(at);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}
