// Two conversations side by side: their arrangement, and what belongs to each side and to the window.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '../../../renderer/core/state/session.ts';
import { addressOf, namedBeside } from '../../../renderer/core/state/windowAddress.ts';
import {
  arranged,
  equalShare,
  isTooNarrow,
  readShare,
  shareFor,
} from '../../../renderer/features/sideBySide/layout.ts';
import { closeSide, openBeside, openOnSide, swapSides } from '../../../renderer/features/sideBySide/sides.ts';
import { removeMany } from '../../../renderer/features/sidebar/manyConversations.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { readBeside, writeBeside } from '../../../shared/features/sideBySide/beside.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';

describe('the arrangement', () => {
  test('panes keep their order in the document, whichever is on the left', () => {
    expect(arranged(['a', 'b'], ['a', 'b'])).toEqual({ shown: ['a', 'b'], isReversed: false });
    expect(arranged(['a', 'b'], ['b', 'a'])).toEqual({ shown: ['a', 'b'], isReversed: true });
    expect(arranged(['a', 'b'], ['b'])).toEqual({ shown: ['b'], isReversed: false });
  });

  test('each side keeps its minimum width, and a page without room shows one', () => {
    const page = { width: 1000, zoom: 1 };
    expect(shareFor({ ...page, left: 400 })).toBe(0.4);
    expect(shareFor({ ...page, left: 0 })).toBe(0.32);
    expect(shareFor({ ...page, left: 990 })).toBe(0.68);
    expect(shareFor({ ...page, left: 0, zoom: 1.5 })).toBe(0.48);
    expect(shareFor({ width: 600, zoom: 1, left: 10 })).toBe(equalShare);
    expect(isTooNarrow({ ...page, isNarrow: false })).toBe(false);
    expect(isTooNarrow({ ...page, isNarrow: true })).toBe(true);
    expect(isTooNarrow({ width: 639, zoom: 1, isNarrow: false })).toBe(true);
    expect(isTooNarrow({ ...page, zoom: 2, isNarrow: false })).toBe(true);
  });

  test('a remembered share that is none is ignored', () => {
    expect([null, '', 'x', '0', '1', '-1', 'NaN'].map(readShare)).toEqual(Array(7).fill(null));
    expect(readShare('0.32')).toBe(0.32);
  });
});

test(cite('DESK-8', 'the URL names the conversation next to the open one, or a new chat'), () => {
  const place = { pathname: '/', search: '' };
  const beside = { side: 'left', conversationId: 'b' } as const;
  expect(addressOf(place, 'a', beside)).toBe('/#conversation=a&beside=left.b');
  expect(namedBeside({ hash: '#conversation=a&beside=left.b' })).toEqual(beside);
  const chat = { side: 'right', conversationId: null } as const;
  expect(addressOf(place, null, chat)).toBe('/#beside=right.');
  expect(readBeside(writeBeside(chat))).toEqual(chat);
  for (const bad of [null, 7, '', 'left', 'up.b', 'left.../x', 'left.a b']) expect(readBeside(bad)).toBeNull();
});

function listed(id: string, archived = false): ConversationRow {
  const [row] = snapshotFixture().conversations;
  if (!row) throw new Error('The fixture lists no conversation.');
  return { ...row, id, archived };
}

const idsIn = (session: Session): (string | null)[] => {
  const { store, current, other } = session.panes;
  const id = (pane: Session | null) => pane?.conversation.store.getState().id ?? null;
  return store.getState().shown.length > 1 ? [id(current()), id(other())] : [id(current())];
};

describe('a window', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { activeElement: null, querySelector: () => null });
    vi.stubGlobal('requestAnimationFrame', () => 0);
  });
  afterEach(() => vi.unstubAllGlobals());

  async function open() {
    const ids = ['one', 'two', 'three'];
    const closed: string[] = [];
    const joined = joinSession({
      snapshot: snapshotFixture({ conversations: ids.map((id) => listed(id)) }),
      conversations: ids.map((conversationId) => conversationFixture({ conversationId })),
      handlers: {
        'conversation.close': async ({ conversationId }: { conversationId: string }) => {
          closed.push(conversationId);
          return ok({});
        },
        'conversation.delete': async () => ok({}),
        'conversation.restore': async () => ok({}),
      } as never,
    });
    joined.session.connection.start();
    await settled();
    joined.session.actions.show('one');
    await settled();
    return { ...joined, closed };
  }

  test(cite('DESK-8', 'shows no conversation twice, and the sidebar acts on the focused side'), async () => {
    const { session } = await open();
    openBeside(session, 'two');
    expect(idsIn(session)).toEqual(['two', 'one']);
    session.panes.current().actions.show('one');
    expect(idsIn(session)).toEqual(['one', 'two']);
    openBeside(session, 'two');
    expect(idsIn(session)).toEqual(['two', 'one']);
    session.panes.current().actions.show('three');
    expect(idsIn(session)).toEqual(['three', 'one']);
    openOnSide(session, 'two', 'left');
    expect(idsIn(session)).toEqual(['two', 'three']);
    expect(session.panes.beside()).toEqual({ conversationId: 'three', side: 'right' });
    swapSides(session);
    expect(session.panes.beside()).toEqual({ conversationId: 'three', side: 'left' });
  });

  test(cite('DESK-8', 'has one page, panel and dialog; a new chat and its text belong to a side'), async () => {
    const { session } = await open();
    session.view.setState({ panelOpen: true, panel: 'review', file: { path: 'a' } });
    openBeside(session, null);
    const pane = session.panes.current();
    expect(pane).not.toBe(session);
    expect(pane.view.getState()).toMatchObject({ panelOpen: true, panel: 'review', file: null });
    pane.view.setState({ dialog: { type: 'shortcuts' }, modelMenu: 'models' });
    expect(session.view.getState()).toMatchObject({ dialog: { type: 'shortcuts' }, modelMenu: null });
    session.view.setState({ dialog: null });
    expect(pane.view.getState().dialog).toBeNull();
    session.actions.newChat();
    session.drafts.write(null, 'left');
    pane.drafts.write(null, 'right');
    expect([session.drafts.textOf(null), pane.drafts.textOf(null)]).toEqual(['left', 'right']);
    closeSide(pane);
    openBeside(session, null);
    expect(session.panes.current().drafts.textOf(null)).toBe('right');
  });

  test(cite('DESK-8', 'closes the side of a deleted or archived conversation, and follows it no longer'), async () => {
    const { host, session, closed } = await open();
    openBeside(session, 'two');
    await settled();
    host.publish({ type: 'conversation.unlisted', conversationId: 'two' });
    await settled();
    expect(idsIn(session)).toEqual(['one']);
    expect(closed).toEqual(['two']);
    openBeside(session, 'three');
    host.publish({ type: 'conversation.listed', row: listed('one', true) });
    await settled();
    expect(idsIn(session)).toEqual(['three']);
    // The session that the window began with is the closed one now: what it opens is shown in the other.
    session.actions.show('one');
    expect(idsIn(session)).toEqual(['one']);
    expect(session.panes.current()).not.toBe(session);
  });

  test(
    cite('DESK-8', 'deleting several conversations closes the focused side, and undo leaves the other'),
    async () => {
      const { session } = await open();
      openBeside(session, 'two');
      await settled();
      const pane = session.panes.current();
      await removeMany(pane, ['three', 'two']);
      expect(idsIn(session)).toEqual(['one']);
      const undo = session.toasts.store.getState().visibleToasts.at(-1)?.action;
      undo?.run();
      await settled();
      expect(session.toasts.store.getState().visibleToasts.at(-1)?.message).toBe('Restored 2 conversations.');
      expect(idsIn(session)).toEqual(['one']);
      openBeside(session, 'two');
      await settled();
      await removeMany(session.panes.current(), ['one', 'two']);
      expect(idsIn(session)).toEqual([null]);
    },
  );

  test(cite('DESK-8', 'restores both at the next start'), async () => {
    const { session, kept } = await open();
    openBeside(session, 'two', 'left');
    session.panes.focus(session);
    expect(kept.get('beside')).toBe('left.two');
    expect(kept.get('conversation')).toBe('one');
    const next = joinSession(
      {
        snapshot: snapshotFixture({ conversations: ['one', 'two'].map((id) => listed(id)) }),
        conversations: ['one', 'two'].map((conversationId) => conversationFixture({ conversationId })),
      },
      kept,
    );
    next.session.connection.start();
    await settled();
    next.session.place.restore();
    await vi.waitFor(() => expect(idsIn(next.session)).toEqual(['one', 'two']));
    expect(next.session.panes.beside()).toEqual({ conversationId: 'two', side: 'left' });
  });
});
