// How components see what the next request holds; while one of them is drawn it is followed.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import type { ContextView } from './contextStore.ts';

export function useContextView(): ContextView {
  const { context } = useSession();
  useEffect(() => context.watch(), [context]);
  return useStore(context.store);
}
