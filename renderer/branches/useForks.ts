// How a row learns of the branches at its message, and the message of the person that a reply belongs to.

import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { useConversationView, useSession } from '../state/context.tsx';
import { type ForkPlace, forkPlaces } from './forkPlaces.ts';

const nowhere: ReadonlyMap<string, ForkPlace> = new Map();

export function useForkPlace(messageId: string): ForkPlace | undefined {
  const { forks: forkStore } = useSession();
  const forks = useStore(forkStore.store, (now) => now.forks);
  // Most conversations never part: then no row looks at the messages.
  const messages = useConversationView((view) => (forks.length > 0 ? view.shown.messages : null));
  const places = useMemo(() => (messages ? forkPlaces(messages, forks) : nowhere), [messages, forks]);
  return places.get(messageId);
}
