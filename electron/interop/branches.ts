// Time-sliced queries for writers: a conversation may have hundreds of thousands of messages.

import type { Message } from '../../shared/conversation/message.ts';
import { createPairing, type Slot } from '../../shared/conversation/pairing.ts';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { ExportSource } from './history.ts';

export async function messagesById(messages: readonly Message[]): Promise<Map<string, Message>> {
  const slice = createTimeSlice();
  const byId = new Map<string, Message>();
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    byId.set(message.id, message);
  }
  return byId;
}

/** The messages from the root to the head; empty without a head. */
export async function branchOf({ messages, headId }: Pick<ExportSource, 'messages' | 'headId'>): Promise<Message[]> {
  const slice = createTimeSlice();
  const byId = await messagesById(messages);
  const branch: Message[] = [];
  for (let at = byId.get(headId ?? ''); at; at = byId.get(at.parentId ?? '')) {
    const turn = slice();
    if (turn) await turn;
    branch.push(at);
    // Guards against cycles.
    byId.delete(at.id);
  }
  return branch.reverse();
}

/** All calls with their results. */
export async function pairAllCalls(messages: readonly Message[]): Promise<Slot[]> {
  const slice = createTimeSlice();
  const pairing = createPairing();
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    pairing.add(message);
  }
  return pairing.end().slots;
}
