// Whether a list that scrolls was seen to its end: what is allowed together has been before the person's eyes.

import { type RefObject, useEffect, useState } from 'react';

/** Pixels that may be missing where sizes are rounded. */
const nearly = 4;

/** `of`: what the list holds; with another the end has to be seen again. `next` goes on by a view. */
export function useSeenToEnd(list: RefObject<HTMLElement | null>, of: string): { seen: boolean; next: () => void } {
  const [seen, setSeen] = useState('');
  useEffect(() => {
    const element = list.current;
    if (!element || seen === of) return;
    const look = (): void => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - nearly) setSeen(of);
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, of, seen]);
  return {
    seen: seen === of,
    next: () => list.current?.scrollBy({ top: list.current.clientHeight * 0.85 }),
  };
}
