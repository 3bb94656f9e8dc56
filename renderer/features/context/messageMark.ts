// The user's mark on a message, as the transcript shows it.

import { isHidden, isPinned, type Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { useConversation } from '../../core/state/context.tsx';

export type MessageMarkKind = 'hidden' | 'pinned' | null;

function recordMark(message: Message, marks: Marks): MessageMarkKind {
  if (message.partType === 'note') return null;
  // Hook runs are for the user; their output for the model is a separate message.
  if (message.role === 'system' && message.replyId && message.includeInContext === false && !marks[message.id])
    return null;
  // The error of a request that was not sent is addressed to the user.
  if (message.partType === 'error' && message.includeInContext === false && !marks[message.id]) return null;
  if (isHidden(message, marks)) return 'hidden';
  return isPinned(message, marks) ? 'pinned' : null;
}

export function useMessageMark(message: Message | null): MessageMarkKind {
  return useConversation((state) => (message ? recordMark(message, state.marks) : null)) ?? null;
}
