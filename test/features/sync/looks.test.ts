import { expect, test } from 'vitest';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

/** Between two looks. */
const idleMs = 60_000;

async function begin({ store }: SyncDevice, text: string): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  return conversationId;
}

test('a look with nothing new reads one object of each other device, and one in ten lists the store', async () => {
  const remote = createMemoryRemote();
  const connection = remote.connect();
  const pauses: { work: () => void; ms: number }[] = [];
  const a = openDevice('a', connection, {
    engine: { timers: { set: (work, ms) => pauses.push({ work, ms }), clear: () => {} } },
  });
  const [b, c] = [openDevice('b', remote.connect()), openDevice('c', remote.connect())];
  for (const device of [a, b, c]) {
    await begin(device, `hello from ${device.name}`);
    okValue(await device.engine.syncNow());
  }
  const isIdle = () =>
    new Promise<void>((resolve) => {
      const stop = a.engine.onStatus(({ state }) => {
        if (state !== 'idle') return;
        stop();
        resolve();
      });
    });
  const started = isIdle();
  a.engine.start();
  await started;

  /** Returns what a look after the pause asks of the store. */
  async function look(): Promise<string[]> {
    await expect.poll(() => pauses.filter(({ ms }) => ms === idleMs)).toHaveLength(1);
    const before = connection.calls.length;
    const done = isIdle();
    pauses
      .splice(
        pauses.findIndex(({ ms }) => ms === idleMs),
        1,
      )[0]
      ?.work();
    await done;
    return connection.calls.slice(before).map((request) => request.split(' ')[0] ?? '');
  }
  const requests = [];
  for (let time = 0; time < 10; time++) requests.push(await look());
  expect(requests.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => ['get', 'get']));
  expect(requests[9]).toContain('list');

  const id = await begin(b, 'news');
  okValue(await b.engine.syncNow());
  expect(await look()).toContain('list');
  expect(okValue(await a.store.readBranch(id)).messages.map(({ content }) => content)).toEqual(['news']);
});
