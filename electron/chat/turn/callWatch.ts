// Watches file changes while a call or hook runs, so that they can be undone with the call. A call may be watched
// several times in sequence; all of it is undone together.

import { callKey } from '../../../shared/conversation/event.ts';
import { type SentenceData, sentenceDataOf, textOf } from '../../../shared/core/sentence.ts';
import type { ChangeSummary, ChangeWatch, WatchScope } from '../../ports/changes.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { CallScope } from './callScope.ts';

/** Maximum files listed in a box. */
const maxVisible = 200;

/** Identifies a call by its message and index. */
export interface WatchedCall {
  messageId: string;
  index: number;
}

interface WatchPlace extends Pick<CallScope, 'conversationId' | 'settings'> {
  deps: Pick<ChatDeps, 'changes' | 'hub'>;
}

/** Null without a folder. */
export async function watchChanges(
  { messageId, index }: WatchedCall,
  watched: WatchScope,
  { deps, conversationId, settings: { folder } }: WatchPlace,
): Promise<ChangeWatch | null> {
  if (folder === null) return null;
  const begun = await deps.changes.start({ conversationId, messageId, index, folder }, watched);
  const key = callKey({ messageId, index });
  if (begun.wasUndone) deps.hub.publish(conversationId, { type: 'changes.changed', undone: { [key]: false } });
  return begun;
}

/** A call's changes, as stored with its result. */
export interface ChangeDetails extends Omit<ChangeSummary, 'notCovered'> {
  notCovered?: string;
  said?: SentenceData;
}

/** As stored: the English text, with its key alongside. */
export function toChangeDetails({ notCovered, ...changes }: ChangeSummary): ChangeDetails {
  if (notCovered === undefined) return changes;
  const sentenceData = sentenceDataOf(notCovered);
  return { ...changes, notCovered: textOf(notCovered), ...(sentenceData ? { said: sentenceData } : {}) };
}

/** Combines all watches of a call for its box into the final differences. */
export async function combineChanges(
  call: WatchedCall,
  { deps, conversationId, settings: { folder } }: WatchPlace,
): Promise<{ changes: ChangeDetails; diffs: ReadonlyMap<string, string> } | null> {
  if (folder === null) return null;
  const { messageId, index } = call;
  const review = await deps.changes.review({ folder, calls: [{ conversationId, messageId, index }] });
  if (!review.ok) return null;
  const diffs = new Map(review.value.files.flatMap(({ path, diff }) => (diff === undefined ? [] : [[path, diff]])));
  const files = review.value.files.map(({ diff: _diff, bytes: _bytes, ...file }) => file);
  const more = files.length - maxVisible;
  const [gap] = review.value.notCovered;
  const gapSentence = typeof gap === 'object' ? gap : undefined;
  return {
    changes: {
      files: files.slice(0, maxVisible),
      ...(more > 0 ? { more } : {}),
      ...(gap === undefined ? {} : { notCovered: textOf(gap) }),
      ...(gapSentence ? { said: gapSentence } : {}),
    },
    diffs,
  };
}
