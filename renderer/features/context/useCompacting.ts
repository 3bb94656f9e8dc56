// Whether room is being made, by the person's wish or by a run.

import { useStore } from 'zustand/react';
import { useConversation, useSession } from '../../core/state/context.tsx';

export function useCompacting(): boolean {
  const { contextActions } = useSession();
  const asked = useStore(contextActions.store, ({ compacting }) => compacting);
  const byRun = useConversation((state) => state.run?.phase === 'compacting') ?? false;
  return asked || byRun;
}
