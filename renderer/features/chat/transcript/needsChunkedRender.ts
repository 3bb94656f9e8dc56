// Whether a conversation has so much to draw where it begins that it is drawn in slices.

import type { ConversationView } from '../../../core/state/conversationStore.ts';

/** Records and letters at the end of what is shown that are about a view of it, and that are drawn in a few milliseconds. */
const fewRecords = 20;
const fewLetters = 8000;

/** Never while something streams: each change of it would begin the drawing anew. */
export function needsChunkedRender({ shown: { messages }, state }: Pick<ConversationView, 'shown' | 'state'>): boolean {
  if (!state || state.run || state.reply) return false;
  const letters = messages.slice(-fewRecords).reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  return letters > fewLetters;
}
