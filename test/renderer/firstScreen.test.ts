// The window's copy of the app while it starts with many conversations: first the newest, then all of them.

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
        // Every answer consists of new values, as if received.
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

test('renders the newest, then requests all; equal values stay the same object', async () => {
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

test('requests once if all arrived at once, and all of them after a lost connection', async () => {
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

test("an invalid ID in the window's storage is not requested", async () => {
  const { session, asked, kept } = start(5, null);
  kept.set('conversation', '../..');
  session.connection.start();
  await settled();
  expect(asked).toEqual([{ first: { also: [] } }]);
});

test('an event that arrives while the whole list loads is reported', async () => {
  let answerAll: () => void = () => {};
  const { session, host } = joinSession({
    snapshot: snapshotFixture(),
    handlers: {
      'app.open': async ({ first }, connection) => {
        // Like the host: events from now on, and numbered accordingly.
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
