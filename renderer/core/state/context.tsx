// How components reach the session. A selector keeps a component from being drawn for what it does not show.

import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { Actions } from './actions.ts';
import { currentProjectId, defaultProject, projectOf } from './choices.ts';
import type { ConversationView } from './conversationStore.ts';
import type { Session } from './session.ts';
import type { View } from './viewStore.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This component is drawn outside of a session.');
  return session;
}

export function useActions(): Actions {
  return useSession().actions;
}

/** Only for components that stand below the point where the snapshot is known to be there. */
export function useApp<T>(select: (snapshot: AppSnapshot) => T): T {
  return useStore(useSession().app.store, ({ snapshot }) => {
    if (!snapshot) throw new Error('This component is drawn before the app is known.');
    return select(snapshot);
  });
}

export function useConversationView<T>(select: (view: ConversationView) => T): T {
  return useStore(useSession().conversation.store, select);
}

/** Undefined for a new chat and while the conversation is loading. */
export function useConversation<T>(select: (state: ConversationState) => T): T | undefined {
  return useStore(useSession().conversation.store, ({ state }) => (state ? select(state) : undefined));
}

/** The title of the conversation that is shown: the one it was given, else the one the list has made for it. */
export function useTitle(): string {
  const id = useConversationView((view) => view.id);
  const given = useConversation((state) => state.title);
  const listed = useApp((snapshot) => snapshot.conversations.find((row) => row.id === id)?.title);
  return given || listed || '';
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}

/** Whether the host can be reached now. What it does meanwhile is not known, so nothing that is said of it goes on. */
export function useConnected(): boolean {
  const { connection } = useSession();
  return useStore(connection.status, ({ kind }) => kind === 'open');
}

/** The project that the chat works in, or that a new chat will work in; null for none. */
export function useChatProject(): ProjectInfo | null {
  // No more than this of the conversation: it changes with each piece of a reply.
  const conversationId = useConversation((state) => state.conversationId);
  const own = useConversation((state) => state.projectId);
  const forNew = useView((view) => view.newChat.projectId);
  return useApp((snapshot) => {
    if (conversationId !== undefined && own !== undefined) {
      return projectOf(snapshot, currentProjectId(snapshot.conversations, { conversationId, projectId: own }));
    }
    return projectOf(snapshot, forNew === undefined ? defaultProject(snapshot) : forNew);
  });
}
