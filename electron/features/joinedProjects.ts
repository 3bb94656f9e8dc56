// The projects that the user shows as one with a project.

import { joinedIds } from '../../shared/features/projects/joined.ts';
import type { ConversationStore } from '../ports/store.ts';

/** With the project itself; null if it is null: all. */
export async function joinedProjects(
  store: Pick<ConversationStore, 'listProjects'>,
  projectId: string | null,
): Promise<string[] | null> {
  return projectId === null ? null : joinedIds(await store.listProjects(), projectId);
}
