// Finds conversations that share a working folder: their worktree, else the project's folder, including nested ones.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';

type Snapshot = Pick<AppSnapshot, 'conversations' | 'projects'>;

/** Null: no folder. */
export function folderOf(
  { projects }: Pick<Snapshot, 'projects'>,
  { projectId, worktree }: { projectId: string | null; worktree?: { path: string } | null | undefined },
): string | null {
  return worktree?.path ?? projects.find(({ id }) => id === projectId)?.folder ?? null;
}

/** Other conversations with an active run there. */
export function otherActiveConversations(
  snapshot: Snapshot,
  conversationId: string | null,
  folder: string | null,
): readonly ConversationRow[] {
  if (folder === null) return [];
  return snapshot.conversations.filter(
    (row) => row.activity !== 'idle' && row.id !== conversationId && overlaps(folderOf(snapshot, row), folder),
  );
}

function overlaps(one: string | null, other: string): boolean {
  return one !== null && (one === other || isWithin(one, other) || isWithin(other, one));
}

function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && /[/\\]/.test(inner[outer.length] ?? '');
}
