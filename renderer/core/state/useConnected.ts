// Whether the host can be reached now. What it does meanwhile is not known, so nothing that is said of it goes on.

import { useStore } from 'zustand/react';
import { useSession } from './context.tsx';

export function useConnected(): boolean {
  const { connection } = useSession();
  return useStore(connection.status, ({ kind }) => kind === 'open');
}
