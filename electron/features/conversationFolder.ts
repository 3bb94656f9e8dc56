// The folder a view refers to: the conversation's, or for a new chat the project's.

import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { ConversationReader, ProjectStore, WorkingFolder } from '../ports/store.ts';

type Store = Pick<ConversationReader, 'readBranch'> & Pick<ProjectStore, 'workingFolder'>;

/** Null if there is neither. For a deleted conversation, uses its project. */
export async function workingFolderOf(
  store: Store,
  projectId: string | null,
  conversationId: string | null,
): Promise<Result<WorkingFolder | null>> {
  const branch = conversationId === null ? null : await store.readBranch(conversationId, { tail: 1 });
  if (branch?.ok) return store.workingFolder(branch.value);
  if (projectId !== null) return store.workingFolder({ projectId, meta: {} });
  return branch ?? ok(null);
}

/** The absolute path of a conversation's folder. Fails if there is none, or it no longer exists. */
export async function folderOfConversation(store: Store, conversationId: string): Promise<Result<string>> {
  const place = await workingFolderOf(store, null, conversationId);
  if (!place.ok) return place;
  if (place.value?.missing) return { ok: false, error: place.value.missing };
  const folder = place.value?.folder ?? null;
  return folder === null ? fail('PROJECT_NOT_FOUND', say`This conversation has no folder.`) : ok(folder);
}

/** The same for calls and mentions in a message. A new chat may not have a project yet. */
export async function resolveSlashScope(
  store: Store,
  projectId: string | null,
  conversationId: string | null,
): Promise<Result<SlashScope>> {
  const place = await workingFolderOf(store, projectId, conversationId);
  if (!place.ok) return place;
  if (place.value === null) return ok({ conversationId, projectId: '', folder: null, trusted: false });
  const { folder, project } = place.value;
  const { id, folder: projectFolder, trusted } = project;
  return ok({ conversationId, projectId: id, folder, projectFolder, trusted });
}
