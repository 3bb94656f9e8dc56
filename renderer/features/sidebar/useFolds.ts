// Sections whose collapsed state differs from the default, persisted across restarts.

import { useState } from 'react';
import { useSession } from '../../core/state/context.tsx';

const name = 'folds';
/** Maximum stored entries, since those of removed projects would accumulate. */
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
    const saved: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string').slice(-most) : [];
  } catch {
    return [];
  }
}
