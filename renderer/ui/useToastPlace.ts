// How far from the foot of the window toasts stand: in its corner where the field that is written in leaves room beside it,
// else above that field, however high it has grown.

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels from the edge of the window, and from the field. */
const edge = 12;
const above = 8;

/** Pixels. `over`: a dialog covers the field. */
export function useToastPlace(region: RefObject<HTMLElement | null>, shown: boolean, over: boolean): number {
  const [bottom, setBottom] = useState(edge);
  useLayoutEffect(() => {
    if (!shown || over) return setBottom(edge);
    const place = (): void => {
      const field = document.querySelector('[data-composer-place]')?.getBoundingClientRect();
      const left = region.current?.getBoundingClientRect().left ?? 0;
      setBottom(!field || field.right <= left ? edge : Math.max(edge, window.innerHeight - field.top + above));
    };
    // The field grows and goes, panels and pages come: all of them change the size of something in the frame.
    const seen = new ResizeObserver(place);
    const watch = (): void => {
      seen.disconnect();
      for (const node of document.querySelectorAll('main, [data-composer-place]')) seen.observe(node);
      place();
    };
    const frame = document.querySelector('main')?.parentElement;
    const changed = new MutationObserver(watch);
    if (frame) changed.observe(frame, { childList: true });
    watch();
    return () => {
      seen.disconnect();
      changed.disconnect();
    };
  }, [region, shown, over]);
  return bottom;
}
