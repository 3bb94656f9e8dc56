// How a row learns of the branches at its message.

import { useStore } from 'zustand/react';
import { part } from '../../core/parts/part.tsx';
import { useSession } from '../../core/state/context.tsx';
import type { MessageForks } from './messageForks.ts';

export function useForkPlace(messageId: string): MessageForks | undefined {
  return useStore(useSession().forks.store, ({ places }) => places.get(messageId));
}

/** The field where a message is edited: code that is loaded when the window has nothing else to do. */
export const EditPart = part(async () => (await import('./MessageEdit.tsx')).MessageEdit);
