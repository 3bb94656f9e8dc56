import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App, AppOptions } from '../../../electron/app.ts';
import { applyRestore, finishRestores } from '../../../electron/features/backup/applyRestore.ts';
import { stageRestore } from '../../../electron/features/backup/prepareRestore.ts';
import { openApp } from '../../../electron/openApp.ts';
import {
  newDataKey,
  newRecoveryCode,
  readRecoveryCode,
  unwrapKey,
} from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { readEncryptionFile } from '../../../electron/stores/encryption/encryptionFile.ts';
import { type DataKey, type Disk, nodeDisk, readWholeFile } from '../../../electron/stores/files/disk.ts';
import { ok } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { backedUp, messagesPath, smallData } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';
import { fakeKeychain } from '../../support/encryptedData.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

const secret = 'zebrafish';

interface Sealed {
  conversationId: string;
  code: string;
  /** A backup of its data. */
  file: string;
  dataDir: string;
}

async function sealedBackup(): Promise<Sealed> {
  const keychain = fakeKeychain();
  let app: App | undefined;
  const opened = await startTestApp({
    otherwise: { text: 'yes' },
    async open(options: AppOptions) {
      const created = await openApp(options, keychain);
      if (created.ok) app = created.value;
      return created;
    },
  });
  const conversationId = await opened.start();
  await opened.turn(conversationId, `${secret} one`);
  await opened.call('conversation.rename', { conversationId, title: 'Chosen title' });
  await opened.call('conversation.configure', { conversationId, approvalMode: 'edits' });
  const { code } = await opened.call('encryption.createCode', {});
  await opened.call('encryption.turnOn', { code });
  await expect
    .poll(() => filesWith(opened.dataDir, ['"state": "on"']).length, { message: 'every file is encrypted' })
    .toBe(2);
  onTestFinished(() => app?.close());
  await opened.close();

  const env = { THROUGHLINE_RECOVERY_CODE: code };
  const file = join(tempFolder(), 'backup.tar');
  const made = await throughline(['backup', file, '--data', opened.dataDir], env);
  expect(made.stderr + made.stdout).not.toContain('could not');
  expect(made.code).toBe(0);
  expect(filesWith(join(file, '..'), [secret])).toEqual([]);
  return { conversationId, code, file, dataDir: opened.dataDir };
}

test(cite('SEC-9', 'a backup of encrypted data is restored elsewhere and opens with the recovery code'), async () => {
  const { conversationId, code, file } = await sealedBackup();
  const env = { THROUGHLINE_RECOVERY_CODE: code };
  const elsewhere = join(tempFolder(), 'data');
  const restored = await throughline(['restore', file, '--data', elsewhere], env);
  expect(restored.code, restored.stderr).toBe(0);
  const locked = await throughline(['show', conversationId, '--data', elsewhere]);
  expect(locked.stderr).toContain('encrypted');
  const unlocked = await throughline(['show', conversationId, '--data', elsewhere], env);
  expect(unlocked.stdout).toContain(`${secret} one`);
  const checked = await throughline(['check', '--data', elsewhere], env);
  expect(checked.stdout).toContain('0 problems');
  const list = await throughline(['list', '--json', '--data', elsewhere], { THROUGHLINE_RECOVERY_CODE: 'wrong' });
  expect(list.code).toBe(1);
});

test(
  cite('SEC-9', 'what an encrypted backup allows is seen with the recovery code, and withheld without it'),
  async () => {
    const { conversationId, code, file } = await sealedBackup();
    const env = { THROUGHLINE_RECOVERY_CODE: code };
    const folder = join(tempFolder(), 'data');
    const restored = await throughline(['restore', file, '--data', folder], env);
    expect(restored.code, restored.stderr).toBe(0);
    expect(restored.stdout).not.toContain('meta.json');
    const metas = filesWith(folder, ['TLSEALED']).filter((path) => path.endsWith('meta.json'));
    expect(metas.length).toBe(1);
    const key = await openedKey(folder, code);
    const meta = await readWholeFile(diskWithKey(nodeDisk, key, folder), metas[0] ?? '');
    const value: unknown = meta.kind === 'content' ? JSON.parse(meta.bytes.toString('utf8')) : null;
    expect(value).toMatchObject({ title: 'Chosen title' });
    expect(value).not.toHaveProperty('approvalMode');

    const blind = join(tempFolder(), 'data');
    const withheld = await throughline(['restore', file, '--data', blind]);
    expect(withheld.stdout).toMatch(/only for the other machine: .*meta\.json/);
    expect(withheld.stdout).toContain('only restored with the recovery code');
    const wrong = await throughline(['restore', file, '--data', join(tempFolder(), 'data')], {
      THROUGHLINE_RECOVERY_CODE: newRecoveryCode(),
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('belongs to other data');
    expect((await throughline(['show', conversationId, '--data', blind], env)).stdout).toContain(`${secret} one`);
  },
);

test(cite('SEC-9', 'a backup with another key is refused before anything changes'), async () => {
  const [first, second] = [await sealedBackup(), await sealedBackup()];
  const folder = join(tempFolder(), 'data');
  const env = { THROUGHLINE_RECOVERY_CODE: first.code };
  expect((await throughline(['restore', first.file, '--data', folder], env)).code).toBe(0);
  const before = namesIn(folder);
  const refused = await throughline(['restore', second.file, '--data', folder], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('encrypted with another key');
  expect(refused.stderr).toContain('empty folder');
  expect(namesIn(folder)).toEqual(before);
  expect((await throughline(['restore', first.file, '--data', folder], env)).code).toBe(0);

  const plain = (await backedUp()).dataDir;
  const plainBefore = namesIn(plain);
  const locked = await throughline(['restore', first.file, '--data', plain]);
  expect(locked.code).toBe(1);
  expect(locked.stderr).toContain('the data here is not');
  expect(namesIn(plain)).toEqual(plainBefore);
});

/** Not the app's own locks and indexes. */
function namesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter((name) => /^(?:projects|encryption|settings|staged|usage)/.test(name)).toSorted();
}

async function openedKey(folder: string, code: string): Promise<DataKey> {
  const file = okValue(await readEncryptionFile(nodeDisk, folder));
  const key = unwrapKey(file?.wrappedKey ?? '', readRecoveryCode(code) ?? Buffer.alloc(0));
  if (!key) throw new Error('the code does not open the key');
  return key;
}

test(cite('SEC-9', 'a plain backup is encrypted as it is restored into encrypted data'), async () => {
  const plain = await startTestApp({ otherwise: { text: 'yes' } });
  const conversationId = await plain.start();
  await plain.turn(conversationId, 'a narwhal was here');
  await plain.close();
  const file = join(tempFolder(), 'plain.tar');
  expect((await throughline(['backup', file, '--data', plain.dataDir])).code).toBe(0);
  expect(filesWith(join(file, '..'), ['narwhal'])).toEqual([file]);

  const { code, dataDir } = await sealedBackup();
  const env = { THROUGHLINE_RECOVERY_CODE: code };
  const restored = await throughline(['restore', file, '--data', dataDir], env);
  expect(restored.code, restored.stderr).toBe(0);
  expect(filesWith(dataDir, ['narwhal'])).toEqual([]);
  const shown = await throughline(['show', conversationId, '--data', dataDir], env);
  expect(shown.stdout).toContain('a narwhal was here');
  // The second time it is merged.
  expect((await throughline(['restore', file, '--data', dataDir], env)).code).toBe(0);
  expect(filesWith(dataDir, ['narwhal'])).toEqual([]);
});

test(
  cite('SEC-9', 'a plain backup whose restore into encrypted data ends at any step leaves nothing in clear'),
  async () => {
    const { file } = await backedUp(smallData(['a narwhal', 'was here']));
    const key = newDataKey();
    const watch = { signal: new AbortController().signal, onBytes: () => {} };
    const merge = async () => ok(undefined);
    async function restoreOn(raw: Disk, dataDir: string): Promise<boolean> {
      const how = { path: file, keys: {}, salvage: false, permissions: 'never', encrypts: true } as const;
      const staged = await stageRestore(raw, { ...how, dataDir, dataSecret: key.secret }, watch);
      if (!staged.ok) return false;
      const applied = await applyRestore({ disk: diskWithKey(raw, key, dataDir), dataDir, merge }, staged.value.folder);
      return applied.ok;
    }
    const counting = faultDisk();
    expect(await restoreOn(counting, join(tempFolder(), 'data'))).toBe(true);
    const steps = Array.from({ length: counting.calls.length }, (_, at) => at + 1);
    const outcomes = new Set<string>();
    for (const step of sample(40, steps)) {
      const dataDir = tempFolder();
      const raw = faultDisk();
      raw.onCall = (call) => (call.number >= step ? { error: diskError('EIO') } : null);
      const isDone = await restoreOn(raw, dataDir);
      expect(filesWith(dataDir, ['narwhal']), `${step}`).toEqual([]);
      const finished = okValue(await finishRestores({ disk: diskWithKey(nodeDisk, key, dataDir), dataDir, merge }));
      expect(filesWith(dataDir, ['narwhal']), `${step}`).toEqual([]);
      const read = await readWholeFile(diskWithKey(nodeDisk, key, dataDir), join(dataDir, messagesPath));
      const isWhole = read.kind === 'content' && read.bytes.includes('a narwhal');
      expect(isWhole, `${step}`).toBe(isDone || finished.finished > 0);
      outcomes.add(`${isDone} ${finished.finished}`);
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['false 0', 'false 1']));
  },
);
