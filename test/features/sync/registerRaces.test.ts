// The user changes something while a pass applies a change of another machine.

import { expect, test } from 'vitest';
import type { RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

const sync = async (...devices: SyncDevice[]) => {
  for (const device of devices) okValue(await device.engine.syncNow());
};

async function pairOfDevices() {
  const remote = createMemoryRemote();
  const inner = remote.connect();
  let meanwhile: (() => Promise<unknown>) | null = null;
  // Entries of the log are stored after changes here were collected, and before those of others are applied.
  const connection: RemoteStore = {
    ...inner,
    async put(name, ...what) {
      const work = name.includes('/log/') ? meanwhile : null;
      if (work) meanwhile = null;
      await work?.();
      return inner.put(name, ...what);
    },
  };
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', connection)];
  const project = okValue(await a.store.openFolderlessProject());
  const { conversationId: id } = okValue(await a.store.createConversation(project.id));
  const records = ['one', 'two'].map((text) => a.store.appendConversationMessage(id, asNew(userMessage(text))));
  const ids = (await Promise.all(records)).map((record) => okValue(record).id);
  await sync(a, b);
  return { a, b, id, ids, during: (work: () => Promise<unknown>) => (meanwhile = work) };
}

test(cite('SYNC-3', 'a title that changes here while another one is applied is kept, and wins'), async () => {
  const { a, b, id, during } = await pairOfDevices();
  okValue(await a.store.updateMeta(id, (meta) => ({ ...meta, title: 'named by a', pinned: true })));
  await sync(a);
  okValue(await b.store.appendConversationMessage(id, asNew(userMessage('three'))));
  during(() => b.store.updateMeta(id, (meta) => ({ ...meta, title: 'named by b', archived: true })));
  await sync(b);
  expect(await b.store.readMeta(id)).toMatchObject({ title: 'named by b', pinned: true, archived: true });
  await sync(b, a);
  for (const { store } of [a, b]) {
    expect(await store.readMeta(id)).toMatchObject({ title: 'named by b', pinned: true, archived: true });
  }
});

test(cite('SYNC-3', 'a branch that is left here while another machine’s choice is applied stays left'), async () => {
  const { a, b, id, ids, during } = await pairOfDevices();
  const [first = '', second = ''] = ids;
  okValue(await a.store.updateMeta(id, (meta) => ({ ...meta, head: { id: first, after: second } })));
  await sync(a);
  okValue(await b.store.updateMeta(id, (meta) => ({ ...meta, title: 'named by b' })));
  during(() => b.store.appendConversationMessage(id, asNew(userMessage('three, on b'))));
  await sync(b, a, b, a);
  for (const { store } of [a, b]) {
    expect(okValue(await store.readBranch(id)).messages.map(({ content }) => content)).toEqual([
      ...['one', 'two', 'three, on b'],
    ]);
  }
});
