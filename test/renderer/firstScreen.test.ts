// The window's own copy of the app while it starts on many conversations: first the newest, then all of them.

import { expect, test } from 'vitest';
import { ok } from '../../shared/core/errors.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import { joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';

const rowOf = (index: number): ConversationRow => {
  const at = new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString();
  const marks = { pinned: false, archived: false, unread: false };
  const id = `c${index}`;
  return { id, projectId: 'p', title: id, createdAt: at, updatedAt: at, messageCount: 1, activity: 'idle', ...marks };
};

function start(rows: number, first: number | null) {
  const seen: AppSnapshot[] = [];
  const asked: unknown[] = [];
  const conversations = Array.from({ length: rows }, (_, index) => rowOf(index));
  const joined = joinSession({
    snapshot: snapshotFixture(),
    handlers: {
      'app.open': async (params) => {
        asked.push(params);
        // Every answer is made of new values, as from a wire.
        const snapshot = { ...structuredClone(snapshotFixture()), conversations };
        const part =
          params.first && first !== null ? { conversations: conversations.slice(0, first), more: true as const } : {};
        return ok({ ...snapshot, ...part });
      },
    },
  });
  joined.session.app.store.subscribe(({ snapshot }) => snapshot && seen.push(snapshot));
  return { ...joined, seen, asked };
}

test('draws the newest, then asks for all; what both say alike stays the same value', async () => {
  const { session, seen, asked, kept } = start(500, 20);
  kept.set('conversation', 'c400');
  session.connection.start();
  await expect.poll(() => seen.at(-1)?.conversations.length).toBe(500);
  expect(seen.map(({ conversations }) => conversations.length)).toEqual([20, 500]);
  expect(asked).toEqual([{ first: { also: ['c400'] } }, {}]);
  expect(seen[1]?.more).toBeUndefined();
  expect(seen[1]?.settings).toBe(seen[0]?.settings);
  expect(seen[1]?.projects).toBe(seen[0]?.projects);
});

test('asks once where all came at once, and for all after a lost connection', async () => {
  const { session, host, seen, asked, timers } = start(5, null);
  session.connection.start();
  await settled();
  expect(asked).toEqual([{ first: { also: [] } }]);
  host.drop();
  await settled();
  timers.run();
  await settled();
  expect(asked).toEqual([{ first: { also: [] } }, {}]);
  expect(seen.at(-1)?.conversations).toHaveLength(5);
});

test('a word that is no id, in what the window has kept, is not asked for', async () => {
  const { session, asked, kept } = start(5, null);
  kept.set('conversation', '../..');
  session.connection.start();
  await settled();
  expect(asked).toEqual([{ first: { also: [] } }]);
});

test('what the host says while the whole list is on its way is said', async () => {
  let answerAll: () => void = () => {};
  const { session, host } = joinSession({
    snapshot: snapshotFixture(),
    handlers: {
      'app.open': async ({ first }, connection) => {
        // As the host does: the events from now on, and the numbers as far as they are given.
        connection.keep('app', () => {});
        if (first) return ok({ ...snapshotFixture(), seq: 1, more: true as const });
        await new Promise<void>((resolve) => {
          answerAll = resolve;
        });
        const event = { type: 'notice' as const, message: 'It was ended.', tone: 'info' as const };
        connection.publish({ conversationId: null, seq: 2, event });
        return ok({ ...snapshotFixture(), seq: 2 });
      },
    },
  });
  session.connection.start();
  await expect.poll(() => host.calls.filter(({ method }) => method === 'app.open').length).toBe(2);
  answerAll();
  await settled();
  expect(session.app.store.getState().snapshot).toMatchObject({ seq: 2, news: ['It was ended.'] });
});
