// Where a window asks what can be called or named in a message: its project (null: a new chat is in none yet), and the
// conversation where there is one.

import { ok, type Result } from '../../shared/errors.ts';
import type { SlashScope } from '../ports/slash.ts';
import type { HandlerDeps } from './handlerDeps.ts';
import { placeOf } from './placeOf.ts';

export async function slashScope(
  store: HandlerDeps['store'],
  projectId: string | null,
  conversationId: string | null,
): Promise<Result<SlashScope>> {
  const place = await placeOf(store, projectId, conversationId);
  if (!place.ok) return place;
  if (place.value === null) return ok({ conversationId, projectId: '', folder: null, trusted: false });
  const { folder, project } = place.value;
  const { id, folder: projectFolder, trusted } = project;
  return ok({ conversationId, projectId: id, folder, projectFolder, trusted });
}
