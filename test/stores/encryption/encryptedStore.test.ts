import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../electron/lib/log.ts';
import { checkData } from '../../../electron/stores/check/check.ts';
import { newDataKey } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createConversationSearch } from '../../../electron/stores/search/conversationSearch.ts';
import { cite } from '../../support/cite.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { asNew, assistantMessage, userMessage } from '../../support/messageBuilder.ts';
import { openStore, placeOf } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'zebrafish';

function openEncrypted(dataDir = join(tempFolder(), 'data'), key = newDataKey()) {
  const disk = diskWithKey(nodeDisk, key, dataDir);
  return { ...openStore({ dataDir, disk }), disk, key };
}

async function filled() {
  const opened = openEncrypted();
  const { store, dataDir } = opened;
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  for (let index = 0; index < 30; index++) {
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`${secret} ${index}`))));
    okValue(await store.appendConversationMessage(conversationId, asNew(assistantMessage(`answer ${index}`))));
  }
  okValue(await store.savePending(conversationId, { ...(await store.readPending(conversationId)), draft: secret }));
  okValue(await store.listConversations());
  return { ...opened, project, conversationId, place: placeOf(dataDir, project.id, conversationId) };
}

test(cite('SEC-9', 'a store on encrypted data works as usual, and no private word is on the disk'), async () => {
  const { store, dataDir, key, conversationId, disk } = await filled();
  const before = okValue(await store.readBranch(conversationId));
  expect(before.messages).toHaveLength(60);
  await store.close();
  expect(filesWith(dataDir, [secret])).toEqual([]);
  const again = openEncrypted(dataDir, key).store;
  expect(okValue(await again.readBranch(conversationId)).messages).toEqual(before.messages);
  expect(okValue(await again.listConversations())).toMatchObject([{ title: `${secret} 0`, messageCount: 60 }]);
  const report = await checkData(dataDir, null, { repair: false }, { disk });
  expect(report.problems).toEqual([]);
});

test(cite('SEC-9', 'encrypted data is searched, and the search index is encrypted'), async () => {
  const { dataDir, disk, conversationId } = await filled();
  const search = createConversationSearch({ dataDir, disk, log: silentLog, startMs: 0 });
  try {
    expect((await search.bringUpToDate()).complete).toBe(true);
    const { hits } = okValue(await search.query({ text: secret, projectId: null, cursor: null, limit: 100 }));
    expect(hits.length).toBeGreaterThan(0);
    expect(hits[0]).toMatchObject({ conversationId });
  } finally {
    await search.close();
  }
  expect(statSync(join(dataDir, 'search.db')).size).toBeGreaterThan(0);
  expect(filesWith(dataDir, [secret, 'SQLite format 3'])).toEqual([]);
});

test(cite('SEC-9', 'a crash during an append costs that message alone'), async () => {
  const { store, dataDir, key, conversationId, place } = await filled();
  const before = okValue(await store.readBranch(conversationId)).messages;
  await store.close();
  truncateSync(place.messagesPath, statSync(place.messagesPath).size - 7);
  const again = openEncrypted(dataDir, key).store;
  expect(okValue(await again.readBranch(conversationId)).messages).toEqual(before.slice(0, -1));
  okValue(await again.appendConversationMessage(conversationId, asNew(userMessage('more'))));
  expect(okValue(await again.readBranch(conversationId)).messages).toHaveLength(60);
});

test(cite('SEC-9', 'a damaged byte costs at most two messages, and is reported'), async () => {
  const { store, dataDir, key, conversationId, place } = await filled();
  await store.close();
  const raw = readFileSync(place.messagesPath);
  const middle = Math.floor(raw.length / 2);
  raw[middle] = (raw[middle] as number) ^ 4;
  writeFileSync(place.messagesPath, raw);
  const { store: again, disk } = openEncrypted(dataDir, key);
  const read = okValue(await again.readBranch(conversationId));
  expect(read.messages.length).toBeGreaterThanOrEqual(58);
  expect(read.messages.length).toBeLessThan(60);
  const { problems } = await checkData(dataDir, null, { repair: false }, { disk });
  expect(problems.length).toBeGreaterThan(0);
  okValue(await again.appendConversationMessage(conversationId, asNew(userMessage('more'))));
});

test(cite('SEC-9', 'without its key, a store says that the data is encrypted and changes nothing'), async () => {
  const { store, dataDir, conversationId, place } = await filled();
  await store.close();
  const before = readFileSync(place.messagesPath);
  const other = openEncrypted(dataDir, newDataKey()).store;
  const read = await other.readBranch(conversationId);
  expect(read.ok ? '' : read.error.message).toContain('encrypted with another key');
  const appended = await other.appendConversationMessage(conversationId, asNew(userMessage('more')));
  expect(appended.ok).toBe(false);
  expect(readFileSync(place.messagesPath)).toEqual(before);
});
