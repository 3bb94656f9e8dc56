// When the files that a conversation changed may be others than before.

import { useRef } from 'react';
import { useConversation } from './context.tsx';

/** Changes when a run has ended, or changes were undone. */
export function useChangeCount(): string {
  const lastId = useConversation((state) => (state.run === null ? (state.messages.at(-1)?.id ?? '') : null));
  const undone = useConversation((state) => state.undone.join()) ?? '';
  // During a run, what was there before it stays.
  const idle = useRef('');
  if (typeof lastId === 'string') idle.current = lastId;
  return `${idle.current} ${undone}`;
}
