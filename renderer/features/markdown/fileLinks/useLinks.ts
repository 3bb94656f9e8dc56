// When a text may be split into links: once it is complete and near the view, and not under the user's selection.

import { type RefObject, startTransition, useEffect, useState } from 'react';
import { holdsSelection } from '../useVisibilityWatch.ts';

/** Text that scrolls by fast is not split. */
const restMs = 150;

export function useLinks(place: RefObject<Element | null>, ready: boolean): boolean {
  const [links, setLinks] = useState(ready);
  useEffect(() => {
    if (!ready) return setLinks(false);
    if (links) return;
    const split = (): void => {
      if (place.current && !holdsSelection(place.current)) startTransition(() => setLinks(true));
      else document.addEventListener('selectionchange', split, { once: true });
    };
    const timer = setTimeout(split, restMs);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', split);
    };
  }, [place, ready, links]);
  return ready && links;
}

const near = '800px';

/** True from the moment the element first comes near the view. */
export function useSeen(place: RefObject<Element | null>, enabled: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!enabled || seen || !place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: near, scrollMargin: near },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, enabled, seen]);
  return seen;
}
