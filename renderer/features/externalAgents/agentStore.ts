// The window's external agents, and the current conversation's session with one: fetched while displayed, and again after
// change events.

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { ok } from '../../../shared/core/errors.ts';
import {
  type AgentInfo,
  type AgentSessionInfo,
  externalAgentOf,
} from '../../../shared/features/externalAgents/externalAgent.ts';
import { useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { createFetchedList, type FetchedList, type ListView } from '../../core/state/fetchedList.ts';
import type { Session } from '../../core/state/session.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';

/** Subpages of the agents' settings: the list, one agent, a form, a registry file. */
export type AgentPage =
  | { type: 'list' }
  | { type: 'agent'; agent: string }
  | { type: 'edit'; agent: string }
  | { type: 'add' }
  | { type: 'registry' };

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    agents?: AgentPage;
  }
}

/** The known and added agents; null until the first answer. */
export function useAgents(): ListView<AgentInfo[]> {
  return useFetchedList('agents');
}

export function useAgent(id: string | null): AgentInfo | null {
  const { value } = useAgents();
  return value?.find((agent) => agent.id === id) ?? null;
}

interface FetchedSession {
  conversationId: string;
  session: AgentSessionInfo | null;
}

const sessions = new WeakMap<Session, FetchedList<FetchedSession | null>>();

/** The session of the current conversation. Created on first use, since few conversations are with an agent. */
function sessionList(session: Session): FetchedList<FetchedSession | null> {
  const { connection, conversation } = session;
  let list = sessions.get(session);
  if (!list) {
    const currentId = (): string | null => conversation.store.getState().id;
    list = createFetchedList<FetchedSession | null>({
      connection,
      async load() {
        const conversationId = currentId();
        if (conversationId === null) return ok(null);
        const answer = await connection.call('agent.session', { conversationId });
        return answer.ok ? ok({ conversationId, session: answer.value.session }) : answer;
      },
      isStale: (event) => event.type === 'agentSession.changed' && event.conversationId === currentId(),
    });
    sessions.set(session, list);
  }
  return list;
}

/** The session of the current conversation with its agent; null: none yet, or it uses a model. */
export function useAgentSession(): AgentSessionInfo | null {
  const session = useSession();
  const list = useMemo(() => sessionList(session), [session]);
  const id = useConversationView((view) => view.id);
  const provider = useConversation((state) => state.model?.provider);
  const isAgent = provider !== undefined && externalAgentOf({ provider }) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on the conversation and its agent
  useEffect(() => (isAgent ? list.want() : undefined), [list, id, provider]);
  const value = useStore(list.store, (view) => view.value);
  // Until the list is fetched again, it has the session of the conversation that was shown before.
  const current = value?.conversationId === id ? value.session : null;
  return isAgent && current !== null && provider === `agent:${current.agentId}` ? current : null;
}
