// Which of the places that were found stands on the branch that is open: what is typed goes to the newest of these and opens no
// other branch.

import type { SearchHit } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { ConversationView } from '../../core/state/conversationStore.ts';

/** Places of which the host is asked, one after the other, where the window does not know it itself. */
const maxQuestions = 30;

/** `places` in the order of the conversation. The index; -1: none that is known to be there. */
export async function newestOnBranch(
  places: readonly SearchHit[],
  { id, state }: Pick<ConversationView, 'id' | 'state'>,
  call: Connection['call'],
  isWanted: () => boolean,
): Promise<number> {
  const end = newestAtEnd(places, state);
  if (end >= 0 || id === null || state?.hasEarlier === false) return end;
  // What is newer than the beginning of the end and not in it stands elsewhere.
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

/** Among the last records of the open branch, which the window has. -1: none. */
export function newestAtEnd(places: readonly SearchHit[], state: ConversationView['state']): number {
  const there = new Set(state?.messages.map(({ id }) => id));
  return places.findLastIndex(({ messageId }) => messageId !== null && there.has(messageId));
}
