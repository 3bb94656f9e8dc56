// Keeps a click from answering what it was not meant for: the click that brings the window to the front, and one that was
// on its way when the question appeared.

import { useEffect, useRef, useState } from 'react';

const quietMs = 300;

export interface AnswerGuard {
  /** False for a moment after the question appeared. */
  ready: boolean;
  /** True when a click now is one that the person meant for this question. */
  accepts(): boolean;
}

export function useAnswerGuard(): AnswerGuard {
  const [ready, setReady] = useState(false);
  const focusedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), quietMs);
    const onFocus = (): void => {
      focusedAt.current = performance.now();
    };
    window.addEventListener('focus', onFocus);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, []);
  return { ready, accepts: () => ready && performance.now() - focusedAt.current >= quietMs };
}
