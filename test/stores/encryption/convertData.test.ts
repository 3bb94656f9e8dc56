import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertData, removeDatabases } from '../../../electron/stores/encryption/convertData.ts';
import { newDataKey } from '../../../electron/stores/encryption/dataKey.ts';
import { createEncryptedDisk, diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import type { DataKey } from '../../../electron/stores/files/disk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { tryLock } from '../../../electron/stores/locks/locks.ts';
import { cite } from '../../support/cite.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'zebrafish';

async function plainData(conversations = 3) {
  const { store, dataDir } = openStore();
  const project = okValue(await store.openFolderlessProject());
  const ids: string[] = [];
  for (let index = 0; index < conversations; index++) {
    const { conversationId } = okValue(await store.createConversation(project.id));
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`${secret} ${index}`))));
    okValue(await store.savePending(conversationId, { ...(await store.readPending(conversationId)), draft: secret }));
    ids.push(conversationId);
  }
  await store.close();
  return { dataDir, ids };
}

async function texts(dataDir: string, ids: readonly string[], key: DataKey | null): Promise<unknown[]> {
  const { store } = openStore({ dataDir, disk: diskWithKey(nodeDisk, key, dataDir) });
  const read: unknown[] = [];
  for (const id of ids) read.push(okValue(await store.readBranch(id)).messages);
  await store.close();
  return read;
}

const isEncrypted = (path: string): boolean => filesWith(join(path, '..'), ['TLSEALED']).includes(path);

test(cite('SEC-9', 'data is encrypted and decrypted again without any change'), async () => {
  const { dataDir, ids } = await plainData();
  const before = await texts(dataDir, ids, null);
  const key = newDataKey();
  const there = await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' });
  expect(there.left).toEqual([]);
  expect(there.converted).toBeGreaterThan(5);
  expect(filesWith(join(dataDir, 'projects'), [secret])).toEqual([]);
  expect(await texts(dataDir, ids, key)).toEqual(before);
  expect((await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' })).converted).toBe(0);
  const back = await convertData({ dataDir, disk: nodeDisk, key, to: 'plain' });
  expect(back).toMatchObject({ left: [] });
  expect(filesWith(dataDir, ['TLSEALED'])).toEqual([]);
  expect(await texts(dataDir, ids, null)).toEqual(before);
});

test(cite('SEC-9', 'a conversion that ends anywhere leaves every message readable, and can be continued'), async () => {
  const { dataDir, ids } = await plainData(2);
  const before = await texts(dataDir, ids, null);
  const key = newDataKey();
  for (let calls = 1; ; calls += 7) {
    const copy = join(tempFolder(), 'data');
    cpSync(dataDir, copy, { recursive: true });
    const disk = faultDisk();
    let count = 0;
    disk.onCall = () => (++count > calls ? { error: diskError('ENOSPC') } : null);
    const stopped = await convertData({ dataDir: copy, disk, key, to: 'encrypted' }).catch(() => null);
    expect(await texts(copy, ids, key)).toEqual(before);
    const rest = await convertData({ dataDir: copy, disk: nodeDisk, key, to: 'encrypted' });
    expect(rest.left).toEqual([]);
    expect(filesWith(join(copy, 'projects'), [secret])).toEqual([]);
    expect(await texts(copy, ids, key)).toEqual(before);
    if (stopped && stopped.left.length === 0) break;
  }
});

test(cite('SEC-9', 'a conversation that another process uses is left for the next time, by name'), async () => {
  const { dataDir, ids } = await plainData(2);
  const key = newDataKey();
  const lock = tryLock(join(dataDir, 'locks'), ids[0] as string, 'a test', new Date());
  if (lock.kind !== 'held') throw new Error('not held');
  const report = await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' });
  lock.lock.release();
  expect(new Set(report.left.map(({ path }) => path.includes(ids[0] as string)))).toEqual(new Set([true]));
  expect(report.left[0]?.reason.toString()).toContain('another process');
  expect((await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' })).left).toEqual([]);
});

test(cite('SEC-9', 'a conversion can be stopped, keeps the times of files, and leaves no copies'), async () => {
  const { dataDir, ids } = await plainData();
  const key = newDataKey();
  const path = readdirSync(join(dataDir, 'projects'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, 'projects', name))
    .find((name) => name.endsWith('messages.json')) as string;
  const { mtimeMs } = statSync(path);
  const stop = new AbortController();
  const progress = (done: number): void => {
    if (done === 3) stop.abort();
  };
  const report = await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted', progress, signal: stop.signal });
  expect(report).toMatchObject({ stopped: true, converted: 4 });
  await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' });
  expect(isEncrypted(path)).toBe(true);
  expect(Math.abs(statSync(path).mtimeMs - mtimeMs)).toBeLessThan(5);
  const names = readdirSync(join(dataDir, 'projects'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes('.tmp-'))).toEqual([]);
  expect(ids.length).toBe(3);
});

test(cite('SEC-9', 'what is edited with other programs stays plain'), async () => {
  const { dataDir } = await plainData();
  mkdirSync(join(dataDir, 'presets'), { recursive: true });
  for (const name of ['settings.json', 'mcp.json', 'presets/a.md'])
    writeFileSync(join(dataDir, name), `{"a": "${secret}"}`);
  await convertData({ dataDir, disk: nodeDisk, key: newDataKey(), to: 'encrypted' });
  await removeDatabases(nodeDisk, dataDir);
  expect(filesWith(dataDir, [secret]).sort()).toEqual(
    ['mcp.json', 'presets/a.md', 'settings.json'].map((name) => join(dataDir, name)),
  );
  expect(existsSync(join(dataDir, 'locks'))).toBe(true);
});

test(cite('SEC-9', 'a large result is converted in pieces'), async () => {
  const { store, dataDir } = openStore();
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('a'))));
  const path = join(dataDir, 'projects', project.id, 'state', 'attachments');
  mkdirSync(path, { recursive: true });
  const bytes = Buffer.alloc(5_000_001, 'abcdefg');
  writeFileSync(join(path, 'large'), bytes);
  await store.close();
  const key = newDataKey();
  await convertData({ dataDir, disk: nodeDisk, key, to: 'encrypted' });
  const handle = await createEncryptedDisk(nodeDisk, key, () => true).open(join(path, 'large'), 'r');
  expect((await handle.readFile()).equals(bytes)).toBe(true);
  const part = Buffer.alloc(100);
  await handle.read(part, 0, 100, 3_333_333);
  expect(part.equals(bytes.subarray(3_333_333, 3_333_433))).toBe(true);
  await handle.close();
});
