// Where what a view asks about works: the conversation's folder, else, for a new chat, the project's.

import { ok, type Result } from '../../shared/errors.ts';
import type { ConversationStore, WorkingFolder } from '../ports/store.ts';

type Store = Pick<ConversationStore, 'readBranch' | 'workingFolder'>;

/** Null where there is neither. A conversation that is not here any more is asked about by its project. */
export async function placeOf(
  store: Store,
  projectId: string | null,
  conversationId: string | null,
): Promise<Result<WorkingFolder | null>> {
  const branch = conversationId === null ? null : await store.readBranch(conversationId, { tail: 1 });
  if (branch?.ok) return store.workingFolder(branch.value);
  if (projectId !== null) return store.workingFolder({ projectId, meta: {} });
  return branch ?? ok(null);
}
