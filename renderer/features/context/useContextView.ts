// Contents of the next request, kept up to date while a component using it is mounted.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import type { ContextView } from './contextStore.ts';

export function useContextView(): ContextView {
  const { context } = useSession();
  useEffect(() => context.watch(), [context]);
  return useStore(context.store);
}
