// Restores the focus when a layer closes. A layer's autofocus field takes the focus before the layer is notified, so
// the previous focus is recorded on first render. If that element is gone, focuses the composer.

import { useLayoutEffect, useRef, useState } from 'react';
import { focusComposer, isFocusLost } from './focus.ts';

/** Marks an element while a closing layer restores its focus. */
export const returnedText = 'data-given-back';

export interface FocusReturn {
  onOpenAutoFocus: (event: Event) => void;
  onCloseAutoFocus: (event: Event) => void;
}

export function useFocusReturn(): FocusReturn {
  const [places] = useState(() => [placeNow()]);
  return {
    onOpenAutoFocus(event) {
      places.push(placeNow());
      focusContent(event);
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      // The closing code already moved the focus.
      if (!isFocusLost()) return;
      // Not to the side that the user has left.
      const isPlace = (one: Element | null): boolean =>
        one?.isConnected === true && one !== document.body && !one.closest('[data-pane="away"]');
      const place = places.findLast(isPlace);
      if (place instanceof HTMLElement) focusWithoutTip(place);
      if (isFocusLost()) focusComposer();
    },
  };
}

/**
 * For `onCloseAutoFocus`, which Radix calls in a timer. By then, the user may have opened the layer again, which moving
 * the focus would close, or may be typing elsewhere.
 */
export function useFocusAfterClose(isOpen: boolean, moveFocus: (event: Event) => void): (event: Event) => void {
  const isOpenNow = useRef(isOpen);
  useLayoutEffect(() => {
    isOpenNow.current = isOpen;
  }, [isOpen]);
  return (event) => {
    if (isOpenNow.current || !isFocusLost()) event.preventDefault();
    else moveFocus(event);
  };
}

/** Marked during focus, so that no tooltip appears (Tip.tsx). */
export function focusWithoutTip(place: HTMLElement): void {
  place.setAttribute(returnedText, '');
  place.focus({ preventScroll: true });
  place.removeAttribute(returnedText);
}

/** The focused element; for a menu item, which disappears with its menu, the trigger or row. */
function placeNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  const home = menu?.getAttribute('data-home') ?? menu?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(home ?? '') : document.activeElement;
}

/**
 * Initial focus of a layer: the autofocus field, else the layer itself. Never the first button, which would show its
 * tooltip and react to Enter.
 */
function focusContent(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  if (!content.contains(document.activeElement)) content.focus();
}
