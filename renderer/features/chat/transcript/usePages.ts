// Loads the page before or after when the reader comes near to where the rows end, in the direction in which they go; also
// again and again, while what came is folded into a line that takes no room.

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useConversationView, useSession } from '../../../core/state/context.tsx';
import { near } from './list/rowSpan.ts';

/** Records from which on a page is only loaded when the reader moves. */
const maxAutomatic = 8000;

/** Answers what is to be called for each scroll event. */
export function usePages(scroller: RefObject<HTMLElement | null>): () => void {
  const { conversation } = useSession();
  const shown = useConversationView((view) => view.shown);
  const lastTop = useRef(0);
  const direction = useRef<'up' | 'down' | null>(null);

  const look = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const { shown: now } = conversation.store.getState();
    const { scrollTop, scrollHeight, clientHeight } = element;
    const fits = scrollHeight <= clientHeight + near / 4;
    if (now.hasEarlier && (fits || (direction.current === 'up' && scrollTop < near))) void conversation.loadEarlier();
    const left = scrollHeight - clientHeight - scrollTop;
    if (now.hasLater && (fits || (direction.current === 'down' && left < near))) void conversation.loadLater();
  }, [scroller, conversation]);

  useEffect(() => {
    if (shown.messages.length < maxAutomatic) look();
  }, [shown, look]);

  return useCallback(() => {
    const top = scroller.current?.scrollTop ?? 0;
    const moved = top - lastTop.current;
    lastTop.current = top;
    if (Math.abs(moved) > 1) direction.current = moved < 0 ? 'up' : 'down';
    look();
  }, [scroller, look]);
}
