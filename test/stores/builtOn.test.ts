// The base of a run is durable before it starts: a process may have exited between a write and its sync, and the next
// one reads what it wrote.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { withHandles } from '../support/brokenDisks.ts';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openStore } from '../support/openStore.ts';
import { durableImage } from '../support/powerLoss.ts';
import { okValue } from '../support/result.ts';
import { createSimulatedDisk } from '../support/simulatedDisk.ts';
import { tempFolder } from '../support/tempFolder.ts';

test(
  cite(['SEQ-1', 'STORE-2'], "a run's base survives a power loss, even if its writer exited before the sync"),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const disk = createSimulatedDisk();
    const first = openStore({ dataDir, disk });
    const project = okValue(await first.store.openFolderlessProject());
    const { conversationId } = okValue(await first.store.createConversation(project.id));
    okValue(await first.store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
    let cut = disk.state;
    disk.onCall = ({ name, path }) => {
      if (name === 'datasync' && path.endsWith('messages.json')) cut = disk.state;
      return null;
    };
    okValue(await first.store.appendConversationMessage(conversationId, asNew(userMessage('two'))));
    await first.store.close();

    const after = createSimulatedDisk(cut);
    const { store } = openStore({ dataDir, disk: after });
    const said = async (of: typeof store): Promise<unknown[]> =>
      okValue(await of.readBranch(conversationId)).messages.map(({ content }) => content);
    expect(await said(store)).toEqual(['one', 'two']);
    okValue(await store.lease(conversationId, 'a run'));
    const left = openStore({ dataDir, disk: createSimulatedDisk(durableImage(after.state)) });
    expect(await said(left.store)).toEqual(['one', 'two']);
  },
);

test(cite('SEQ-1', 'even while the maximum number of other logs are being written'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const disk = createSimulatedDisk();
  const first = openStore({ dataDir, disk });
  const project = okValue(await first.store.openFolderlessProject());
  const made = async (): Promise<string> => {
    const { conversationId } = okValue(await first.store.createConversation(project.id));
    okValue(await first.store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
    return conversationId;
  };
  const others = await Promise.all(Array.from({ length: 8 }, made));
  const ours = await made();
  let cut = disk.state;
  disk.onCall = ({ name, path }) => {
    if (name === 'datasync' && path.endsWith('messages.json')) cut = disk.state;
    return null;
  };
  okValue(await first.store.appendConversationMessage(ours, asNew(userMessage('two'))));
  await first.store.close();

  const after = createSimulatedDisk(cut);
  const gate = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let held = 0;
  const holding = withHandles(after, (handle, path) => ({
    datasync: async () => {
      if (path.endsWith('messages.json')) {
        if (++held === others.length) full.resolve();
        await gate.promise;
      }
      return handle.datasync();
    },
  }));
  const { store } = openStore({ dataDir, disk: holding });
  const writing = others.map((id) => store.appendConversationMessage(id, asNew(userMessage('more'))));
  await full.promise;
  okValue(await store.lease(ours, 'a run'));
  const left = openStore({ dataDir, disk: createSimulatedDisk(durableImage(after.state)) });
  const said = okValue(await left.store.readBranch(ours)).messages.map(({ content }) => content);
  gate.resolve();
  await Promise.all(writing);
  expect(said).toEqual(['one', 'two']);
});

test('a log released while being made durable leaves no open file', async () => {
  const first = openStore();
  const project = okValue(await first.store.openFolderlessProject());
  const made = async (): Promise<string> => {
    const { conversationId } = okValue(await first.store.createConversation(project.id));
    okValue(await first.store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
    return conversationId;
  };
  const others = await Promise.all(Array.from({ length: 8 }, made));
  const ours = await made();
  await first.store.close();

  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const open = new Set<FileHandle>();
  const held = withHandles(nodeDisk, (handle, path) => {
    if (!path.endsWith(join(ours, 'messages.json'))) return {};
    open.add(handle);
    return {
      sync: async () => {
        begun.resolve();
        await gate.promise;
        return handle.sync();
      },
      close: async () => {
        open.delete(handle);
        return handle.close();
      },
    };
  });
  const { store } = openStore({ dataDir: first.dataDir, disk: held });
  const leased = store.lease(ours, 'a run');
  await begun.promise;
  // As many as are kept open at a time.
  for (const id of others) okValue(await store.readBranch(id));
  gate.resolve();
  okValue(await leased);
  await store.close();
  expect(open.size).toBe(0);
});
