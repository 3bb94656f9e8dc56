// Moves the keyboard focus: to the composer, to what replaces a focused element, or back to a title.

import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { touchQuery } from './useMedia.ts';

/** Not under a finger: the on-screen keyboard would cover half of what the user reads. */
export function focusComposer(): void {
  if (!matchMedia(touchQuery).matches) composerElement()?.focus({ preventScroll: true });
}

/** The one that keys and commands act on. */
export function composerElement(): HTMLElement | null {
  return focusedPane().querySelector<HTMLElement>('[data-composer]');
}

/** The focused one of two conversations side by side. */
export function paneElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-pane="focused"]');
}

/** Where to look for an element of the focused conversation. */
export function focusedPane(): ParentNode {
  return paneElement() ?? document;
}

/** The transcript of the focused conversation. */
export function transcriptElement(): HTMLElement | null {
  return focusedPane().querySelector<HTMLElement>('[role="log"]');
}

/**
 * Renders `update` synchronously and then moves the focus, so that the next key reaches `place` even on a busy machine.
 */
export function focusAfter(update: () => void, place: () => HTMLElement | null | undefined): void {
  flushSync(update);
  place()?.focus();
}

/** Marks the element that `keepFocus` chose, until it loses the focus or a key is pressed. */
export const focusFallback = 'data-focus-fallback';

/** Nothing has the focus except possibly `keepFocus`'s fallback: callers may move it to a better place. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.hasAttribute(focusFallback);
}

/** Whether the user is typing in a field: nothing should take the focus away automatically. */
export function isTyping(): boolean {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit|file)$/.test(active.type);
  return active instanceof HTMLTextAreaElement || (active instanceof HTMLElement && active.isContentEditable);
}

// Watches a focused element that may be replaced, for example by another branch's row: when it disappears, focuses its
// replacement.

/** Two seconds of frames. */
const maxFrames = 120;

/** `place`: the target, once it exists. Stops when the user moves the focus. */
export function focusWhenLost(place: () => HTMLElement | null, from: Element | null = document.activeElement): void {
  let frames = 0;
  const look = (): void => {
    const now = document.activeElement;
    if (isFocusLost()) {
      const target = place();
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) return;
    } else if (now !== from && !now?.closest('[role="menu"], [data-branches]')) return;
    if (frames++ < maxFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Focuses the first button of an element that replaces a focused one, if nothing else has the focus. */
export function useFocusIfLost<T extends HTMLElement>(): RefObject<T | null> {
  const taker = useRef<T>(null);
  useEffect(() => {
    if (isFocusLost()) taker.current?.focus();
  }, []);
  return taker;
}

/** Restores the focus to a title after it was renamed by keyboard. */
interface TitleFocus {
  title: RefObject<HTMLButtonElement | null>;
  /** `byKey`: how editing ended; after a click elsewhere, the focus stays there. */
  ended: (byKey: boolean) => void;
}

export function useTitleFocus(renaming: boolean): TitleFocus {
  const title = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (renaming || !wantsFocus.current) return;
    wantsFocus.current = false;
    title.current?.focus({ preventScroll: true });
  }, [renaming]);
  return {
    title,
    ended(byKey) {
      wantsFocus.current = byKey;
    },
  };
}
