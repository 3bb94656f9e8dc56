// What a run is built on is durable before it begins: a process may have ended between a write and its sync, and the next
// one reads what it wrote.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openStore } from '../support/openStore.ts';
import { durableImage } from '../support/powerLoss.ts';
import { okValue } from '../support/result.ts';
import { createSimulatedDisk } from '../support/simulatedDisk.ts';
import { quickFolder } from '../support/tempFolder.ts';

test(
  cite(
    ['SEQ-1', 'STORE-2'],
    'what a run begins with outlives a loss of power, also where its writer ended before the sync',
  ),
  async () => {
    const dataDir = join(quickFolder(), 'data');
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
