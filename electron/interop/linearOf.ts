// Formats that are one line of records get one branch.

import type { Message } from '../../shared/conversation/message.ts';
import { createPairing, type Slot } from '../../shared/conversation/pairing.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { GivenHistory } from './history.ts';

/** The branch that ends with the head, from its beginning; empty: there is no head. */
export function branchOf({ messages, headId }: Pick<GivenHistory, 'messages' | 'headId'>): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  for (let at = byId.get(headId ?? ''); at; at = byId.get(at.parentId ?? '')) {
    branch.push(at);
    // A record stands once, whatever its parents say.
    byId.delete(at.id);
  }
  return branch.reverse();
}

/** Every call with the result that answers it, in slices. */
export async function pairedCalls(messages: readonly Message[]): Promise<Slot[]> {
  const slice = createTimeSlice();
  const pairing = createPairing();
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    pairing.add(message);
  }
  return pairing.end().slots;
}
