// Gives the focus to the title again whose place a field took while it was renamed by the keyboard.

import { type RefObject, useEffect, useRef } from 'react';

export interface TitleFocus {
  title: RefObject<HTMLButtonElement | null>;
  /** `byKey`: how the field was ended; one that was left by the pointer keeps the focus where the pointer put it. */
  ended: (byKey: boolean) => void;
}

export function useTitleFocus(renaming: boolean): TitleFocus {
  const title = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (renaming || !wanted.current) return;
    wanted.current = false;
    title.current?.focus({ preventScroll: true });
  }, [renaming]);
  return {
    title,
    ended(byKey) {
      wanted.current = byKey;
    },
  };
}
