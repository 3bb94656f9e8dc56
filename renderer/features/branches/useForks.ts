// Fork data for a message row.

import { useStore } from 'zustand/react';
import { part } from '../../core/parts/part.tsx';
import { useSession } from '../../core/state/context.tsx';
import type { MessageForks } from './messageForks.ts';

export function useForks(messageId: string): MessageForks | undefined {
  return useStore(useSession().forks.store, ({ places }) => places.get(messageId));
}

/** The message editor; its code loads when the window is idle. */
export const EditPart = part(async () => (await import('./MessageEdit.tsx')).MessageEdit);
