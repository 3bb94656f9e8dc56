// Navigates from an agent's conversation up to the call that started it.

import { useEffect, useState } from 'react';
import type { StartedBy } from '../../../shared/features/conversations/methods.ts';
import { useConversationView, useSession } from './context.tsx';
import { mayBeAgentConversation } from './inPlace.ts';
import { revealMessage } from './revealMessage.ts';
import type { Session } from './session.ts';

/** The calls above it, nearest first; none for a top-level conversation. */
async function callsAbove({ actions }: Session, conversationId: string): Promise<StartedBy[]> {
  const answer = await actions.call('conversation.startedBy', { conversationId });
  return answer.ok ? answer.value.calls : [];
}

export function revealStartingCall(
  session: Session,
  { conversationId, messageId, index }: StartedBy,
): Promise<boolean> {
  return revealMessage(session, messageId, { conversationId, callIndex: index });
}

/** The command's implementation. */
export async function openStartingCall(session: Session): Promise<void> {
  const { id } = session.conversation.store.getState();
  const [nearest] = id === null ? [] : await callsAbove(session, id);
  if (nearest && session.conversation.store.getState().id === id) await revealStartingCall(session, nearest);
}

/** The calls above the current agent's conversation; fetched once per unlisted conversation. */
const none: readonly StartedBy[] = [];

export function useStartingCalls(): readonly StartedBy[] {
  const session = useSession();
  const id = useConversationView((view) => (view.state ? view.id : null));
  const [loaded, setLoaded] = useState<{ id: string; calls: readonly StartedBy[] } | null>(null);
  useEffect(() => {
    if (id === null || !mayBeAgentConversation(session)) return;
    let cancelled = false;
    void callsAbove(session, id).then((calls) => cancelled || setLoaded({ id, calls }));
    return () => {
      cancelled = true;
    };
  }, [id, session]);
  return loaded?.id === id ? loaded.calls : none;
}
