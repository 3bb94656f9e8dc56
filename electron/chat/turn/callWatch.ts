// What is changed in files while a call, or a hook, runs: watched so that it can be undone with the call. A call may be watched
// several times, one after the other: all of it is undone together.

import { callKey } from '../../../shared/conversation/event.ts';
import { type SentenceData, sentenceDataOf, textOf } from '../../../shared/core/sentence.ts';
import type { ChangeSummary, ChangeWatch, WatchScope } from '../../ports/changes.ts';
import type { CallScope } from './callScope.ts';

/** Files that a box names. */
const maxVisible = 200;

/** A call by the message that asked, and its place in it. */
export interface WatchedCall {
  messageId: string;
  index: number;
}

/** Null where there is no folder. */
export async function watchChanges(
  { messageId, index }: WatchedCall,
  watched: WatchScope,
  { deps, conversationId, settings: { folder } }: Pick<CallScope, 'deps' | 'conversationId' | 'settings'>,
): Promise<ChangeWatch | null> {
  if (folder === null) return null;
  const begun = await deps.changes.begin({ conversationId, messageId, index, folder }, watched);
  const key = callKey({ messageId, index });
  if (begun.wasUndone) deps.hub.publish(conversationId, { type: 'changes.changed', undone: { [key]: false } });
  return begun;
}

/** What a call changed, as it is stored with its result. */
export interface ShownChanges extends Omit<ChangeSummary, 'notCovered'> {
  notCovered?: string;
  said?: SentenceData;
}

/** As it is stored with the result: the English, and the key beside it. */
export function shownChanges({ notCovered, ...changes }: ChangeSummary): ShownChanges {
  if (notCovered === undefined) return changes;
  const said = sentenceDataOf(notCovered);
  return { ...changes, notCovered: textOf(notCovered), ...(said ? { said } : {}) };
}

/** All that a call changed, as its box shows it: where several watches found something, what is different in the end. */
export async function wholeChanges(
  call: WatchedCall,
  { deps, conversationId, settings: { folder } }: Pick<CallScope, 'deps' | 'conversationId' | 'settings'>,
): Promise<{ changes: ShownChanges; diffs: ReadonlyMap<string, string> } | null> {
  if (folder === null) return null;
  const { messageId, index } = call;
  const found = await deps.changes.review({ folder, calls: [{ conversationId, messageId, index }] });
  if (!found.ok) return null;
  const diffs = new Map(found.value.files.flatMap(({ path, diff }) => (diff === undefined ? [] : [[path, diff]])));
  const files = found.value.files.map(({ diff: _diff, bytes: _bytes, ...file }) => file);
  const more = files.length - maxVisible;
  const [gap] = found.value.notCovered;
  const said = typeof gap === 'object' ? gap : undefined;
  return {
    changes: {
      files: files.slice(0, maxVisible),
      ...(more > 0 ? { more } : {}),
      ...(gap === undefined ? {} : { notCovered: textOf(gap) }),
      ...(said ? { said } : {}),
    },
    diffs,
  };
}
