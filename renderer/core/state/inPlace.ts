// Sessions read in place from another app's files; they are only copied when the user continues one.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { type InPlaceProgram, inPlaceProgramOf, isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceRow } from '../../../shared/features/inPlace/methods.ts';
import { strings } from '../strings.ts';
import { useConversation, useSession } from './context.tsx';
import type { Session } from './session.ts';

/** The app of the current conversation; null: it is ours. */
export function useInPlaceApp(): InPlaceProgram | null {
  return useConversation((state) => inPlaceProgramOf(state.projectId)) ?? null;
}

/** The app of a listed session; null: it is ours, or not listed. */
export function useInPlaceRow(conversationId: string): InPlaceRow | null {
  const { inPlace } = useSession().lists;
  const isSession = isInPlace(conversationId);
  useEffect(() => (isSession ? inPlace.want() : undefined), [inPlace, isSession]);
  return useStore(inPlace.store, ({ value }) =>
    isSession ? (value?.rows.find((row) => row.conversationId === conversationId) ?? null) : null,
  );
}

/** Whether the current conversation is writable; also true if there is none. */
export function isOwnConversation({ conversation }: Pick<Session, 'conversation'>): boolean {
  const { id } = conversation.store.getState();
  return id === null || !isInPlace(id);
}

/** Imports it and opens the result. */
export async function continueSession({ actions }: Pick<Session, 'actions'>, conversationId: string): Promise<void> {
  const answer = await actions.call('inPlace.continue', { conversationId });
  if (!answer.ok) return actions.report(answer.error);
  actions.show(answer.value.conversationId);
  actions.say(strings.sidebar.inPlace.continued);
}
