// Decides whether a conversation's initial view is large enough to render in slices.

import type { ConversationView } from '../../../core/state/conversationStore.ts';

/** About one view of messages and characters at the end, which render in a few milliseconds. */
const fewRecords = 20;
const fewLetters = 8000;

/** Never during streaming: each change would restart the rendering. */
export function needsChunkedRender({
  messageWindow: { messages },
  state,
}: Pick<ConversationView, 'messageWindow' | 'state'>): boolean {
  if (!state || state.run || state.reply) return false;
  const letters = messages.slice(-fewRecords).reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  return letters > fewLetters;
}
