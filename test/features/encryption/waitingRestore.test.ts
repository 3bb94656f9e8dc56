// Restores that meet a change of the encryption: one is prepared, and the data is encrypted or decrypted before it is applied.

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyRestore, discardRestore, finishRestores } from '../../../electron/features/backup/applyRestore.ts';
import { createBackups } from '../../../electron/features/backup/backups.ts';
import { type RestoreRequest, stageRestore } from '../../../electron/features/backup/prepareRestore.ts';
import type { ToBackupWorker } from '../../../electron/features/backup/workerMessages.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { openApp } from '../../../electron/openApp.ts';
import { noNative } from '../../../electron/ports/native.ts';
import { convertData } from '../../../electron/stores/encryption/convertData.ts';
import { createDataEncryption } from '../../../electron/stores/encryption/dataEncryption.ts';
import { newRecoveryCode } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { restoreLock, stagedRestores } from '../../../electron/stores/encryption/stagedRestores.ts';
import { type DataKey, nodeDisk, readWholeFile } from '../../../electron/stores/files/disk.ts';
import { tryLock } from '../../../electron/stores/locks/locks.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { createClient } from '../../../shared/protocol/client.ts';
import { backedUp, backup, filesIn, logOf, messagesPath, smallData, writeFiles } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { fakeKeychain } from '../../support/encryptedData.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { memoryTransport } from '../../support/memoryTransport.ts';
import { okValue } from '../../support/result.ts';
import { tokens } from '../../support/sharedTokens.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'zebrafish';
const otherPath = messagesPath.replaceAll('c'.repeat(26), 'd'.repeat(26));
const merge = async () => ok(undefined);

/** Turned on or off up to the last step. */
async function change(dataDir: string, to: 'encrypted' | 'plain', key: DataKey | null = null): Promise<DataKey> {
  const encryption = createDataEncryption({ dataDir, disk: nodeDisk, keychain: fakeKeychain(), key });
  if (to === 'plain') okValue(await encryption.beginDecrypting());
  else okValue(await encryption.begin(newRecoveryCode(), new Date()));
  const state = okValue(await encryption.read());
  if (state.kind !== 'open') throw new Error('the key is missing');
  const report = await convertData({ dataDir, disk: nodeDisk, key: state.key, to });
  expect(report.left).toEqual([]);
  okValue(await encryption.finish());
  return state.key;
}

async function sealedData(): Promise<{ dataDir: string; file: string; key: DataKey }> {
  const dataDir = join(tempFolder(), 'data');
  writeFiles(dataDir, smallData([secret]));
  const key = await change(dataDir, 'encrypted');
  const file = join(tempFolder(), 'backup.tar');
  okValue(await backup(dataDir, { file }));
  return { dataDir, file, key };
}

async function stage(dataDir: string, path: string, more: Partial<RestoreRequest> = {}): Promise<string> {
  const request = { keys: {}, salvage: false, permissions: 'always' as const, dataDir, path, ...more };
  const watch = { signal: new AbortController().signal, onBytes: () => {} };
  return okValue(await stageRestore(nodeDisk, request, watch)).folder;
}

const applying = (dataDir: string, key: DataKey | null = null) => ({
  ...{ disk: diskWithKey(nodeDisk, key, dataDir), rawDisk: nodeDisk },
  ...{ dataDir, merge },
});

const plainBackup = () => backedUp({ [otherPath]: logOf([`another ${secret}`]) });

test(cite('SEC-9', 'a restore that waits while the data is decrypted is decrypted, too'), async () => {
  const { dataDir, file, key } = await sealedData();
  await stage(dataDir, (await plainBackup()).file, { dataSecret: key.secret, encrypts: true });
  await stage(dataDir, file, { dataSecret: key.secret, encrypts: true });
  await change(dataDir, 'plain', key);
  expect(okValue(await finishRestores(applying(dataDir))).finished).toBe(2);
  expect(readFileSync(join(dataDir, otherPath), 'utf8')).toContain(`another ${secret}`);
  expect(filesWith(dataDir, ['TLSEALED'])).toEqual([]);
  expect(existsSync(join(dataDir, 'encryption.json'))).toBe(false);
});

test(cite('SEC-9', 'a restore that waits while the data is encrypted is encrypted, too'), async () => {
  const { dataDir } = await backedUp(smallData([secret]));
  await stage(dataDir, (await plainBackup()).file);
  const key = await change(dataDir, 'encrypted');
  expect(filesWith(dataDir, [secret])).toEqual([]);
  expect(okValue(await finishRestores(applying(dataDir, key))).finished).toBe(1);
  const read = await readWholeFile(diskWithKey(nodeDisk, key, dataDir), join(dataDir, otherPath));
  expect(read.kind === 'content' && read.bytes.toString('utf8')).toContain(`another ${secret}`);
});

test(cite('SEC-9', 'the conversion is not finished while another process restores'), async () => {
  const { dataDir, key } = await sealedData();
  const lock = tryLock(join(dataDir, 'locks'), restoreLock, 'a test', new Date());
  if (lock.kind !== 'held') throw new Error('not held');
  const during = await convertData({ dataDir, disk: nodeDisk, key, to: 'plain' });
  expect(during.left.map(({ path }) => path)).toEqual(['staged.restore-*']);
  lock.lock.release();
  expect((await convertData({ dataDir, disk: nodeDisk, key, to: 'plain' })).left).toEqual([]);
});

/** `answer`: that of the thread. */
function backupsOf(dataDir: string, answer: (message: ToBackupWorker) => Promise<unknown>) {
  const thread = {
    ...{ send() {}, stop() {}, onMessage() {}, onEnd() {}, isRunning: false, restReason: null },
    ask: async <T>(question: (call: number) => ToBackupWorker) => (await answer(question(0))) as T,
    close: async () => {},
  };
  const environment = { recoveryCode: 'of the environment', version: '1', conversationIds: async () => [] };
  return createBackups({ ...applying(dataDir), ...environment, thread, noteRestored() {} });
}

const request = { path: 'a backup', keys: {}, salvage: false, permissions: 'always' } as const;

test(cite('SEC-9', 'a process that opened the data before its encryption restores nothing'), async () => {
  const { dataDir } = await backedUp(smallData([secret]));
  const backups = backupsOf(dataDir, () => Promise.reject(new Error('it was asked')));
  await change(dataDir, 'encrypted');
  const refused = await backups.restore(request);
  expect(refused.ok ? '' : refused.error.message).toContain('Start it again');
});

test(cite('SEC-9', 'an empty code from the user is used instead of that of the environment'), async () => {
  const codes: unknown[] = [];
  const backups = backupsOf(join(tempFolder(), 'data'), async (message) => {
    codes.push(message.type === 'stage' && message.request.recoveryCode);
    return fail('DATA_LOCKED', 'a test');
  });
  for (const recoveryCode of ['', 'typed', null]) await backups.restore({ ...request, recoveryCode });
  await backups.restore(request);
  expect(codes).toEqual(['', 'typed', 'of the environment', 'of the environment']);
});

test(cite('SEC-9', 'closing waits for the restore that is being applied'), async () => {
  const staging = Promise.withResolvers<unknown>();
  const backups = backupsOf(join(tempFolder(), 'data'), () => staging.promise);
  const order: string[] = [];
  const restoring = backups.restore(request).then(() => order.push('restored'));
  const closing = backups.close().then(() => order.push('closed'));
  staging.resolve(fail('CANCELLED', 'a test'));
  await Promise.all([restoring, closing]);
  expect(order).toEqual(['restored', 'closed']);
});

test(cite('SEC-9', 'encrypted data is not restored over what was written since the restore was prepared'), async () => {
  const { file } = await sealedData();
  for (const written of ['usage/2026-01.jsonl', otherPath]) {
    const dataDir = join(tempFolder(), 'data');
    const folder = await stage(dataDir, file);
    writeFiles(dataDir, { [written]: '{"mine":1}\n' });
    const refused = await applyRestore(applying(dataDir), folder);
    expect(refused.ok ? '' : refused.error.message).toContain('the data here is not');
    expect(filesIn(dataDir)).toEqual({ [written]: '{"mine":1}\n' });
    const again = await finishRestores(applying(dataDir));
    expect(again.ok ? '' : again.error.message).toContain('--discard');
    await discardRestore(nodeDisk, folder);
    const backups = backupsOf(dataDir, async () => {
      const empty = join(tempFolder(), 'data');
      renameSync(await stage(empty, file), folder);
      return ok({ folder, summary: {} });
    });
    const removed = await backups.restore(request);
    expect(removed.ok ? '' : removed.error.message).toContain('Nothing was restored or changed');
    expect(await stagedRestores(nodeDisk, dataDir)).toEqual([]);
  }
});

test(cite('SEC-9', 'a start that finishes a restore of encrypted data asks for its code'), async () => {
  const { file } = await sealedData();
  const dataDir = join(tempFolder(), 'data');
  await stage(dataDir, file);
  const options = { dataDir, projectFolder: tempFolder(), host: 'browser', native: noNative, env: {}, version: 'test' };
  const app = okValue(await openApp({ ...options, host: 'browser', log: silentLog, tokens }, fakeKeychain()));
  onTestFinished(() => app.close());
  const ends = memoryTransport();
  app.attach(ends.server);
  const client = createClient(ends.client);
  expect(okValue(await client.call('encryption.waiting', {}))).toEqual({ kind: 'locked' });
  client.close();
  expect(await stagedRestores(nodeDisk, dataDir)).toEqual([]);
  expect(filesWith(dataDir, [secret])).toEqual([]);
  expect(readdirSync(join(dataDir, 'projects'))).toHaveLength(2);
});

test(cite('SEC-9', 'files of a damaged backup of encrypted data are not encrypted a second time'), async () => {
  const { dataDir, file, key } = await sealedData();
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf('"wrappedKey'); at >= 0; at = bytes.indexOf('"wrappedKey')) bytes[at + 1] = 65;
  writeFileSync(file, bytes);
  const before = readFileSync(join(dataDir, messagesPath));
  const folder = await stage(dataDir, file, { salvage: true, dataSecret: key.secret, encrypts: true });
  expect(readFileSync(join(folder, 'files', messagesPath))).toEqual(before);
});
