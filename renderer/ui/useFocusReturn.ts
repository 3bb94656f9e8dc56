// Gives the focus back to where it was before a layer opened. A field of the layer that asks for the focus has it before
// the layer itself hears of anything, so what had it is noted when the layer is first drawn. Where that is gone, the person
// is put back to where they write: the keyboard is never left nowhere.

import { useState } from 'react';
import { focusComposer, isFocusLost } from './focus.ts';

/** On what is given the focus by a layer that closes, at that moment. */
export const givenBack = 'data-given-back';

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
      // Who closed it has put the focus somewhere.
      if (!isFocusLost()) return;
      const place = places.findLast((one) => one?.isConnected && one !== document.body);
      if (place instanceof HTMLElement) focusWithoutTip(place);
      if (isFocusLost()) focusComposer();
    },
  };
}

/** Marked while it gets the focus: nobody asked for its tip (Tip.tsx). */
export function focusWithoutTip(place: HTMLElement): void {
  place.setAttribute(givenBack, '');
  place.focus({ preventScroll: true });
  place.removeAttribute(givenBack);
}

/** What has the focus; of an item of a menu, which goes with its menu, the button or row that opened it. */
function placeNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  const home = menu?.getAttribute('data-home') ?? menu?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(home ?? '') : document.activeElement;
}

/**
 * Where the focus goes when a layer opens: to the field that asked for it, else to the layer itself. Never to the first
 * button, which would show its tip and take Enter.
 */
function focusContent(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  if (!content.contains(document.activeElement)) content.focus();
}
