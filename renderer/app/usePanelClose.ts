// Closes a side panel by its button or Escape, unless something inside handles that key. Returns the focus to where it came
// from.

import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { isComposing } from '../ui/isComposing.ts';
import { isEventHandled } from '../ui/Tip.tsx';

interface PanelClose {
  close: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function usePanelClose(hide: () => void): PanelClose {
  const place = useRef<HTMLElement | null>(null);
  const from = useRef<HTMLElement | null>(null);
  const close = (): void => {
    const back = from.current;
    // Checks before closing: a focused element that disappears passes the focus to the composer. A sheet restores it itself.
    const inside = place.current?.contains(document.activeElement) && !place.current.closest('[role="dialog"]');
    if (inside && back?.isConnected) back.focus({ preventScroll: true });
    hide();
  };
  return {
    close,
    onFocus({ currentTarget, relatedTarget }) {
      place.current = currentTarget;
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || isComposing(event)) return;
      // Menus and dialogs opened from here are elsewhere in the DOM.
      if (!event.currentTarget.contains(event.target as Node) || isEventHandled(event.nativeEvent)) return;
      event.preventDefault();
      close();
    },
  };
}
