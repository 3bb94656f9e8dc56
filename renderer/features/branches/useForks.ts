// How a row learns of the branches at its message.

import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import type { MessageForks } from '../../core/state/messageForks.ts';

export function useForkPlace(messageId: string): MessageForks | undefined {
  return useStore(useSession().forks.store, ({ places }) => places.get(messageId));
}
