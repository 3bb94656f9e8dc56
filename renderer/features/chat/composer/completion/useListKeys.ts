// Keys for a list controlled by the field: arrows select, Enter and Tab accept, Escape closes. Replays keys pressed
// before the list was ready.

import { useEffect, useLayoutEffect, useState } from 'react';
import type { Completing } from './completing.ts';

interface ListKeysWish {
  /** Of its options: what was chosen stays chosen when others come before it. */
  options: readonly string[];
  /** What it shows is the answer to what is typed. */
  ready: boolean;
  /** Nothing fits, and that is said. */
  nothing: boolean;
  /** What the list is about: with another one the first is chosen again. */
  about: string;
  /** False: the key is left to the field. */
  take(index: number, key: 'Enter' | 'Tab'): boolean;
}

export function useListKeys(
  { keys, release, dismiss }: Pick<Completing, 'keys' | 'release' | 'dismiss'>,
  { options, ready, nothing, about, take }: ListKeysWish,
): [chosen: number, choose: (index: number) => void] {
  const [wish, setWish] = useState<{ about: string; key: string | undefined } | null>(null);
  const count = options.length;
  const chosen = Math.max(0, wish?.about === about && wish.key !== undefined ? options.indexOf(wish.key) : 0);
  const choose = (index: number): void => setWish({ about, key: options[index] });

  useLayoutEffect(() => {
    keys.current = {
      ready,
      onKey(key) {
        if (count === 0 && !nothing) return false;
        if (key === 'Escape') dismiss();
        else if (count === 0) return false;
        else if (key === 'ArrowDown') choose((chosen + 1) % count);
        else if (key === 'ArrowUp') choose((chosen + count - 1) % count);
        else if (key === 'Enter' || key === 'Tab') return take(chosen, key);
        else return false;
        return true;
      },
    };
  });
  useLayoutEffect(
    () => () => {
      keys.current = null;
    },
    [keys],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is ready anew
  useEffect(() => {
    if (ready) queueMicrotask(release);
  }, [ready, about]);
  return [chosen, choose];
}
