// The first message of a chat whose worktree is still being created.

import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';

/** A new chat that wants a worktree, with its message sent; `finish` ends the creation. */
async function sending() {
  const made = Promise.withResolvers<Result<{ notes: [] }>>();
  const { session } = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture()],
    handlers: {
      'conversation.create': async () => ok({ conversationId: 'current' }),
      'worktree.make': () => made.promise,
      'run.send': async () => ok({ queued: false, messageId: 'x' }),
    },
  });
  session.connection.start();
  await settled();
  session.actions.newChat('p1');
  session.view.setState({ newChat: { projectId: 'p1', worktree: { bring: false } } });
  const sent = session.actions.send('Plan the garden');
  const starting = () => session.view.getState().startingMessages.map(({ text }) => text);
  return { session, sent, starting, finish: made.resolve };
}

describe('a message that waits for its worktree', () => {
  test(cite('WORK-7', 'is shown until its conversation is, with those sent meanwhile'), async () => {
    const { session, sent, starting, finish } = await sending();
    expect(starting()).toEqual(['Plan the garden']);
    await settled();
    const second = session.actions.send('And the pond');
    expect(starting()).toEqual(['Plan the garden', 'And the pond']);
    finish(ok({ notes: [] }));
    expect(await Promise.all([sent, second])).toEqual([true, true]);
    await settled();
    expect(session.conversation.store.getState().state?.conversationId).toBe('current');
    expect(starting()).toEqual([]);
  });

  test(cite('UI-10', 'returns to the composer if the worktree cannot be created'), async () => {
    const { session, sent, starting, finish } = await sending();
    finish(fail('GIT_FAILED', 'No.'));
    expect(await sent).toBe(false);
    expect(starting()).toEqual([]);
    expect(session.drafts.textOf(null)).toBe('Plan the garden');
  });

  test('is not shown in another chat', async () => {
    const { session, sent, starting, finish } = await sending();
    await settled();
    session.actions.newChat();
    expect(starting()).toEqual([]);
    finish(ok({ notes: [] }));
    expect(await sent).toBe(true);
    await settled();
    expect(starting()).toEqual([]);
    expect(session.conversation.store.getState().id).toBeNull();
  });
});
