// Defaults for a conversation without explicit choices. Pure.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';

/** The model of the settings, else of the environment, else the demo's; null if there is none. */
export function defaultModel(snapshot: Pick<AppSnapshot, 'settings' | 'providers'>): ModelRef | null {
  if (snapshot.settings.model) return snapshot.settings.model;
  const of = (origin: ProviderInfo['origin']): ModelRef | null =>
    snapshot.providers.find((provider) => provider.origin === origin && provider.defaultModel)?.defaultModel ?? null;
  return of('environment') ?? of('settings') ?? of('demo');
}

/** Project of a new chat: the one the app was started in, else that of the newest conversation. */
export function defaultProject(
  snapshot: Pick<AppSnapshot, 'startProjectId' | 'conversations' | 'projects'>,
): string | null {
  if (snapshot.startProjectId) return snapshot.startProjectId;
  const newest = snapshot.conversations[0]?.projectId ?? null;
  const project = snapshot.projects.find((candidate) => candidate.id === newest);
  return project && project.folder !== null && project.folderExists ? project.id : null;
}

/** The new chat's project: the chosen one, else the default; null: none. */
export function newChatProject(
  app: { store: { getState(): { snapshot: AppSnapshot | null } } },
  view: { getState(): { newChat: { projectId?: string | null } } },
): string | null {
  const { snapshot } = app.store.getState();
  const { projectId } = view.getState().newChat;
  return projectId === undefined && snapshot ? defaultProject(snapshot) : (projectId ?? null);
}

/** True until the user has a conversation or provider of their own. */
export function isFirstRun(snapshot: Pick<AppSnapshot, 'conversations' | 'providers'>): boolean {
  return snapshot.conversations.length === 0 && snapshot.providers.every((provider) => provider.origin === 'demo');
}

/** The project, or the one that it is shown as if that one's folder counts for it. */
export function projectOf(
  snapshot: Pick<AppSnapshot, 'projects'> | null,
  projectId: string | null | undefined,
): ProjectInfo | null {
  const find = (id?: string | null) => snapshot?.projects.find((project) => project.id === id) ?? null;
  const project = find(projectId);
  const main = find(project?.sameAs);
  return main && main.folder === project?.folder ? main : project;
}

/** The list row overrides the snapshot: the conversation may have received a folder since. */
export function currentProjectId(
  rows: readonly ConversationRow[],
  state: { conversationId: string; projectId: string },
) {
  return rows.find((row) => row.id === state.conversationId)?.projectId ?? state.projectId;
}

export function isDemoModel(snapshot: Pick<AppSnapshot, 'providers'>, model: ModelRef | null): boolean {
  return snapshot.providers.some((provider) => provider.id === model?.provider && provider.origin === 'demo');
}

/** The default approval mode: the project's, else the settings'. */
export function defaultApprovalMode(
  snapshot: Pick<AppSnapshot, 'settings' | 'projects'>,
  projectId: string | null,
): ApprovalMode {
  return projectOf(snapshot, projectId)?.approvalMode ?? snapshot.settings.approvalMode;
}

/** The approval mode of the current or new chat. */
export function approvalModeOf({ app, view, conversation }: Chosen): ApprovalMode {
  const { snapshot } = app.store.getState();
  const own = conversation.store.getState().state?.approvalMode ?? view.getState().newChat.approvalMode;
  return own ?? (snapshot ? defaultApprovalMode(snapshot, newChatProject(app, view)) : 'ask');
}

interface Chosen {
  app: { store: { getState(): { snapshot: AppSnapshot | null } } };
  view: { getState(): { newChat: { projectId?: string | null; approvalMode?: ApprovalMode } } };
  conversation: { store: { getState(): { state: ConversationState | null } } };
}
