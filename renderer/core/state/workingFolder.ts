// Which conversations work in one folder: their worktree, else their project's folder; one that lies in another counts too.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { AppSnapshot } from '../../../shared/features/start/methods.ts';

type Snapshot = Pick<AppSnapshot, 'conversations' | 'projects'>;

/** Null: it works in none. */
export function folderOf(
  { projects }: Pick<Snapshot, 'projects'>,
  { projectId, worktree }: { projectId: string | null; worktree?: { path: string } | null | undefined },
): string | null {
  return worktree?.path ?? projects.find(({ id }) => id === projectId)?.folder ?? null;
}

/** Those of other conversations in which something goes on now. */
export function othersAtWork(
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
