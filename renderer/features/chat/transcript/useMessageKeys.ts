// Transcript keys: J and K, or Alt with arrows, move between messages; Home and End go to the first loaded message and
// to the end. Scrolling keys (arrows, Page Up and Down, Space) are left to the browser.

import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react';
import { fieldSelector } from '../../../ui/isComposing.ts';
import type { Follow } from './useFollow.ts';

const steps: Record<string, number> = { j: 1, k: -1 };
const altSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const stop = '[data-message], [data-tool-call], [data-tool-fold]';

export function useMessageKeys(
  scroller: RefObject<HTMLElement | null>,
  { atEnd, toEnd, leave }: Pick<Follow, 'atEnd' | 'toEnd' | 'leave'>,
): (event: KeyboardEvent) => void {
  /** Home was pressed last, so that a short conversation, which is also at its end, is read from the top. */
  const fromTop = useRef(false);
  return useCallback(
    (event) => {
      const element = scroller.current;
      if (!element || event.ctrlKey || event.metaKey || isTyped(event.target)) return;
      if (!event.altKey && event.key === 'End') {
        fromTop.current = false;
        toEnd();
      } else if (!event.altKey && event.key === 'Home') {
        fromTop.current = true;
        leave();
        element.scrollTop = 0;
      } else {
        const step = event.altKey ? altSteps[event.key] : steps[event.key];
        if (step === undefined) return;
        leave();
        go(element, step, atEnd && !fromTop.current);
        fromTop.current = false;
      }
      event.preventDefault();
    },
    [scroller, atEnd, toEnd, leave],
  );
}

function isTyped(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`${fieldSelector}, [role="menu"]`) !== null;
}

/** Starts from the focus. On the transcript itself, that is its end if it is shown, else the top of the view. */
function go(scroller: HTMLElement, step: number, atEnd: boolean): void {
  const all = [...scroller.querySelectorAll<HTMLElement>(stop)].filter((one) => !one.parentElement?.closest(stop));
  const next = all[nextPlace(scroller, all, step, atEnd)];
  if (!next) return;
  const target = next.matches('[data-tool-call]') ? (next.querySelector<HTMLElement>('button') ?? next) : next;
  if (target === next && !next.matches('button')) next.tabIndex = -1;
  target.focus({ preventScroll: true });
  next.scrollIntoView({ block: next.offsetHeight > scroller.clientHeight ? 'start' : 'nearest' });
}

function nextPlace(scroller: HTMLElement, all: readonly HTMLElement[], step: number, atEnd: boolean): number {
  const active = document.activeElement;
  const focused = all.findIndex((one) => one.contains(active));
  if (focused >= 0) return focused + step;
  if (active && active !== scroller && scroller.contains(active)) {
    const before = all.findLastIndex((one) => one.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING);
    return step > 0 ? Math.min(before + 1, all.length - 1) : before;
  }
  if (atEnd) return all.length - 1;
  const top = scroller.getBoundingClientRect().top;
  const firstVisible = all.findIndex((one) => one.getBoundingClientRect().bottom > top + 1);
  return step > 0 ? firstVisible : firstVisible - 1;
}
