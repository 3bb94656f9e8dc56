// Goes from a call of a chain to its box in the transcript: opens the conversation and the box, and offers a way back.

import type { CallMatch } from '../../../shared/features/chains/methods.ts';
import type { Way } from '../../core/state/backNavigation.ts';
import { revealMessage } from '../../core/state/revealMessage.ts';
import type { Session } from '../../core/state/session.ts';
import { openHit } from '../search/openHit.ts';
import { chainKey } from './chainFilter.ts';

/** `key`: a box key from `chainKey`. Returns false after explaining to the user why it could not be shown. */
export async function openCallBox(
  session: Session,
  conversationId: string,
  key: string,
  from: Way['to'] = 'chains',
): Promise<boolean> {
  session.wayBack.start(from, conversationId);
  const at = key.lastIndexOf(':');
  const callIndex = Number(key.slice(at + 1));
  return revealMessage(session, key.slice(0, at), { conversationId, callIndex });
}

/** An agent's call leads to the box of the call that started the agent. `text`: the searched text, to highlight. */
export async function openCallMatch(session: Session, call: CallMatch, text: string): Promise<void> {
  const { within, match } = call;
  if (within) {
    await openCallBox(session, within.conversationId, chainKey(within));
    return;
  }
  if (!match || call.byHand) {
    await openCallBox(session, call.conversationId, chainKey(call));
    return;
  }
  session.wayBack.start('chains', call.conversationId);
  const ofResult = match.part === 'result' && call.resultId !== null;
  await openHit(
    session,
    {
      conversationId: call.conversationId,
      projectId: call.projectId,
      title: call.title,
      messageId: ofResult ? call.resultId : call.messageId,
      createdAt: call.askedAt,
      role: ofResult ? 'tool' : 'assistant',
      part: match.part,
      callIndex: ofResult ? null : call.index,
      toolName: call.name,
      place: match.place,
      snippet: match.snippet,
      ranges: match.ranges,
    },
    text,
  );
}
