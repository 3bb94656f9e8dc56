// A session that stays in another program's files: it is read here, and written only once it was continued.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { type InPlaceProgram, isInPlace, programOfProject } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceRow } from '../../../shared/features/inPlace/methods.ts';
import { strings } from '../strings.ts';
import { useConversation, useSession } from './context.tsx';
import type { Session } from './session.ts';

/** Of the conversation that is shown; null: it is one of ours. */
export function useInPlace(): InPlaceProgram | null {
  return useConversation((state) => programOfProject(state.projectId)) ?? null;
}

/** Of a session as it is listed; null: it is one of ours, or not listed. */
export function useInPlaceRow(conversationId: string): InPlaceRow | null {
  const { inPlace } = useSession().lists;
  const wanted = isInPlace(conversationId);
  useEffect(() => (wanted ? inPlace.want() : undefined), [inPlace, wanted]);
  return useStore(inPlace.store, ({ value }) =>
    wanted ? (value?.rows.find((row) => row.conversationId === conversationId) ?? null) : null,
  );
}

/** Whether what is shown can be written in; also where nothing is shown yet. */
export function isOurs({ conversation }: Pick<Session, 'conversation'>): boolean {
  const { id } = conversation.store.getState();
  return id === null || !isInPlace(id);
}

/** Makes it one of ours and shows that. */
export async function continueSession({ actions }: Pick<Session, 'actions'>, conversationId: string): Promise<void> {
  const answer = await actions.call('inPlace.continue', { conversationId });
  if (!answer.ok) return actions.report(answer.error);
  actions.show(answer.value.conversationId);
  actions.say(strings.sidebar.inPlace.continued);
}
