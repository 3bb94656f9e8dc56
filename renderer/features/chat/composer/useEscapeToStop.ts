// Pressing Escape twice stops the run; the first press only shows a hint. Counts only where Escape has no other
// meaning: in the composer or on the page, not right after closing a dialog or menu, and never while a request waits.

import { useEffect, useRef, useState } from 'react';
import { strings } from '../../../core/strings.ts';
import { fieldSelector, isComposing } from '../../../ui/isComposing.ts';

const secondWithin = 1500;
/** Ignores extra presses shortly after Escape has closed something. */
const quietAfterClosing = 1500;

const over = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The composer, or anything that is not another field. */
function isOnPage(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  return target.closest('[data-composer]') !== null || !target.matches(fieldSelector);
}

export function useEscapeToStop(running: boolean, waits: boolean, stop: () => void): string | null {
  const [armed, setArmed] = useState(false);
  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    if (!running || waits) return setArmed(false);
    let timer: ReturnType<typeof setTimeout> | null = null;
    let closedAt = Number.NEGATIVE_INFINITY;
    const disarm = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      setArmed(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || event.repeat) return;
      if (event.defaultPrevented || document.querySelector(over)) {
        closedAt = event.timeStamp;
        disarm();
        return;
      }
      if (event.timeStamp - closedAt < quietAfterClosing) {
        closedAt = event.timeStamp;
        return;
      }
      if (!isOnPage(event.target)) return;
      if (timer !== null) {
        disarm();
        latest.current();
        return;
      }
      setArmed(true);
      timer = setTimeout(() => {
        timer = null;
        setArmed(false);
      }, secondWithin);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (timer !== null) clearTimeout(timer);
    };
  }, [running, waits]);
  return armed ? strings.chat.stopHint : null;
}
