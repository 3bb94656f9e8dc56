// What a conversation will use when nothing was chosen for it. Pure.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';

/** The settings' model, else the environment's, else the demo's; null when there is none at all. */
export function defaultModel(snapshot: Pick<AppSnapshot, 'settings' | 'providers'>): ModelRef | null {
  if (snapshot.settings.model) return snapshot.settings.model;
  const of = (origin: ProviderInfo['origin']): ModelRef | null =>
    snapshot.providers.find((provider) => provider.origin === origin && provider.defaultModel)?.defaultModel ?? null;
  return of('environment') ?? of('settings') ?? of('demo');
}

/** Where a new chat begins: the project the app was started on, else that of the newest conversation. */
export function defaultProject(
  snapshot: Pick<AppSnapshot, 'startProjectId' | 'conversations' | 'projects'>,
): string | null {
  if (snapshot.startProjectId) return snapshot.startProjectId;
  const newest = snapshot.conversations[0]?.projectId ?? null;
  const project = snapshot.projects.find((known) => known.id === newest);
  return project && project.folder !== null && project.folderExists ? project.id : null;
}

/** The project that the new chat is for: the chosen one, else where a new chat begins; null: none. */
export function newChatProject(
  app: { store: { getState(): { snapshot: AppSnapshot | null } } },
  view: { getState(): { newChat: { projectId?: string | null } } },
): string | null {
  const { snapshot } = app.store.getState();
  const { projectId } = view.getState().newChat;
  return projectId === undefined && snapshot ? defaultProject(snapshot) : (projectId ?? null);
}

/** True until the person has a conversation or a server of their own. */
export function isFirstRun(snapshot: Pick<AppSnapshot, 'conversations' | 'providers'>): boolean {
  return snapshot.conversations.length === 0 && snapshot.providers.every((provider) => provider.origin === 'demo');
}

export function projectOf(
  snapshot: Pick<AppSnapshot, 'projects'> | null,
  projectId: string | null | undefined,
): ProjectInfo | null {
  return snapshot?.projects.find((project) => project.id === projectId) ?? null;
}

/** The row's project wins over the snapshot's: a conversation may have been given a folder since. */
export function currentProjectId(
  rows: readonly ConversationRow[],
  state: { conversationId: string; projectId: string },
) {
  return rows.find((row) => row.id === state.conversationId)?.projectId ?? state.projectId;
}

export function usesDemo(snapshot: Pick<AppSnapshot, 'providers'>, model: ModelRef | null): boolean {
  return snapshot.providers.some((provider) => provider.id === model?.provider && provider.origin === 'demo');
}

/** What runs without asking where nothing was chosen: as its project says, else as the settings do. */
export function defaultApprovalMode(
  snapshot: Pick<AppSnapshot, 'settings' | 'projects'>,
  projectId: string | null,
): ApprovalMode {
  return projectOf(snapshot, projectId)?.approvalMode ?? snapshot.settings.approvalMode;
}

/** What runs without asking in the chat that is shown, or will in a new one. */
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
