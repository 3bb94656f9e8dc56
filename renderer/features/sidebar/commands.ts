// Commands that open conversations, and actions on the current one.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { newestFirst } from '../../../shared/features/conversations/newestFirst.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { hasTags } from '../../../shared/features/tags/tag.ts';
import { currentId, hasCurrentConversation } from '../../core/commands/currentConversation.ts';
import type { CommandTarget } from '../../core/state/commandTarget.ts';
import { isOwnConversation } from '../../core/state/inPlace.ts';
import { toggleSidebar } from '../../core/state/panels.ts';
import type { Command, CommandId, Session } from '../../core/state/session.ts';
import { openInWindow } from '../../core/state/windowAddress.ts';
import { organize } from './organize.ts';
import { movePinned } from './pinned.ts';

/** As the sidebar lists them: in its order, with the chosen tags, without the archive. */
function listed({ app, view }: Session): readonly ConversationRow[] {
  const { tagFilter } = view.getState();
  const { conversations = [] } = app.store.getState().snapshot ?? {};
  return conversations.filter((row) => !row.archived && hasTags(row, tagFilter));
}

function rowShown(session: Session): ConversationRow | undefined {
  return session.app.store.getState().snapshot?.conversations.find((row) => row.id === currentId(session));
}

/** The conversation whose sidebar row has the focus, else the current one. */
function aimedAt(session: Session, { element }: CommandTarget): string {
  return element?.closest('[data-conversation]')?.getAttribute('data-conversation') ?? currentId(session) ?? '';
}

function isOrdered(session: Session, target: CommandTarget): boolean {
  const { conversations = [] } = session.app.store.getState().snapshot ?? {};
  const id = aimedAt(session, target);
  return conversations.some((row) => row.id === id && row.pinned && !row.archived);
}

/** Opens the next or previous conversation; from a new chat, the first. */
function goBy(session: Session, by: 1 | -1): void {
  const rows = listed(session);
  const at = rows.findIndex((row) => row.id === currentId(session));
  const next = at < 0 ? rows[0] : rows[at + by];
  if (next) session.actions.show(next.id);
}

/** The most recently changed conversation, within the project that the app was started in, if any. */
function latestOf(session: Session): ConversationRow | undefined {
  const start = session.app.store.getState().snapshot?.startProjectId ?? null;
  const rows = listed(session);
  const ours = rows.filter((row) => start === null || row.projectId === start);
  return (ours.length > 0 ? ours : rows).toSorted(newestFirst)[0];
}

function organizeVisible(session: Session, change: { pinned?: boolean; archived?: boolean }): void {
  const conversationId = currentId(session);
  if (conversationId !== null) void organize(session, conversationId, change);
}

const numbered = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
  (n): Command => ({
    id: `conversation.${n}` satisfies CommandId,
    group: 'conversation',
    keys: `Mod+${n}`,
    quiet: true,
    when: (session) => listed(session).length >= n,
    run: (session) => {
      const row = listed(session)[n - 1];
      if (row) session.actions.show(row.id);
    },
  }),
);

export const sidebarCommands: readonly Command[] = [
  { id: 'sidebar.toggle', group: 'window', keys: 'Mod+B', run: ({ view }) => toggleSidebar(view) },
  { id: 'conversation.previous', group: 'conversation', keys: 'Alt+Up', run: (session) => goBy(session, -1) },
  { id: 'conversation.next', group: 'conversation', keys: 'Alt+Down', run: (session) => goBy(session, 1) },
  {
    id: 'conversation.latest',
    group: 'conversation',
    when: (session) => latestOf(session) !== undefined,
    run: (session) => {
      const row = latestOf(session);
      if (row) session.actions.show(row.id);
    },
  },
  ...numbered,
  {
    id: 'conversation.window',
    group: 'conversation',
    when: (session, target) => {
      const id = aimedAt(session, target);
      return id !== '' && !isInPlace(id);
    },
    run: (session, target) => void openInWindow(session, aimedAt(session, target)),
  },
  {
    id: 'conversation.pin',
    group: 'conversation',
    when: (session) => rowShown(session)?.pinned === false,
    run: (session) => organizeVisible(session, { pinned: true }),
  },
  {
    id: 'conversation.unpin',
    group: 'conversation',
    when: (session) => rowShown(session)?.pinned === true,
    run: (session) => organizeVisible(session, { pinned: false }),
  },
  {
    id: 'conversation.moveUp',
    group: 'conversation',
    keys: 'Alt+PageUp',
    when: isOrdered,
    run: (session, target) => movePinned(session, aimedAt(session, target), (at) => at - 1),
  },
  {
    id: 'conversation.moveDown',
    group: 'conversation',
    keys: 'Alt+PageDown',
    when: isOrdered,
    run: (session, target) => movePinned(session, aimedAt(session, target), (at) => at + 1),
  },
  {
    id: 'conversation.firstWords',
    group: 'conversation',
    when: (session) => rowShown(session)?.namedBy !== undefined,
    run: (session) => void session.actions.callByFirstWords(currentId(session) ?? ''),
  },
  {
    id: 'conversation.archive',
    group: 'conversation',
    when: (session) => rowShown(session)?.archived === false,
    run: (session) => organizeVisible(session, { archived: true }),
  },
  {
    id: 'conversation.unarchive',
    group: 'conversation',
    when: (session) => rowShown(session)?.archived === true,
    run: (session) => organizeVisible(session, { archived: false }),
  },
  {
    id: 'conversation.delete',
    group: 'conversation',
    when: (session) => hasCurrentConversation(session) && isOwnConversation(session),
    run(session) {
      const conversationId = currentId(session);
      if (conversationId !== null) session.view.setState({ dialog: { type: 'delete', conversationId } });
    },
  },
];
