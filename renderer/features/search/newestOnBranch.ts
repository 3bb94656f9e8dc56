// Finds the newest match on the current branch: typing in the search never switches branches.

import type { SearchHit } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { ConversationView } from '../../core/state/conversationStore.ts';

/** Maximum matches to check with the host, one at a time. */
const maxQuestions = 30;

/** `places`: in conversation order. Returns the index; -1: none known to be on the branch. */
export async function newestOnBranch(
  places: readonly SearchHit[],
  { id, state }: Pick<ConversationView, 'id' | 'state'>,
  call: Connection['call'],
  isWanted: () => boolean,
): Promise<number> {
  const end = newestAtEnd(places, state);
  if (end >= 0 || id === null || state?.hasEarlier === false) return end;
  // A newer message that is not in the live end is on another branch.
  const begin = state?.messages[0]?.createdAt;
  const open = [...places.keys()].filter((at) => begin === undefined || (places[at]?.createdAt ?? '') <= begin);
  for (const at of open.toReversed().slice(0, maxQuestions)) {
    const messageId = places[at]?.messageId;
    if (!isWanted()) return -1;
    if (!messageId) continue;
    const page = await call('conversation.around', { conversationId: id, messageId, limit: 1 });
    if (page.ok) return at;
    if (page.error.details?.branch !== true) return -1;
  }
  return -1;
}

/** Among the loaded live end. -1: none. */
export function newestAtEnd(places: readonly SearchHit[], state: ConversationView['state']): number {
  const there = new Set(state?.messages.map(({ id }) => id));
  return places.findLastIndex(({ messageId }) => messageId !== null && there.has(messageId));
}
