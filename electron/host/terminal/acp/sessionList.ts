// session/list: our conversations, newest first, page by page. A cursor names a place in that order, so that conversations
// that are added or deleted between two pages move nothing else.

import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { ConversationRow } from '../../../../shared/features/conversations/methods.ts';
import type { ConversationStore } from '../../../ports/store.ts';
import { invalid, unwrap } from './failure.ts';

const pageSize = 50;

type Store = Pick<ConversationStore, 'listConversations' | 'listProjects'>;

/** `cwd` null: of every folder. Conversations without a folder cannot be named by this protocol, which requires one. */
export async function listSessions(
  store: Store,
  cwd: string | null,
  cursor: string | null,
): Promise<{ sessions: SessionInfo[]; nextCursor?: string }> {
  const from = cursor === null ? null : readCursor(cursor);
  const folders = new Map((await store.listProjects()).map(({ id, folder }) => [id, folder]));
  const rows = unwrap(await store.listConversations())
    .flatMap((row) => {
      const folder = row.worktree?.path ?? folders.get(row.projectId) ?? null;
      const isHere = folder !== null && (cwd === null || folder === cwd);
      return isHere && !row.archived ? [{ row, folder }] : [];
    })
    .toSorted((one, other) => compare(placeOf(other.row), placeOf(one.row)))
    .filter(({ row }) => from === null || compare(placeOf(row), from) < 0);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    sessions: page.map(({ row, folder }) => ({
      sessionId: row.id,
      cwd: folder,
      title: row.title,
      updatedAt: row.updatedAt,
    })),
    ...(last && rows.length > page.length ? { nextCursor: writeCursor(placeOf(last.row)) } : {}),
  };
}

type Place = readonly [updatedAt: string, id: string];

const placeOf = ({ updatedAt, id }: ConversationRow): Place => [updatedAt, id];

function compare(one: Place, other: Place): number {
  const [a, b] = one[0] === other[0] ? [one[1], other[1]] : [one[0], other[0]];
  return a < b ? -1 : a > b ? 1 : 0;
}

function writeCursor(place: Place): string {
  return Buffer.from(place.join(' ')).toString('base64url');
}

function readCursor(cursor: string): Place {
  const [updatedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (updatedAt === '' || id === '') throw invalid('This cursor is not from session/list.');
  return [updatedAt, id];
}
