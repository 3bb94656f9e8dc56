import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../electron/lib/log.ts';
import { convertData, removeDatabases } from '../../../electron/stores/encryption/convertData.ts';
import { createDataEncryption } from '../../../electron/stores/encryption/dataEncryption.ts';
import { newRecoveryCode } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { type DataKey, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createConversationSearch } from '../../../electron/stores/search/conversationSearch.ts';
import { cite } from '../../support/cite.ts';
import { fakeKeychain } from '../../support/encryptedData.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const names = ['index.db', 'search.db'];

/** A process that opened the data: its store and its search. */
function opened(dataDir: string, key: DataKey | null) {
  const disk = diskWithKey(nodeDisk, key, dataDir);
  const search = createConversationSearch({ dataDir, disk, log: silentLog, startMs: 0 });
  return { store: openStore({ dataDir, disk, search }).store, search };
}

test(
  cite('SEC-9', 'a process that had the data open before a conversion neither writes nor rebuilds its indexes'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const keychain = fakeKeychain();
    const encryption = createDataEncryption({ dataDir, disk: nodeDisk, keychain });
    const stale = opened(dataDir, null);
    const late = opened(dataDir, null);
    const project = okValue(await stale.store.openFolderlessProject());
    const { conversationId } = okValue(await stale.store.createConversation(project.id));
    okValue(await stale.store.appendConversationMessage(conversationId, asNew(userMessage('zebrafish'))));
    okValue(await stale.store.listConversations());
    expect((await stale.search.bringUpToDate()).complete).toBe(true);
    expect(filesWith(dataDir, ['SQLite format 3']).length).toBeGreaterThan(1);

    okValue(await encryption.begin(newRecoveryCode(), new Date()));
    const state = okValue(await encryption.read());
    if (state.kind !== 'open') throw new Error('not open');
    const { key } = state;
    expect((await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' })).left).toEqual([]);
    await removeDatabases(nodeDisk, dataDir);
    okValue(await encryption.finish());
    const now = opened(dataDir, key);
    okValue(await now.store.listConversations());
    expect((await now.search.bringUpToDate()).complete).toBe(true);
    const bytes = () => names.map((name) => readFileSync(join(dataDir, name)).toString('latin1'));
    const before = bytes();

    // One has its thread already; the other one starts it now.
    for (const { store, search } of [stale, late]) {
      await store.listConversations();
      search.changed(conversationId);
      search.start();
      await search.query({ text: 'zebrafish', projectId: null, cursor: null, limit: 10 });
      await search.close();
      await store.close();
    }
    expect(bytes()).toEqual(before);
    expect(filesWith(dataDir, ['zebrafish', 'SQLite format 3'])).toEqual([]);
    await now.search.close();
  },
);
