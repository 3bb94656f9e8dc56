// Whether an element has at least so many pixels of width.

import { type RefObject, useEffect, useState } from 'react';

export function useWide(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [wide, setWide] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width >= width);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, width]);
  return wide;
}
