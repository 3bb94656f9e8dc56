// Loads the adjacent page when the reader scrolls near the end of the loaded rows; repeats while new content folds away
// and takes no space.

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useConversationView, useSession } from '../../../core/state/context.tsx';
import { near } from './list/rowSpan.ts';

/** From this many messages, pages load only when the reader scrolls. */
const maxAutomatic = 8000;

/** Returns the scroll event handler. */
export function usePages(scroller: RefObject<HTMLElement | null>): () => void {
  const { conversation } = useSession();
  const shown = useConversationView((view) => view.messageWindow);
  const lastTop = useRef(0);
  const direction = useRef<'up' | 'down' | null>(null);

  const look = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const { messageWindow: now } = conversation.store.getState();
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
