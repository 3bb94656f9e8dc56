// A collapsible area next to the page. When it hides with the focus inside, moves the focus to the composer.

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusComposer, isFocusLost } from './focus.ts';

export function CollapsibleArea({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // Whether something else took the focus only shows after removal.
      queueMicrotask(() => isFocusLost() && focusComposer());
    };
  }, []);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
