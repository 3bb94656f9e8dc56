// Transcript keys: J and K, or Alt with arrows, move between messages; Home and End go to the first loaded message and
// to the end. Scrolling keys (arrows, Page Up and Down, Space) are left to the browser.

import { type KeyboardEvent, type RefObject, useCallback } from 'react';
import type { Follow } from './useFollow.ts';

const steps: Record<string, number> = { j: 1, k: -1 };
const altSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const stop = '[data-message], [data-tool-call], [data-tool-fold]';

export function useMessageKeys(
  scroller: RefObject<HTMLElement | null>,
  { toEnd, leave }: Pick<Follow, 'toEnd' | 'leave'>,
): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      const element = scroller.current;
      if (!element || event.ctrlKey || event.metaKey || isTyped(event.target)) return;
      if (!event.altKey && event.key === 'End') toEnd();
      else if (!event.altKey && event.key === 'Home') {
        leave();
        element.scrollTop = 0;
      } else {
        const step = event.altKey ? altSteps[event.key] : steps[event.key];
        if (step === undefined) return;
        leave();
        go(element, step);
      }
      event.preventDefault();
    },
    [scroller, toEnd, leave],
  );
}

function isTyped(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null
  );
}

/** Starts from the focused message, or the one at the top of the view. */
function go(scroller: HTMLElement, step: number): void {
  const all = [...scroller.querySelectorAll<HTMLElement>(stop)].filter((one) => !one.parentElement?.closest(stop));
  const top = scroller.getBoundingClientRect().top;
  const focused = all.findIndex((one) => one.contains(document.activeElement));
  const firstVisible = all.findIndex((one) => one.getBoundingClientRect().bottom > top + 1);
  const next = all[focused >= 0 ? focused + step : step > 0 ? firstVisible : firstVisible - 1];
  if (!next) return;
  const target = next.matches('[data-tool-call]') ? (next.querySelector<HTMLElement>('button') ?? next) : next;
  if (target === next && !next.matches('button')) next.tabIndex = -1;
  target.focus({ preventScroll: true });
  next.scrollIntoView({ block: next.offsetHeight > scroller.clientHeight ? 'start' : 'nearest' });
}
