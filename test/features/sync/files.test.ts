import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { placeOf } from '../../support/openStore.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

const picture = Buffer.from('the bytes of a picture '.repeat(40));
const output = 'a line of output that only its own file has\n'.repeat(3_000);

const sync = async (...devices: SyncDevice[]) => {
  for (const device of devices) okValue(await device.engine.syncNow());
};

/** A conversation with an attachment and a result in a file of its own. */
async function withFiles({ store }: SyncDevice) {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId: id } = okValue(await store.createConversation(project.id));
  const { hash } = okValue(await store.saveAttachment(id, picture));
  const part = { type: 'image', hash, mediaType: 'image/png', name: 'a.png', bytes: picture.length } as const;
  const question = okValue(
    await store.appendConversationMessage(
      id,
      asNew(userMessage('', { content: [{ type: 'text', text: 'see' }, part] })),
    ),
  );
  await store.appendConversationMessage(id, asNew(assistantMessage('', [call('c1', 'run_command')])));
  const result = okValue(await store.appendConversationMessage(id, asNew(toolMessage('c1', output))));
  return { id, hash, askedId: question.id, resultId: result.id };
}

const filesOf = ({ objects }: MemoryRemote) => [...objects.keys()].filter((name) => name.includes('/f/'));

function connect(device: SyncDevice): void {
  const { fetchAttachment: attachment, fetchResult: result, fetchConversation: conversation } = device.engine;
  const none = { rows: async () => [], row: async () => null, runsElsewhere: () => false };
  device.store.setMissingFiles({ attachment, result, conversation, ...none });
}

async function projectOf({ store, dataDir }: SyncDevice, id: string) {
  const { projectId } = okValue(await store.readBranch(id));
  return placeOf(dataDir, projectId, id);
}

test(cite('SYNC-9', 'attachments and full results are stored once and fetched when they are opened'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
  const { id, hash, resultId } = await withFiles(a);
  await sync(a, b);
  expect(filesOf(remote)).toHaveLength(2);
  const place = await projectOf(b, id);
  expect(existsSync(place.resultsFolder)).toBe(false);
  expect(errorOf(await b.store.readAttachment(id, hash))).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  connect(b);
  expect(okValue(await b.store.readAttachment(id, hash))).toEqual(picture);
  expect(okValue(await b.store.readToolResult(id, resultId, 0, 1_000_000)).text).toBe(output);
  expect(readdirSync(place.resultsFolder)).toEqual([`${resultId}.json`]);
  // The same file again, on either machine, is not stored again.
  const { conversationId: fork } = okValue(await b.store.forkConversation(id, resultId, 'a fork'));
  await sync(b, a);
  expect(filesOf(remote)).toHaveLength(2);
  connect(a);
  expect(okValue(await a.store.readAttachment(fork, hash))).toEqual(picture);
});

test(cite('SYNC-9', 'without a connection, opening such a file fails with the reason, and works later'), async () => {
  const remote = createMemoryRemote();
  let isOffline = false;
  const a = openDevice('a', remote.connect());
  const b = openDevice(
    'b',
    remote.connect(() => (isOffline ? 'refuse' : null)),
  );
  const { id, hash, resultId } = await withFiles(a);
  await sync(a, b);
  connect(b);
  isOffline = true;
  expect(errorOf(await b.store.readAttachment(id, hash))).toMatchObject({ message: 'refused' });
  expect(errorOf(await b.store.readToolResult(id, resultId, 0, 100))).toMatchObject({ message: 'refused' });
  isOffline = false;
  expect(okValue(await b.store.readAttachment(id, hash))).toEqual(picture);
});

test(cite('SYNC-9', 'a changed file is not taken'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
  const { id, hash, resultId } = await withFiles(a);
  await sync(a, b);
  connect(b);
  const [first, second] = filesOf(remote) as [string, string];
  const bytes = remote.objects.get(first) as Uint8Array;
  remote.objects.set(second, bytes);
  remote.objects.set(first, bytes.subarray(1));
  const place = await projectOf(b, id);
  expect(errorOf(await b.store.readAttachment(id, hash)).message).toMatch(/not sealed by a/);
  expect(errorOf(await b.store.readToolResult(id, resultId, 0, 100)).message).toMatch(/not sealed by a/);
  expect(existsSync(join(place.resultsFolder, `${resultId}.json`))).toBe(false);
});

test(cite('SYNC-4', 'the files of a message that is removed for good leave the store, too'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
  const { id, hash, askedId, resultId } = await withFiles(a);
  await sync(a, b);
  okValue(await b.store.forgetMessage(id, askedId));
  await sync(b, a);
  expect(filesOf(remote)).toHaveLength(1);
  okValue(await a.store.forgetMessage(id, resultId));
  await sync(a, b);
  expect(filesOf(remote)).toEqual([]);
  connect(b);
  expect((await b.store.readAttachment(id, hash)).ok).toBe(false);
});

test(cite('SYNC-9', 'a file that the store lost is stored again once another machine misses it'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
  const { id, hash, resultId } = await withFiles(a);
  await sync(a, b);
  connect(b);
  for (const name of filesOf(remote)) remote.objects.delete(name);
  expect((await b.store.readAttachment(id, hash)).ok).toBe(false);
  expect((await b.store.readToolResult(id, resultId, 0, 100)).ok).toBe(false);
  await sync(b, a, b);
  expect(okValue(await b.store.readAttachment(id, hash))).toEqual(picture);
  expect(okValue(await b.store.readToolResult(id, resultId, 0, 1_000_000)).text).toBe(output);
  await sync(a, b);
  expect(a.engine.status().problems.concat(b.engine.status().problems)).toEqual([]);
});

test(cite('SYNC-6', 'a conversation that is opened while others arrive is fetched before them'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const project = okValue(await a.store.openFolderlessProject());
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const { conversationId } = okValue(await a.store.createConversation(project.id));
    okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage(`number ${n}`))));
    ids.push(conversationId);
  }
  await sync(a);
  const merged: string[] = [];
  const oldest = ids[0] as string;
  const opening: Promise<unknown>[] = [];
  const b = openDevice('b', remote.connect(), {
    engine: {
      merged(id) {
        merged.push(id);
        if (opening.length > 0) return;
        const opened = b.store.readBranch(oldest).then((read) => {
          expect(okValue(read).messages.map(({ content }) => content)).toEqual(['number 0']);
          expect(merged.length).toBeLessThan(ids.length);
        });
        opening.push(opened);
      },
    },
  });
  connect(b);
  await sync(b);
  expect(opening).toHaveLength(1);
  await Promise.all(opening);
  expect(new Set(merged)).toEqual(new Set(ids));
  expect(errorOf(await b.store.readBranch('nowhere')).code).toBe('CONVERSATION_NOT_FOUND');
});
