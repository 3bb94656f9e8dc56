// How every panel beside the page is closed: by its button or with Escape, unless something in it takes that key. Who was in
// it is put back to where they came from.

import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { isComposing } from '../ui/isComposing.ts';
import { isTaken } from '../ui/Tip.tsx';

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
    // Before it goes: what goes with the focus in it gives that to the composer. A sheet gives it back itself.
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
      // What was opened from here lies elsewhere on the page.
      if (!event.currentTarget.contains(event.target as Node) || isTaken(event.nativeEvent)) return;
      event.preventDefault();
      close();
    },
  };
}
