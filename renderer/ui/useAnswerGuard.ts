// Keeps a click from answering what it was not meant for: the click that brings the window to the front, one that was on its
// way when the question appeared, and one that was on its way when another moved into its place.

import { createContext, useContext, useEffect, useRef, useState } from 'react';

/** How long a question stands before it can be answered. */
export const quietMs = 300;

/**
 * Around questions that others stand beside: when what is there last moved (`performance.now()`), as when one above was answered
 * and those below came up under the pointer.
 */
export const MovedAt = createContext<() => number>(() => Number.NEGATIVE_INFINITY);

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
  const movedAt = useContext(MovedAt);
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
  const since = (): number => performance.now() - Math.max(focusedAt.current, movedAt());
  return { ready, accepts: () => ready && since() >= quietMs };
}
