// Goes from a call of a chain to its box in the transcript: the conversation is shown and the box is opened. A way back to
// where one was stands meanwhile.

import type { CallMatch } from '../../../shared/features/chains/methods.ts';
import { revealRecord } from '../../core/state/revealRecord.ts';
import type { Session } from '../../core/state/session.ts';
import type { Way } from '../../core/state/wayBack.ts';
import { openHit } from '../search/openHit.ts';
import { chainKey } from './chainFilter.ts';

/** `key`: of a box, as `chainKey` gives it. False: it could not be shown, and the person was told why. */
export async function openBox(
  session: Session,
  conversationId: string,
  key: string,
  from: Way['to'] = 'chains',
): Promise<boolean> {
  session.wayBack.begin(from, conversationId);
  const at = key.lastIndexOf(':');
  const callIndex = Number(key.slice(at + 1));
  return revealRecord(session, key.slice(0, at), { conversationId, callIndex });
}

/** One of an agent leads to the box of the call that started the agent. `text`: what was looked for, to be marked. */
export async function openFound(session: Session, call: CallMatch, text: string): Promise<void> {
  const { within, match } = call;
  if (within) {
    await openBox(session, within.conversationId, chainKey(within));
    return;
  }
  if (!match || call.byHand) {
    await openBox(session, call.conversationId, chainKey(call));
    return;
  }
  session.wayBack.begin('chains', call.conversationId);
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
