// How a row learns of the branches at its message.

import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import type { ForkPlace } from '../../core/state/forkPlaces.ts';

export function useForkPlace(messageId: string): ForkPlace | undefined {
  return useStore(useSession().forks.store, ({ places }) => places.get(messageId));
}
