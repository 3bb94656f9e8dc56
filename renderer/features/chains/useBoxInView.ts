// Which box of the transcript is in view: the first whose row one sees. Followed while a panel shows the chain beside it.

import { useEffect, useState } from 'react';

const restMs = 80;
/** Pixels below the top of the transcript at which a box counts as read past. */
const margin = 24;

export function useBoxInView(active: boolean): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return setKey(null);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      setKey(firstInView());
    };
    const wait = (): void => {
      timer ??= setTimeout(look, restMs);
    };
    const onScroll = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[role="log"]')) wait();
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [active]);
  return key;
}

function firstInView(): string | null {
  const log = document.querySelector<HTMLElement>('[role="log"]');
  if (!log) return null;
  const frame = log.getBoundingClientRect();
  for (const box of log.querySelectorAll<HTMLElement>('[data-call]')) {
    const { top, bottom, height } = box.getBoundingClientRect();
    if (height > 0 && bottom > frame.top + margin && top < frame.bottom) return box.dataset.call ?? null;
  }
  return null;
}
