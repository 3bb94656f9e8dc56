// What a person said about a record, as the conversation shows it.

import { isHidden, isPinned, type Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { useConversation } from '../../core/state/context.tsx';

export type RecordMarkKind = 'hidden' | 'pinned' | null;

function recordMark(message: Message, marks: Marks): RecordMarkKind {
  if (message.partType === 'note') return null;
  // What hooks did is told to the person; what they said to the model is a record of its own.
  if (message.role === 'system' && message.replyId && message.includeInContext === false && !marks[message.id])
    return null;
  // The error of a request that was held back is the app's word to the person.
  if (message.partType === 'error' && message.includeInContext === false && !marks[message.id]) return null;
  if (isHidden(message, marks)) return 'hidden';
  return isPinned(message, marks) ? 'pinned' : null;
}

export function useRecordMark(message: Message | null): RecordMarkKind {
  return useConversation((state) => (message ? recordMark(message, state.marks) : null)) ?? null;
}
