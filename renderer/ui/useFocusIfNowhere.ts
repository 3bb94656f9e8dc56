// For what comes in the place of what had the focus: its first button takes it, if nothing else has it.

import { type RefObject, useEffect, useRef } from 'react';

export function useFocusIfNowhere<T extends HTMLElement>(): RefObject<T | null> {
  const taker = useRef<T>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) taker.current?.focus();
  }, []);
  return taker;
}
