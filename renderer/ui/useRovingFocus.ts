// Roving tab index: a list is one tab stop, and arrow keys move between its `data-item` elements.

import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

const item = '[data-item]';

/** Spread the result over the list; all items but the first need `tabIndex` -1. */
export function useRovingFocus() {
  const last = useRef<HTMLElement | null>(null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(item)];
    const at = items.indexOf((event.target as HTMLElement).closest<HTMLElement>(item) as HTMLElement);
    if (at < 0) return;
    const next = step === 'first' ? items[0] : step === 'last' ? items.at(-1) : items[at + (step as number)];
    event.preventDefault();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }

  function onFocus(event: FocusEvent<HTMLElement>): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>(item);
    if (!target || target === last.current) return;
    const before = last.current ?? event.currentTarget.querySelector<HTMLElement>(`${item}[tabindex="0"]`);
    if (before) before.tabIndex = -1;
    target.tabIndex = 0;
    last.current = target;
  }

  return { onKeyDown, onFocus };
}
