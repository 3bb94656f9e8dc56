// Leaves out a reply together with its calls when its text and results are all hidden: some providers reject the bare
// calls (Gemini: "Function call is missing a thought_signature"), and the user must be able to exclude it.

import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';

/** Returns the records without those groups; the same list if there are none. */
export function withoutHiddenGroups(
  kept: readonly Message[],
  isHidden: (message: Message) => boolean,
): readonly Message[] {
  const isHiddenCall = (message: Message): boolean => callsOf(message).length > 0 && isHidden(message);
  if (!kept.some(isHiddenCall)) return kept;
  const left = new Set<Message>(kept.filter(isHiddenCall));
  const { slots } = pairResults(kept);
  const ownerOf = (at: number): Message => kept[at] as Message;
  for (const { assistantIndex, result } of slots) {
    if (!result || !isHidden(result)) left.delete(ownerOf(assistantIndex));
  }
  for (const { assistantIndex, result } of slots) if (result && left.has(ownerOf(assistantIndex))) left.add(result);
  return left.size === 0 ? kept : kept.filter((message) => !left.has(message));
}
