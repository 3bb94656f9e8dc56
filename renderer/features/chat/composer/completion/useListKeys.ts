// Keys for a list controlled by the field: arrows select, Enter and Tab accept, Escape closes. Replays keys pressed
// before the list was ready.

import { useEffect, useLayoutEffect, useState } from 'react';
import type { Completing } from './completionKeys.ts';

interface ListKeysWish {
  /** Option keys: the selection survives when others are inserted before it. */
  options: readonly string[];
  /** The list matches the current input. */
  ready: boolean;
  /** There are no matches, and the list shows that. */
  nothing: boolean;
  /** The option selected first; 0 by default. */
  first?: number;
  /** Subject of the list; a new one resets the selection. */
  about: string;
  /** Returns false to leave the key to the field. */
  take(index: number, key: 'Enter' | 'Tab'): boolean;
}

export function useListKeys(
  { keys, release, dismiss }: Pick<Completing, 'keys' | 'release' | 'dismiss'>,
  { options, ready, nothing, first = 0, about, take }: ListKeysWish,
): [chosen: number, choose: (index: number) => void] {
  const [wish, setWish] = useState<{ about: string; key: string | undefined } | null>(null);
  const count = options.length;
  const choose = (index: number): void => setWish({ about, key: options[index] });
  // Enter takes what is shown, so what arrives later, above it, does not change the selection.
  if (ready && count > 0 && wish?.about !== about) choose(first);
  const chosen = Math.max(0, wish?.about === about && wish.key !== undefined ? options.indexOf(wish.key) : first);

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the list becomes ready
  useEffect(() => {
    if (ready) queueMicrotask(release);
  }, [ready, about]);
  return [chosen, choose];
}
