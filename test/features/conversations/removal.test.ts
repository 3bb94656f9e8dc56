// Deleting and permanently removing in the window: an undo is offered, the view continues after it, and a removed
// message re-renders.

import { expect, test } from 'vitest';
import { removedText, tombstoneOf } from '../../../shared/conversation/removed.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';

const messages = script().user('a secret').says('I see.').messages;

async function opened() {
  const joined = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture({ messages })],
    handlers: {
      'conversation.delete': async () => ok({}),
      'conversation.restore': async () => ok({}),
      'conversation.forgetMessage': async ({ messageId }) =>
        ok({ messageId, resultFile: false, attachments: 0, copies: { changed: 0, removed: 0 }, alsoIn: ['m1'] }),
    },
  });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  await settled();
  return joined;
}

test(cite('STORE-10', 'a deletion offers undo, which shows the conversation again'), async () => {
  const { host, session } = await opened();
  expect(await session.actions.remove('current')).toBe(true);
  await settled();
  expect(session.conversation.store.getState().id).toBeNull();
  const [toast] = session.toasts.store.getState().visibleToasts;
  expect(toast).toMatchObject({ tone: 'info', action: { isUndo: true } });
  expect(toast?.message).toContain('Find why the health check is slow');
  toast?.action?.run();
  await settled();
  expect(host.calls.map(({ method }) => method)).toContain('conversation.restore');
  expect(session.conversation.store.getState().state?.messages).toEqual(messages);
});

test('a view whose conversation is deleted and restored elsewhere continues', async () => {
  const { host, session } = await opened();
  host.publishTo('current', { type: 'conversation.removed' });
  await settled();
  expect(session.conversation.store.getState().state?.removed).toBe(true);
  host.place(conversationFixture({ messages, seq: 0 }));
  const row = host.snapshot().conversations.find(({ id }) => id === 'current');
  if (row) host.publish({ type: 'conversation.listed', row });
  await settled();
  expect(session.conversation.store.getState().state).toMatchObject({ removed: false, messages });
});

test('a permanently removed message is replaced in place, and other places with its text are reported', async () => {
  const { host, session } = await opened();
  const [first, second] = messages;
  expect(await session.actions.forget(first?.id ?? '')).toBe(true);
  expect(session.toasts.store.getState().visibleToasts[0]?.message).toContain('another message');
  if (first) host.publishTo('current', { type: 'message.replaced', message: tombstoneOf(first, 't') });
  await settled();
  const shown = session.conversation.store.getState().state?.messages;
  expect(shown?.[0]).toMatchObject({ id: first?.id, role: 'user', content: removedText, removed: { at: 't' } });
  expect(shown?.[1]).toEqual(second);
});
