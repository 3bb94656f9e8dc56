// Maps forks to the user message where they are shown: its other versions, or other replies to it. Pure.

import type { Message } from '../../../shared/conversation/message.ts';
import type { Fork } from '../../../shared/features/branches/methods.ts';

export interface MessageForks {
  /** The message was sent in several versions. */
  versions: Fork | null;
  /** The continuation forks: regenerated, or continued differently. */
  replies: Fork[];
}

/** By message id; omits forks whose branch is not in `messages`. */
export function forksByMessage(
  messages: readonly Message[],
  forks: readonly Fork[],
): ReadonlyMap<string, MessageForks> {
  const places = new Map<string, MessageForks>();
  if (forks.length === 0) return places;
  const at = new Map(messages.map(({ id }, index) => [id, index]));
  for (const fork of forks) {
    const begin = at.get(fork.branches[fork.active]?.saidId ?? '');
    if (begin === undefined) continue;
    const first = messages.slice(begin).find(({ role }) => role !== 'system');
    const prompt = first?.role === 'user' ? first : messages.slice(0, begin).findLast(({ role }) => role === 'user');
    if (!prompt) continue;
    const place = places.get(prompt.id) ?? { versions: null, replies: [] };
    if (first?.role === 'user' && !place.versions) place.versions = fork;
    else place.replies.push(fork);
    places.set(prompt.id, place);
  }
  return places;
}
