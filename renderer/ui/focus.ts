// Where the keyboard is: given to where the person writes, to what takes the place of what had it, or back to a title.

import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

export function focusComposer(): void {
  composerPlace()?.focus({ preventScroll: true });
}

export function composerPlace(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-composer]');
}

/** Renders `update` at once and then moves the focus, so that the very next key reaches `place` on a busy machine too. */
export function focusAfter(update: () => void, place: () => HTMLElement | null | undefined): void {
  flushSync(update);
  place()?.focus();
}

/** Set on the element that `keepFocus` chose, until it loses the focus or a key is pressed. */
export const focusFallback = 'data-focus-fallback';

/** Nothing has the focus, or only the fallback that `keepFocus` chose: a caller who knows a better place may take it. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.hasAttribute(focusFallback);
}

/** Whether the person writes in a field: nothing that happens by itself takes the keyboard from it. */
export function isWriting(): boolean {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit|file)$/.test(active.type);
  return active instanceof HTMLTextAreaElement || (active instanceof HTMLElement && active.isContentEditable);
}

// Follows what had the focus while the row that it stands in is replaced by another, as by the row of another branch: when it
// goes, the focus is given to what takes its place. The keyboard is never left nowhere.

/** Two seconds of a window that draws. */
const maxFrames = 120;

/** `place`: what is to have it, once it is there. Ends when the person has gone elsewhere. */
export function focusWhenLost(place: () => HTMLElement | null, from: Element | null = document.activeElement): void {
  let frames = 0;
  const look = (): void => {
    const now = document.activeElement;
    if (isFocusLost()) {
      const found = place();
      found?.focus({ preventScroll: true });
      if (found && document.activeElement === found) return;
    } else if (now !== from && !now?.closest('[role="menu"], [data-branches]')) return;
    if (frames++ < maxFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** For what comes in the place of what had the focus: its first button takes it, if nothing else has it. */
export function useFocusIfNowhere<T extends HTMLElement>(): RefObject<T | null> {
  const taker = useRef<T>(null);
  useEffect(() => {
    if (isFocusLost()) taker.current?.focus();
  }, []);
  return taker;
}

/** Gives the focus to the title again whose place a field took while it was renamed by the keyboard. */
interface TitleFocus {
  title: RefObject<HTMLButtonElement | null>;
  /** `byKey`: how the field was ended; one that was left by the pointer keeps the focus where the pointer put it. */
  ended: (byKey: boolean) => void;
}

export function useTitleFocus(renaming: boolean): TitleFocus {
  const title = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (renaming || !wanted.current) return;
    wanted.current = false;
    title.current?.focus({ preventScroll: true });
  }, [renaming]);
  return {
    title,
    ended(byKey) {
      wanted.current = byKey;
    },
  };
}
