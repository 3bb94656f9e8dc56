// The list while it is being read: events sent meanwhile are newer than the result of a read.

import { expect, test } from 'vitest';
import type { ConversationHub } from '../../electron/chat/conversationHub.ts';
import { createConversationList } from '../../electron/chat/conversationList.ts';
import { createFeed } from '../../electron/chat/feed.ts';
import type { ConversationStore } from '../../electron/ports/store.ts';
import type { AppEvent } from '../../shared/contract.ts';
import { ok } from '../../shared/core/errors.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';

const soon = { interval: 10 };

function row(id: string, title = id): ConversationRow {
  const at = '2026-01-01T00:00:00.000Z';
  const marks = { pinned: false, archived: false, unread: false };
  return { id, projectId: 'p', title, createdAt: at, updatedAt: at, messageCount: 1, activity: 'idle', ...marks };
}

/** A list over a store whose reads return the state from their start, and end when the test says so. */
function listOf(...rows: ConversationRow[]) {
  const there = new Map(rows.map((one) => [one.id, one]));
  const looks: (() => void)[] = [];
  let asked = 0;
  const store = {
    listConversation: async (id: string) => {
      asked++;
      return ok(there.get(id) ?? null);
    },
    listConversations: () => {
      const seen = [...there.values()];
      return new Promise((resolve) => looks.push(() => resolve(ok(seen))));
    },
    comingConversations: async () => [],
    comingConversation: async () => null,
    newestConversations: async (count: number) => [...there.values()].slice(0, count),
  };
  const compared = { answersOf: () => [], placeOf: () => null };
  const hub = { peek: () => null, subscribe: () => () => {}, compared };
  const feed = createFeed<AppEvent>();
  const list = createConversationList(store as unknown as ConversationStore, hub as unknown as ConversationHub, feed);
  const events: AppEvent[] = [];
  feed.subscribe((_seq, event) => events.push(event));
  /** Changes it on disk, and waits until the list has noticed. */
  async function change(id: string, now: ConversationRow | null): Promise<void> {
    if (now) there.set(id, now);
    else there.delete(id);
    const before = asked;
    list.touch(id);
    await expect.poll(() => asked, soon).toBeGreaterThan(before);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { list, looks, events, change };
}

const titles = (rows: readonly ConversationRow[]): string[] => rows.map(({ title }) => title);

test('a conversation unknown to all views that disappears during the first read is not in its result', async () => {
  const { list, looks, change } = listOf(row('a'), row('b'));
  const rows = list.rows();
  await change('b', null);
  looks.shift()?.();
  expect(titles(await rows)).toEqual(['a']);
});

test('events during two overlapping reads are newer than either', { tags: ['all'] }, async () => {
  const { list, looks, events, change } = listOf(row('a'), row('b'));
  const before = list.rows();
  looks.shift()?.();
  await before;
  await change('b', row('b', 'other'));
  const one = list.rows();
  await change('a', row('a', 'new'));
  // The event invalidated the first result for others: this is a separate read.
  const two = list.rows();
  expect(looks).toHaveLength(2);
  await change('b', row('b', 'newer'));
  looks.shift()?.();
  expect(titles(await one).toSorted()).toEqual(['new', 'newer']);
  looks.shift()?.();
  expect(titles(await two).toSorted()).toEqual(['new', 'newer']);
  const told = events.flatMap((event) => (event.type === 'conversation.listed' ? [event.row.title] : []));
  expect(told).toEqual(['other', 'new', 'newer']);
});
