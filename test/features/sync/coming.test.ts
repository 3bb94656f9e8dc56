// Conversations that other machines have stored and that are not here yet.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createComingFetch } from '../../../electron/features/sync/coming/comingFetch.ts';
import { createRowsToCome } from '../../../electron/features/sync/coming/comingRows.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { asNew, assistantMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote, type RemoteCall } from '../../support/sync/memoryRemote.ts';
import { openDevice, recordsOf, type SyncDevice } from '../../support/sync/syncDevice.ts';

/** Only logs can be read: everything else is as slow as it gets. */
const logsOnly = (call: RemoteCall, name: string) => (call === 'get' && name.includes('/c/') ? 'refuse' : null);

async function conversation({ store }: SyncDevice, text: string, origin?: unknown): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  const more = origin === undefined ? {} : { origin: origin as never };
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text, more))));
  okValue(await store.appendConversationMessage(conversationId, asNew(assistantMessage('the answer'))));
  return conversationId;
}

/** As the app connects them. */
function connected(device: SyncDevice) {
  const rows = createRowsToCome(nodeDisk, device.dataDir, async () => true);
  const connectAccount = async () => ({ ok: true as const, value: device.engine });
  device.store.setMissingFiles({
    attachment: device.engine.fetchAttachment,
    result: device.engine.fetchResult,
    runsElsewhere: () => false,
    conversation: createComingFetch(rows, { readOnly: null, engine: device.engine, connectAccount }),
    rows: rows.all,
    row: rows.one,
  });
  return rows;
}

async function twoDevices() {
  const remote = createMemoryRemote();
  const reports: string[][] = [];
  const a = openDevice('a', remote.connect());
  const b = openDevice('b', remote.connect(logsOnly), { engine: { coming: (ids) => void reports.push([...ids]) } });
  return { remote, a, b, reports };
}

test(cite('SYNC-6', 'the list shows what is to come, by title, first words, tags and time, also offline'), async () => {
  const { remote, a, b, reports } = await twoDevices();
  const named = await conversation(a, 'its first words');
  okValue(
    await a.store.updateMeta(named, (meta) => ({
      ...{ ...meta, title: 'A title', pinned: true, archived: true },
      tags: [{ name: 'work', at: '2026-01-01T00:00:00.000Z' }],
    })),
  );
  const unnamed = await conversation(a, 'How do tides work? Tell me.');
  const agent = await conversation(a, 'a task', {
    type: 'sub-agent',
    conversationId: unnamed,
    messageId: 'm',
    index: 0,
  });
  okValue(await a.engine.syncNow());
  expect(errorOf(await b.engine.syncNow())).toMatchObject({ message: 'refused' });
  const rows = connected(b);
  const expected = [
    expect.objectContaining({
      id: named,
      title: 'A title',
      pinned: true,
      archived: true,
      tags: ['work'],
      coming: true,
    }),
    expect.objectContaining({ id: unnamed, title: 'How do tides work?', messageCount: null, coming: true }),
  ];
  // An agent's conversation is reached from the one that started it.
  expect(reports.flat().sort()).toEqual([named, unnamed, agent].sort());
  expect((await rows.all()).sort((one, other) => (one.title < other.title ? -1 : 1))).toEqual(expected);
  const there = okValue(await a.store.listConversations()).find(({ id }) => id === unnamed);
  expect(await rows.one(unnamed)).toMatchObject({ updatedAt: there?.updatedAt, createdAt: there?.createdAt });

  await b.restart(remote.connect(() => 'refuse'));
  expect((await b.store.comingConversations()).length).toBe(0);
  connected(b);
  expect((await b.store.comingConversations()).map(({ title }) => title).sort()).toEqual([
    'A title',
    'How do tides work?',
  ]);
  expect(errorOf(await b.store.readBranch(unnamed))).toMatchObject({
    code: 'STORE_WRITE_FAILED',
    message: expect.stringMatching(/^This conversation is not on this machine yet: /),
  });

  // With the store back, whatever needs one fetches it, and no other.
  await b.restart(remote.connect());
  const after = connected(b);
  okValue(await b.store.updateMeta(unnamed, (meta) => ({ ...meta, title: 'Renamed here' })));
  expect(okValue(await b.store.readBranch(unnamed)).messages).toHaveLength(2);
  expect((await after.all()).map(({ id }) => id)).toEqual([named]);
  expect(await after.one(unnamed)).toBe(null);
  expect(errorOf(await b.store.readBranch('0000000000000000000000nope'))).toMatchObject({
    code: 'CONVERSATION_NOT_FOUND',
  });
  for (const device of [b, a, b]) okValue(await device.engine.syncNow());
  expect(recordsOf(b)).toEqual(recordsOf(a));
  expect(await after.all()).toEqual([]);
  expect((await a.store.readMeta(unnamed))?.title).toBe('Renamed here');
});

test(cite('SYNC-6', 'a title, an archive or a tag of elsewhere shows at once on what is still to come'), async () => {
  const { a, b, reports } = await twoDevices();
  const [id, other] = [await conversation(a, 'one'), await conversation(a, 'two')];
  okValue(await a.engine.syncNow());
  await b.engine.syncNow();
  expect(reports.splice(0).flat().sort()).toEqual([id, other].sort());
  okValue(await a.store.updateMeta(id, (meta) => ({ ...meta, title: 'Renamed', archived: true })));
  okValue(await a.engine.syncNow());
  await b.engine.syncNow();
  expect(reports.splice(0).flat()).toEqual([id]);
  const rows = createRowsToCome(nodeDisk, b.dataDir, async () => true);
  expect(await rows.one(id)).toMatchObject({ title: 'Renamed', archived: true, coming: true });
  await b.engine.syncNow();
  expect(reports).toEqual([]);
});

test(cite('SYNC-6', 'a conversation is fetched at once while this machine uploads its own'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const distant = await conversation(a, 'wanted');
  okValue(await a.engine.syncNow());
  const opened: Promise<unknown>[] = [];
  const order: string[] = [];
  const b = openDevice(
    'b',
    remote.connect((call, name) => {
      if (!name.includes('/c/')) return null;
      order.push(call);
      // Somebody opens it while the first of many conversations is uploaded.
      if (call === 'put' && opened.length === 0) opened.push(b.store.readBranch(distant));
      return null;
    }),
  );
  for (const text of ['one', 'two', 'three']) await conversation(b, text);
  connected(b);
  okValue(await b.engine.syncNow());
  expect(await opened[0]).toMatchObject({ ok: true });
  expect(order.indexOf('get')).toBeLessThan(order.lastIndexOf('put'));
});

test(
  cite('SYNC-4', 'the words of a removed message leave the logs too, and a deleted conversation is not to come'),
  async () => {
    const { remote, a, b } = await twoDevices();
    const remaining = await conversation(a, 'a secret question');
    const deleted = await conversation(a, 'another one');
    okValue(await a.engine.syncNow());
    expect(errorOf(await b.engine.syncNow())).toBeTruthy();
    const rows = connected(b);
    expect(await rows.all()).toHaveLength(2);
    const [first] = okValue(await a.store.readBranch(remaining)).messages;
    okValue(await a.store.forgetMessage(remaining, first?.id ?? ''));
    okValue(await a.store.eraseConversation(deleted));
    okValue(await a.engine.syncNow());
    expect([...remote.objects.keys()].filter((name) => name.includes('/log/'))).toHaveLength(1);
    expect(errorOf(await b.engine.syncNow())).toBeTruthy();
    expect(await rows.all()).toEqual([expect.objectContaining({ id: remaining, title: 'New conversation' })]);
    // Neither a deletion that can still be undone, nor one that is not sent yet, comes back.
    await b.restart(remote.connect());
    okValue(await b.engine.syncNow());
    okValue(await b.store.deleteConversation(remaining));
    okValue(await a.store.appendConversationMessage(remaining, asNew(userMessage('more'))));
    okValue(await a.engine.syncNow());
    okValue(await b.engine.syncNow());
    expect(await createRowsToCome(nodeDisk, b.dataDir, async () => true).all()).toEqual([]);
  },
);

test('without sync, nothing is to come, and a damaged state is none', async () => {
  const { b } = await twoDevices();
  const rows = (isOn: boolean) => createRowsToCome(nodeDisk, b.dataDir, async () => isOn);
  expect(await rows(true).all()).toEqual([]);
  mkdirSync(b.dataDir, { recursive: true });
  writeFileSync(join(b.dataDir, 'sync-state.db'), 'no database');
  expect(await rows(true).all()).toEqual([]);
  expect(await rows(true).one('c1')).toBe(null);
});

test(cite('SYNC-6', 'a first download over a store that vanishes again and again continues where it was'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  for (let index = 0; index < 12; index++) await conversation(a, `question ${index}`);
  okValue(await a.engine.syncNow());
  const fetched: string[] = [];
  let left = 0;
  const b = openDevice(
    'b',
    remote.connect((call, name) => {
      if (call !== 'get' || !name.includes('/c/')) return null;
      if (left-- <= 0) return 'refuse';
      fetched.push(name);
      return null;
    }),
  );
  const rows = createRowsToCome(nodeDisk, b.dataDir, async () => true);
  const remaining: number[] = [];
  for (let pass = 0; pass < 4; pass++) {
    left = 4;
    await b.engine.syncNow();
    remaining.push((await rows.all()).length);
  }
  expect(remaining).toEqual([8, 4, 0, 0]);
  expect(new Set(fetched).size).toBe(fetched.length);
  expect(recordsOf(b)).toEqual(recordsOf(a));
});

test(
  cite('SYNC-6', 'a download too large for the disk is reported first, leaves space free, and continues later'),
  async () => {
    const remote = createMemoryRemote();
    const a = openDevice('a', remote.connect());
    const ids = [await conversation(a, 'one'), await conversation(a, 'two')];
    okValue(await a.engine.syncNow());
    let free = 100e6;
    const b = openDevice('b', remote.connect(), { engine: { freeBytes: async () => free } });
    const rows = connected(b);
    expect(errorOf(await b.engine.syncNow())).toMatchObject({
      code: 'STORE_WRITE_FAILED',
      message: expect.stringMatching(/^This disk has only 100 MB left\./),
    });
    expect(b.engine.status().problems.map(({ text }) => textOf(text))).toEqual([
      expect.stringMatching(/ and this disk has 100 MB left\. The newest are fetched first/),
    ]);
    expect(await rows.all()).toHaveLength(2);
    okValue(await b.store.readBranch(ids[0] ?? ''));
    free = 10e9;
    okValue(await b.engine.syncNow());
    expect(b.engine.status().problems).toEqual([]);
    expect(recordsOf(b)).toEqual(recordsOf(a));
  },
);
