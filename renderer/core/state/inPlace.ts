// Conversations that are in no list of ours: sessions read in place from another app's files and what a team shares, which are only
// copied when the user continues one, and those of agents.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import {
  type InPlaceOwner,
  inPlaceOwnerOf,
  isInPlace,
  isMachine,
  isOfMachine,
  isShared,
  isTeam,
} from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceRow } from '../../../shared/features/inPlace/methods.ts';
import { strings } from '../strings.ts';
import { useConversation, useSession } from './context.tsx';
import type { Session } from './session.ts';

/** The app or team of the current conversation; null: it is ours. */
export function useInPlaceApp(): InPlaceOwner | null {
  return useConversation((state) => inPlaceOwnerOf(state.projectId)) ?? null;
}

/** Names where a conversation comes from: an app, or the author and the team. */
export function useInPlaceName(): (owner: InPlaceOwner, conversationId: string) => string {
  const { inPlace } = useSession().lists;
  // The sidebar, which asks for the list, may be closed.
  const isListed = useConversation((state) => isShared(state.projectId) || isOfMachine(state.projectId)) ?? false;
  useEffect(() => (isListed ? inPlace.want() : undefined), [inPlace, isListed]);
  const list = useStore(inPlace.store, ({ value }) => value);
  return (owner, conversationId) => {
    if (isMachine(owner)) {
      const session = list?.onMachines.find((one) => one.conversationId === conversationId);
      return session ? `${programNames[session.program]} · ${session.machine}` : '';
    }
    if (!isTeam(owner)) return programNames[owner];
    const row = list?.shared.find((one) => one.conversationId === conversationId);
    return row ? `${row.author} · ${row.teamName}` : '';
  };
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

/** Whether the current conversation may be an agent's: those are in no list. */
export function mayBeAgentConversation({ app, conversation }: Session): boolean {
  const { id, state } = conversation.store.getState();
  const listed = app.store.getState().snapshot?.conversations ?? [];
  return id !== null && state !== null && !listed.some((row) => row.id === id);
}
