// Leaves out a reply together with its calls when its text and results are all hidden: some providers reject the bare
// calls (Gemini: "Function call is missing a thought_signature"), and the user must be able to exclude it.

import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';

/** Returns the records without those groups; the same list if there are none. */
export function withoutHiddenGroups(
  keptRecords: readonly Message[],
  isHidden: (message: Message) => boolean,
): readonly Message[] {
  const isHiddenCall = (message: Message): boolean => callsOf(message).length > 0 && isHidden(message);
  if (!keptRecords.some(isHiddenCall)) return keptRecords;
  const left = new Set<Message>(keptRecords.filter(isHiddenCall));
  const { slots } = pairResults(keptRecords);
  const ownerOf = (at: number): Message => keptRecords[at] as Message;
  for (const { assistantIndex, result } of slots) {
    if (!result || !isHidden(result)) left.delete(ownerOf(assistantIndex));
  }
  for (const { assistantIndex, result } of slots) if (result && left.has(ownerOf(assistantIndex))) left.add(result);
  return left.size === 0 ? keptRecords : keptRecords.filter((message) => !left.has(message));
}
