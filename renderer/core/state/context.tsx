// Gives components access to the session. Selectors avoid re-renders for unrelated changes.

import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { RunElsewhere } from '../../../shared/features/sync/sync.ts';
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

/** Only for components rendered after the first snapshot. */
export function useApp<T>(select: (snapshot: AppSnapshot) => T): T {
  return useStore(useSession().app.store, ({ snapshot }) => {
    if (!snapshot) throw new Error('This component is drawn before the app is known.');
    return select(snapshot);
  });
}

export function useConversationView<T>(select: (view: ConversationView) => T): T {
  return useStore(useSession().conversation.store, select);
}

/** Undefined for a new chat and while loading. */
export function useConversation<T>(select: (state: ConversationState) => T): T | undefined {
  return useStore(useSession().conversation.store, ({ state }) => (state ? select(state) : undefined));
}

/** The current conversation's title: explicit, or the list's generated one. */
export function useTitle(): string {
  const id = useConversationView((view) => view.id);
  const storedTitle = useConversation((state) => state.title);
  const listed = useApp((snapshot) => snapshot.conversations.find((row) => row.id === id)?.title);
  return storedTitle || listed || '';
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}

/** Whether keys and commands act on the conversation of this pane. */
export function useIsFocusedPane(): boolean {
  const session = useSession();
  return useStore(session.panes.store, () => session.panes.isFocused(session));
}

/** Whether two conversations are shown side by side. */
export function useHasTwoPanes(): boolean {
  return useStore(useSession().panes.store, ({ shown }) => shown.length > 1);
}

/** Whether the host is connected. Otherwise its state is unknown, so progress indicators stop. */
export function useConnected(): boolean {
  const { connection } = useSession();
  return useStore(connection.status, ({ kind }) => kind === 'open');
}

/** The project of the current or new chat; null for none. */
export function useChatProject(): ProjectInfo | null {
  // Select as little as possible: the state changes with each piece of a reply.
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

/** The MCP server of which every turn of the current or new chat must use a tool. */
export function useRequiredServer(): string | null {
  const chosen = useConversation((state) => state.requiredServer);
  const forNew = useView((view) => view.newChat.requiredServer);
  return (chosen === undefined ? forNew : chosen) ?? null;
}

/** The run of the shown conversation on another of the user's machines; null: none is known. */
export function useRunElsewhere(): RunElsewhere | null {
  const id = useConversation((state) => state.conversationId);
  return useApp(({ runsElsewhere }) => runsElsewhere?.find((run) => run.conversationId === id)) ?? null;
}
