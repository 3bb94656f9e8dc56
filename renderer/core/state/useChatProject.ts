// The project that the chat works in, or that a new chat will work in; null for none.

import type { ProjectInfo } from '../../../shared/contract/project.ts';
import { currentProjectId, defaultProject, projectOf } from './choices.ts';
import { useApp, useConversation, useView } from './context.tsx';

export function useChatProject(): ProjectInfo | null {
  const snapshot = useApp((now) => now);
  const state = useConversation((now) => now);
  const newChat = useView((view) => view.newChat);
  const projectId = state
    ? currentProjectId(snapshot.conversations, state)
    : newChat.projectId === undefined
      ? defaultProject(snapshot)
      : newChat.projectId;
  return projectOf(snapshot, projectId);
}
