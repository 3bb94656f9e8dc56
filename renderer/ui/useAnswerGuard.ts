// Prevents accidental answers: a click that activates the window, one already in progress when the question appeared,
// or when another question moved into its place.

import { createContext, useContext, useEffect, useRef, useState } from 'react';

/** How long a question must be visible before it can be answered. */
export const quietMs = 300;

/**
 * Around stacked questions: when they last moved (`performance.now()`), for example because an answered one above
 * disappeared.
 */
export const MovedAt = createContext<() => number>(() => Number.NEGATIVE_INFINITY);

export interface AnswerGuard {
  /** False briefly after the question appears. */
  ready: boolean;
  /** True if a click now is meant for this question. */
  accepts(): boolean;
}

/** `question`: identifies the question, if it may change while the buttons stay; a new one restarts the delay. */
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
