// Loads the page before when the reader comes near the top, and keeps what is read where it is.

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useConversation, useConversationView, useSession } from '../../state/context.tsx';

const near = 800;

export function useEarlier(scroller: RefObject<HTMLElement | null>): () => void {
  const { conversation } = useSession();
  const hasEarlier = useConversation((state) => state.hasEarlier) ?? false;
  const firstId = useConversation((state) => state.messages[0]?.id);
  const loading = useConversationView((view) => view.loadingEarlier);
  const kept = useRef<{ row: Element; top: number } | null>(null);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const row = firstVisible(element);
    kept.current = row ? { row, top: row.getBoundingClientRect().top } : null;
    if (hasEarlier && !loading && element.scrollTop < near) void conversation.loadEarlier();
  }, [scroller, hasEarlier, loading, conversation]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when earlier messages were put before the first one
  useLayoutEffect(() => {
    const element = scroller.current;
    const mark = kept.current;
    if (!element || !mark?.row.isConnected) return;
    element.scrollTop += mark.row.getBoundingClientRect().top - mark.top;
  }, [firstId]);

  return onScroll;
}

function firstVisible(scroller: HTMLElement): Element | null {
  const top = scroller.getBoundingClientRect().top;
  for (const row of scroller.querySelectorAll('[data-row]')) {
    if (row.getBoundingClientRect().bottom > top) return row;
  }
  return null;
}
