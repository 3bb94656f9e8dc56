// Finds the conversation that a host should open at startup: a named one, or the latest. Creates none.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { resolveConversationId } from '../../lib/namedConversation.ts';
import type { ConversationDirectory, ProjectStore } from '../../ports/store.ts';

/** `named`: an id or at least its first 4 characters. */
export type StartConversation = { named: string } | 'latest';

/** `folder`: restricts `latest` to a folder's conversations; null: all. Returns the id; null if none was requested. */
export async function findStartConversation(
  store: Pick<ConversationDirectory, 'conversationIds' | 'listConversations'> & Pick<ProjectStore, 'listProjects'>,
  request: StartConversation | null,
  folder: string | null,
): Promise<Result<string | null>> {
  if (request === null) return ok(null);
  if (request !== 'latest') return resolveConversationId(await store.conversationIds(), request.named);
  const rows = await store.listConversations();
  if (!rows.ok) return rows;
  const projects = new Map((await store.listProjects()).map((project) => [project.id, project.folder]));
  const latest = rows.value.find((row) => folder === null || projects.get(row.projectId) === folder);
  if (latest) return ok(latest.id);
  const where = folder === null ? '' : ` in ${folder}`;
  return fail('CONVERSATION_NOT_FOUND', say`There is no conversation${where} to continue.`);
}
