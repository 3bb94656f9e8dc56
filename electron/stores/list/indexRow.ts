// Maps index rows to list rows, and meta.json to index rows.

import { say } from '../../../shared/core/sentence.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import { tagsOf } from '../../conversation/tags.ts';
import { untitled } from '../../conversation/title.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import type { IndexRow } from './conversationIndex.ts';

/** A sub-agent is reached from the call that started it, as long as that exists. */
export function isSubAgentRow({ id, parentId }: IndexRow): boolean {
  return parentId !== '' && parentId !== id;
}

export function toConversationRow({
  id,
  projectId,
  title,
  createdAt,
  updatedAt,
  messageCount,
  ...flags
}: IndexRow): ConversationRow {
  const marks = { pinned: flags.pinned === 1, archived: flags.archived === 1, unread: flags.unread === 1 };
  const { namedBy, ending, worktree, tags } = flags;
  return {
    ...{ id, projectId, title, createdAt, updatedAt, messageCount, activity: 'idle', ...marks },
    ...(namedBy === '' ? {} : { namedBy }),
    ...(ending === '' ? {} : { ending }),
    ...(worktree === '' ? {} : { worktree: JSON.parse(worktree) }),
    ...(tags === '' ? {} : { tags: JSON.parse(tags) }),
  };
}

export function flagsOf(
  meta: ConversationMeta,
): Pick<IndexRow, 'pinned' | 'archived' | 'unread' | 'namedBy' | 'worktree' | 'tags'> & { ending?: '' } {
  const namedBy = meta.title === '' ? '' : meta.namedBy === 'model' ? 'model' : 'person';
  const worktree = meta.worktree ? JSON.stringify({ path: meta.worktree.path, branch: meta.worktree.branch }) : '';
  const tags = tagsOf(meta);
  // Its last message has no reply yet, but is being answered elsewhere: nothing was interrupted.
  const isCompared = meta.compares?.length ? meta.compares.at(-1)?.adopted === undefined : false;
  return {
    pinned: Number(meta.pinned),
    archived: Number(meta.archived),
    unread: Number(meta.unread),
    namedBy,
    worktree,
    tags: tags.length === 0 ? '' : JSON.stringify(tags),
    ...(isCompared ? { ending: '' } : {}),
  };
}

/** Listed anyway, because the user will look for it. */
export function unreadableRow(paths: ConversationPaths, changedAt: Date): IndexRow {
  const at = changedAt.toISOString();
  return {
    id: paths.conversationId,
    projectId: paths.projectId,
    title: say`Damaged conversation`.text,
    derivedTitle: untitled,
    createdAt: at,
    updatedAt: at,
    messageCount: 0,
    parentId: '',
    pinned: 0,
    archived: 0,
    unread: 0,
    namedBy: '',
    ending: '',
    worktree: '',
    tags: '',
    // Never matches the disk, so it is read again each time.
    logStamp: '',
    metaStamp: '',
  };
}
