// Keeps a click from answering what it was not meant for: the click that brings the window to the front, and one that was
// on its way when the question appeared.

import { useEffect, useRef, useState } from 'react';

/** How long a question stands before it can be answered. */
export const quietMs = 300;

export interface AnswerGuard {
  /** False for a moment after the question appeared. */
  ready: boolean;
  /** True when a click now is one that the person meant for this question. */
  accepts(): boolean;
}

/** `question`: names what is asked, where it may change while the buttons stay: another one begins the moment again. */
export function useAnswerGuard(question = ''): AnswerGuard {
  const [readyFor, setReadyFor] = useState<string | null>(null);
  const focusedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const timer = setTimeout(() => setReadyFor(question), quietMs);
    return () => clearTimeout(timer);
  }, [question]);
  useEffect(() => {
    const onFocus = (): void => {
      focusedAt.current = performance.now();
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  const ready = readyFor === question;
  return { ready, accepts: () => ready && performance.now() - focusedAt.current >= quietMs };
}
