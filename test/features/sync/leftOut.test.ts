// Projects that the user leaves out on a machine.

import { expect, test } from 'vitest';
import { createRowsToCome } from '../../../electron/features/sync/coming/comingRows.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, recordsOf, type SyncDevice } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function write({ store }: SyncDevice, id: string, text: string): Promise<void> {
  okValue(await store.appendConversationMessage(id, asNew(userMessage(text))));
}

async function textsOf({ store }: SyncDevice, id: string): Promise<unknown> {
  const branch = await store.readBranch(id);
  return branch.ok ? branch.value.messages.map(({ content }) => content) : branch.error.code;
}

const sync = async (...devices: SyncDevice[]) => {
  for (const { engine } of devices) okValue(await engine.syncNow());
};

test(cite('SYNC-7', 'a project that is left out is neither sent nor fetched, and catches up afterwards'), async () => {
  const remote = createMemoryRemote();
  const leftOut = { a: [] as string[], b: [] as string[] };
  const open = (name: 'a' | 'b') =>
    openDevice(name, remote.connect(), {
      engine: { limits: async () => ({ maxFileBytes: null, syncsMetered: false, leftOut: leftOut[name] }) },
    });
  const [a, b] = [open('a'), open('b')];
  const project = okValue(await a.store.openProject(tempFolder()));
  const { conversationId: work } = okValue(await a.store.createConversation(project.id));
  const noFolder = okValue(await a.store.openFolderlessProject());
  const { conversationId: chat } = okValue(await a.store.createConversation(noFolder.id));
  await write(a, work, 'work 1');
  await write(a, chat, 'chat 1');

  leftOut.a = [''];
  await sync(a, b);
  expect([await textsOf(b, work), await textsOf(b, chat)]).toEqual([['work 1'], 'CONVERSATION_NOT_FOUND']);
  leftOut.a = [];
  leftOut.b = [project.id];
  await write(a, work, 'work 2');
  await sync(a, b);
  expect([await textsOf(b, work), await textsOf(b, chat)]).toEqual([['work 1'], ['chat 1']]);
  expect(b.engine.status().waiting).toBe(0);
  await write(b, work, 'from b');
  await sync(b, a);
  expect(await textsOf(a, work)).toEqual(['work 1', 'work 2']);
  expect(okValue(await b.engine.projects()).map(({ id }) => id)).toEqual(expect.arrayContaining(['', project.id]));

  leftOut.b = [];
  await sync(b, a);
  await sync(a, b);
  expect(Object.keys(recordsOf(b)[work] ?? {})).toHaveLength(3);
  expect(recordsOf(a)).toEqual(recordsOf(b));
});

test(cite('SYNC-6', 'the list shows nothing of what is left out, and all of it afterwards'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  let leftOut: string[] = [];
  const reports: string[] = [];
  const b = openDevice(
    'b',
    remote.connect((call, name) => (call === 'get' && name.includes('/c/') ? 'refuse' : null)),
    {
      engine: {
        limits: async () => ({ maxFileBytes: null, syncsMetered: true, leftOut }),
        coming: (ids) => void reports.push(...ids),
      },
    },
  );
  const project = okValue(await a.store.openProject(tempFolder()));
  const { conversationId: id } = okValue(await a.store.createConversation(project.id));
  await write(a, id, 'hello');
  okValue(await a.engine.syncNow());
  const rows = createRowsToCome(nodeDisk, b.dataDir, async () => true);
  const seen = async (): Promise<unknown[]> => {
    const before = reports.splice(0).length;
    await b.engine.syncNow();
    return [before, reports.includes(id), (await rows.all()).length, (await rows.one(id)) !== null];
  };
  expect(await seen()).toEqual([0, true, 1, true]);
  leftOut = [project.id];
  expect(await seen()).toEqual([1, true, 0, false]);
  leftOut = [];
  expect((await seen()).slice(1)).toEqual([true, 1, true]);
});

test(
  cite('SYNC-7', 'what was written meanwhile is sent, also if another process had noted the choice first'),
  async () => {
    const remote = createMemoryRemote();
    let leftOut = [''];
    const limits = async () => ({ maxFileBytes: null, syncsMetered: true, leftOut });
    const a = openDevice('a', remote.connect(), { engine: { limits } });
    const noFolder = okValue(await a.store.openFolderlessProject());
    const { conversationId } = okValue(await a.store.createConversation(noFolder.id));
    okValue(await a.engine.syncNow());
    await write(a, conversationId, 'meanwhile');
    okValue(await a.engine.syncNow());
    leftOut = [];
    const command = openDevice('a', remote.connect(), { dataDir: a.dataDir, engine: { limits } });
    okValue(await command.engine.projects());
    await command.close();
    okValue(await a.engine.syncNow());
    const b = openDevice('b', remote.connect());
    okValue(await b.engine.syncNow());
    expect(await textsOf(b, conversationId)).toEqual(['meanwhile']);
  },
);
