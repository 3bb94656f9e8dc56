// Where a window asks what can be called or named in a message: its project (null: a new chat is in none yet), and the
// conversation where there is one.

import { ok, type Result } from '../../shared/errors.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export async function slashScope(
  store: HandlerDeps['store'],
  projectId: string | null,
  conversationId: string | null,
): Promise<Result<SlashScope>> {
  if (projectId === null) return ok({ conversationId, projectId: '', folder: null, trusted: false });
  const project = await store.getProject(projectId);
  if (!project.ok) return project;
  const { folder, folderExists, trusted } = project.value;
  return ok({ conversationId, projectId, folder: folderExists ? folder : null, trusted });
}
