// A long block that streams is drawn anew a few times a second and not at each frame: the longer, the more seldom, so that
// most of the time is left for the person.

import { useEffect, useRef, useState } from 'react';
import { limits } from './limits.ts';

/** Milliseconds to wait before the text is drawn with what came since. */
export function calmPause(text: string): number {
  if (text.length <= limits.calm) return 0;
  return Math.ceil(text.length / limits.calmLetters);
}

/** The text, or an earlier beginning of it while it is long and grows. */
export function useCalm(text: string): string {
  const drawn = useRef(text);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [, redraw] = useState(0);
  latest.current = text;
  const pause = text.length > drawn.current.length && text.startsWith(drawn.current) ? calmPause(text) : 0;
  if (pause === 0) drawn.current = text;
  useEffect(() => {
    if (pause === 0 || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      drawn.current = latest.current;
      redraw((count) => count + 1);
    }, pause);
  }, [pause]);
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined);
      timer.current = null;
    },
    [],
  );
  return drawn.current;
}
