// Which sections of the list are folded otherwise than by themselves: kept between starts.

import { useState } from 'react';
import { useSession } from '../../core/state/context.tsx';

const name = 'folds';
/** Of projects that are long gone there is no end otherwise. */
const most = 500;

export function useFolds(): [folds: ReadonlySet<string>, toggle: (key: string) => void] {
  const { memory } = useSession();
  const [folds, setFolds] = useState<ReadonlySet<string>>(() => new Set(readFolds(memory.get(name))));
  const toggle = (key: string): void => {
    const now = folds.has(key) ? [...folds].filter((one) => one !== key) : [...folds, key].slice(-most);
    memory.set(name, now.length > 0 ? JSON.stringify(now) : null);
    setFolds(new Set(now));
  };
  return [folds, toggle];
}

/** @internal */
export function readFolds(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(-most) : [];
  } catch {
    return [];
  }
}
