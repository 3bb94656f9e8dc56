import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ConversationStore } from '../../electron/ports/store.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { countingDisk, type DiskCounts } from '../support/countingDisk.ts';
import { idAt, type LongConversation, writeLongConversation } from '../support/longConversation.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

// Counted, not timed: the disk operations must not grow with the earlier content.

type Act = (store: ConversationStore, conversation: LongConversation) => Promise<unknown>;

/** From now on the list does not read the changes: on a slow machine it would, in the middle of the count. */
function keepListStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** An action's disk operations, on a newly opened store. */
async function cost(conversation: LongConversation, act: Act): Promise<DiskCounts> {
  const { disk, take } = countingDisk();
  const { store } = openStore({ dataDir: conversation.dataDir, disk });
  take();
  keepListStill();
  await act(store, conversation);
  const counts = take();
  vi.useRealTimers();
  await store.close();
  return counts;
}

function conversationOfLength(messages: number): LongConversation {
  return writeLongConversation(join(tempFolder(), 'data'), { messages, textLength: 600, keptAfterSummary: 400 });
}

const acts: [string, Act][] = [
  [
    cite('PERF-2', 'opening the last screen'),
    async (store, { conversationId }) => {
      expect(okValue(await store.readBranch(conversationId, { tail: 200 })).messages.length).toBeGreaterThanOrEqual(
        200,
      );
    },
  ],
  [
    cite('PERF-3', 'reading what the next request is built from'),
    async (store, { conversationId }) => {
      expect(okValue(await store.readBranch(conversationId, 'context')).messages).toHaveLength(400);
    },
  ],
  [
    cite('STORE-8', 'paging back'),
    async (store, { conversationId }) => {
      let before: string | null = null;
      for (let page = 0; page < 4; page++) {
        const page: { messages: Message[] } = okValue(await store.readPage(conversationId, before, 100));
        const { messages } = page;
        before = messages[0]?.id ?? null;
        expect(messages).toHaveLength(100);
      }
    },
  ],
  [
    cite('PERF-1', 'appending'),
    async (store, { conversationId }) => {
      for (let count = 0; count < 10; count++) {
        okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`more ${count}`))));
      }
    },
  ],
  [
    cite('PERF-7', 'listing'),
    async (store) => {
      expect(okValue(await store.listConversations())).toHaveLength(1);
    },
  ],
  [
    cite('PERF-7', 'listing after a message, when it was counted before'),
    async (store, { conversationId }) => {
      okValue(await store.listConversations());
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('more'))));
      expect(okValue(await store.listConversations())).toHaveLength(1);
    },
  ],
];

test.each(acts)('%s costs the disk as much in a long conversation as in a short one', async (_name, act) => {
  const few = await cost(conversationOfLength(2_000), act);
  const many = await cost(conversationOfLength(volume({ short: 8_000, all: 60_000 })), act);
  expect(many.bytesRead).toBeLessThanOrEqual(few.bytesRead * 1.5 + 64 * 1024);
  expect(many.bytesRead).toBeLessThan(4 * 1024 * 1024);
  expect(many.reads + many.opens).toBeLessThanOrEqual((few.reads + few.opens) * 1.5 + 8);
  expect(many.writes).toBe(few.writes);
  expect(many.syncs).toBe(few.syncs);
  expect(many.bytesWritten).toBeLessThanOrEqual(few.bytesWritten * 1.2 + 1024);
});

test(cite('STORE-8', 'each further append reads nothing and writes its own bytes, with one sync'), async () => {
  const long = conversationOfLength(2_000);
  const { disk, take } = countingDisk();
  const { store } = openStore({ dataDir: long.dataDir, disk });
  keepListStill();
  const lease = okValue(await store.lease(long.conversationId, 'a run'));
  okValue(await store.appendConversationMessage(long.conversationId, asNew(userMessage('first'))));
  take();
  const each: DiskCounts[] = [];
  for (let count = 0; count < 50; count++) {
    okValue(await store.appendConversationMessage(long.conversationId, asNew(userMessage('next'))));
    each.push(take());
  }
  vi.useRealTimers();
  lease.release();
  for (const counts of each) {
    expect(counts).toMatchObject({ opens: 0, reads: 0, writes: 1, syncs: 1 });
    expect(counts.bytesWritten).toBeLessThan(300);
  }
});

test('a distant message is found by its ID, and so is the page before one that no page has returned', {
  tags: ['all'],
}, async () => {
  const long = conversationOfLength(20_000);
  const { store } = openStore({ dataDir: long.dataDir });
  const { conversationId } = long;
  expect(okValue(await store.readMessage(conversationId, idAt(17)))).toMatchObject({ id: idAt(17), role: 'assistant' });
  const page = okValue(await store.readPage(conversationId, idAt(1000), 10));
  expect(page.messages.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => idAt(990 + n)));
  expect(page.hasEarlier).toBe(true);
  expect(okValue(await store.readPage(conversationId, idAt(3), 10))).toMatchObject({ hasEarlier: false });
});

test(cite('PERF-3', 'many distant records are read in one pass over the log, and are remembered'), async () => {
  const conversation = conversationOfLength(4_000);
  const wanted = Array.from({ length: 200 }, (_, n) => idAt(n * 7));
  const read =
    (ids: string[]): Act =>
    async (store, { conversationId }) => {
      const found = okValue(await store.readMessages(conversationId, ids));
      expect(found.map(({ id }) => id)).toEqual(ids);
    };
  const one = await cost(conversation, read([idAt(0)]));
  const many = await cost(conversation, read(wanted));
  expect(many.bytesRead).toBeLessThanOrEqual(one.bytesRead * 1.1);
  const again = await cost(conversation, async (store, known) => {
    await read(wanted)(store, known);
    await read([...wanted].reverse())(store, known);
    expect(okValue(await store.readMessages(known.conversationId, ['none', wanted[3] ?? '']))).toHaveLength(1);
  });
  // One more pass, for the missing one.
  expect(again.bytesRead).toBeLessThanOrEqual(one.bytesRead * 2.2);
});

test(cite('PERF-3', 'a repeated context is not read again, however long, while it is in use'), {
  tags: ['all'],
}, async () => {
  const long = writeLongConversation(join(tempFolder(), 'data'), { messages: 20_000, textLength: 900 });
  expect(long.bytes).toBeGreaterThan(20_000_000);
  const { disk, take } = countingDisk();
  const { store } = openStore({ dataDir: long.dataDir, disk });
  keepListStill();
  const read = async (): Promise<number> => {
    take();
    expect(okValue(await store.readBranch(long.conversationId, 'context')).messages.length).toBeGreaterThanOrEqual(
      20_000,
    );
    return take().bytesRead;
  };
  const first = await read();
  expect(first).toBeGreaterThan(long.bytes);
  expect(await read()).toBeLessThan(100_000);
  okValue(await store.appendConversationMessage(long.conversationId, asNew(userMessage('more'))));
  expect(await read()).toBeLessThan(100_000);
  vi.advanceTimersByTime(61_000);
  // Its end stays.
  const later = await read();
  expect(later).toBeGreaterThan(1_000_000);
  expect(later).toBeLessThan(first / 2);
  vi.useRealTimers();
  await store.close();
});
