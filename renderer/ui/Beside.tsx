// What stands beside the page and can be hidden. When it goes with the focus in it, the person is put back to where they
// write: the keyboard is never left nowhere.

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusComposer, isFocusLost } from './focus.ts';

export function Beside({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // Only once it is gone can be seen whether somebody else took the focus.
      queueMicrotask(() => isFocusLost() && focusComposer());
    };
  }, []);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
