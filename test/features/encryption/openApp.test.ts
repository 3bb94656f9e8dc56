import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App, AppOptions } from '../../../electron/app.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { openApp } from '../../../electron/openApp.ts';
import { noNative } from '../../../electron/ports/native.ts';
import { createDataEncryption } from '../../../electron/stores/encryption/dataEncryption.ts';
import { newRecoveryCode } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { WaitingInfo } from '../../../shared/features/encryption/methods.ts';
import { type ContractClient, createClient } from '../../../shared/protocol/client.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { fakeKeychain } from '../../support/encryptedData.ts';
import type { Reply } from '../../support/fakeReply.ts';
import { hashTree } from '../../support/hashTree.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { memoryTransport } from '../../support/memoryTransport.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tokens } from '../../support/sharedTokens.ts';

const secret = 'zebrafish';

function connectTo(app: App): ContractClient {
  const ends = memoryTransport();
  app.attach(ends.server);
  return createClient(ends.client);
}

/** The answer to a window that connects now. */
async function waitingOf(app: App): Promise<WaitingInfo> {
  const client = connectTo(app);
  try {
    return okValue(await client.call('encryption.waiting', {}));
  } finally {
    client.close();
  }
}

const untilReady = (app: App) => expect.poll(() => waitingOf(app)).toEqual({ kind: 'ready' });

/** An app with one conversation, and the host's view of it. */
async function startOpened(keychain = fakeKeychain(), replies: readonly Reply[] = []) {
  let app: App | undefined;
  const opened = await startTestApp({
    otherwise: { text: 'yes' },
    replies,
    async open(options: AppOptions): Promise<Result<App>> {
      const created = await openApp(options, keychain);
      if (created.ok) app = created.value;
      return created;
    },
  });
  const conversationId = await opened.start();
  await opened.turn(conversationId, `${secret} one`);
  return { ...opened, app: app as App, keychain, conversationId };
}

async function openFolder(dataDir: string, keychain = fakeKeychain(), patient = keychain): Promise<Result<App>> {
  const options = {
    dataDir,
    projectFolder: null,
    host: 'browser',
    native: noNative,
    env: {},
    version: 'test',
  } as const;
  const created = await openApp({ ...options, log: silentLog, tokens }, keychain, patient);
  if (created.ok) onTestFinished(() => created.value.close());
  return created;
}

async function encrypt(opened: Awaited<ReturnType<typeof startOpened>>): Promise<string> {
  const { code } = await opened.call('encryption.createCode', {});
  await opened.call('encryption.turnOn', { code });
  await untilReady(opened.app);
  return code;
}

test(
  cite('SEC-9', 'encryption turned on in a window covers everything, and the same conversation continues'),
  async () => {
    const opened = await startOpened();
    await encrypt(opened);
    const { app, dataDir, conversationId } = opened;
    expect(filesWith(dataDir, [secret])).toEqual([]);
    const client = connectTo(app);
    okValue(await client.call('app.open', {}));
    const state = okValue(await client.call('conversation.open', { conversationId }));
    expect(JSON.stringify(state)).toContain(`${secret} one`);
    expect(okValue(await client.call('encryption.info', {}))).toMatchObject({ state: 'on' });
    okValue(await client.call('encryption.turnOff', {}));
    await untilReady(app);
    expect(filesWith(dataDir, ['TLSEALED'])).toEqual([]);
    expect(filesWith(dataDir, [secret]).length).toBeGreaterThan(0);
    expect(opened.keychain.secrets.size).toBe(0);
  },
);

test(cite('SEC-9', 'only the code that was shown turns it on, and nothing does while something runs'), async () => {
  const opened = await startOpened(fakeKeychain(), [{ text: 'yes' }, { hang: true }]);
  const { code } = await opened.call('encryption.createCode', {});
  for (const wrong of ['', 'x', newRecoveryCode()]) {
    const answer = await opened.client.call('encryption.turnOn', { code: wrong });
    expect(answer.ok ? '' : answer.error.message).toContain('not the code that was shown');
  }
  await opened.call('run.send', { conversationId: opened.conversationId, text: 'wait' });
  const busy = await opened.client.call('encryption.turnOn', { code });
  expect(busy.ok ? '' : busy.error.code).toBe('CONVERSATION_BUSY');
  expect(filesWith(opened.dataDir, ['TLSEALED'])).toEqual([]);
});

test(
  cite('SEC-9', 'on a machine without the key, a window asks for the recovery code, and tells nothing else'),
  async () => {
    const opened = await startOpened();
    const code = await encrypt(opened);
    await opened.close();
    const app = okValue(await openFolder(opened.dataDir));
    const client = connectTo(app);
    expect(okValue(await client.call('encryption.waiting', {}))).toEqual({ kind: 'locked' });
    for (const call of [
      client.call('app.open', {}),
      client.call('conversation.open', { conversationId: opened.conversationId }),
    ]) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'DATA_LOCKED' } });
    }
    for (const wrong of ['', 'abc', newRecoveryCode()]) {
      expect(await client.call('encryption.unlock', { code: wrong })).toMatchObject({ ok: false });
    }
    expect(okValue(await client.call('encryption.unlock', { code: code.toLowerCase() }))).toEqual({
      keptIn: 'keychain',
    });
    await untilReady(app);
    const state = okValue(await connectTo(app).call('conversation.open', { conversationId: opened.conversationId }));
    expect(JSON.stringify(state)).toContain(`${secret} one`);
  },
);

test(cite('SEC-9', 'a new recovery code replaces the old one'), async () => {
  const opened = await startOpened();
  const old = await encrypt(opened);
  const client = connectTo(opened.app);
  const { code } = okValue(await client.call('encryption.createCode', {}));
  okValue(await client.call('encryption.changeCode', { code }));
  await opened.close();
  const app = okValue(await openFolder(opened.dataDir));
  expect(await connectTo(app).call('encryption.unlock', { code: old })).toMatchObject({ ok: false });
  okValue(await connectTo(app).call('encryption.unlock', { code }));
  await untilReady(app);
});

test(
  cite('SEC-9', 'a lost or damaged encryption.json is read from its copy; without both, nothing is changed'),
  async () => {
    const opened = await startOpened();
    await encrypt(opened);
    await opened.close();
    const { dataDir, keychain } = opened;
    writeFileSync(join(dataDir, 'encryption.json'), 'rubbish');
    const app = okValue(await openFolder(dataDir, keychain));
    expect(await waitingOf(app)).toEqual({ kind: 'ready' });
    await app.close();
    writeFileSync(join(dataDir, 'projects', 'encryption.json'), '{"v": 2}');
    const refused = await openFolder(dataDir, keychain);
    expect(refused.ok ? '' : refused.error.message).toContain('encryption.json could not be read');
    expect(readFileSync(join(dataDir, 'encryption.json'), 'utf8')).toBe('rubbish');
  },
);

test(cite('SEC-9', 'a conversion interrupted by a kill is completed by the next start'), async () => {
  const opened = await startOpened();
  await encrypt(opened);
  await opened.close();
  const { dataDir, keychain } = opened;
  const path = join(dataDir, 'encryption.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  for (const place of [path, join(dataDir, 'projects', 'encryption.json')]) {
    writeFileSync(place, JSON.stringify({ ...file, state: 'encrypting' }));
  }
  mkdirSync(join(dataDir, 'usage'), { recursive: true });
  writeFileSync(join(dataDir, 'usage', '2020-01.jsonl'), `{"note": "${secret}"}\n`);
  const app = okValue(await openFolder(dataDir, keychain));
  await untilReady(app);
  expect(filesWith(dataDir, [secret])).toEqual([]);
  expect(JSON.parse(readFileSync(path, 'utf8')).state).toBe('on');
});

test(
  cite('SEC-9', 'a process that had the data open before writes nothing afterwards, in either direction'),
  async () => {
    const opened = await startOpened();
    const openStale = async () => {
      const state = okValue(await createDataEncryption({ ...opened, disk: nodeDisk }).read());
      const disk = diskWithKey(nodeDisk, state.kind === 'open' ? state.key : null, opened.dataDir);
      return openStore({ dataDir: opened.dataDir, disk }).store;
    };
    const { conversationId } = opened;
    const plain = await openStale();
    okValue(await plain.readBranch(conversationId));
    const { code } = await opened.call('encryption.createCode', {});
    await opened.call('encryption.turnOn', { code });
    await untilReady(opened.app);
    const files = hashTree(join(opened.dataDir, 'projects'));
    const keyed = await openStale();
    const appended = await plain.appendConversationMessage(conversationId, asNew(userMessage('late')));
    expect(appended.ok ? '' : appended.error.message).toContain('Start it again');
    expect(hashTree(join(opened.dataDir, 'projects'))).toEqual(files);
    okValue(await connectTo(opened.app).call('encryption.turnOff', {}));
    await untilReady(opened.app);
    const late = await keyed.appendConversationMessage(conversationId, asNew(userMessage('late')));
    expect(late.ok ? '' : late.error.message).toContain('Start it again');
    expect(filesWith(opened.dataDir, ['TLSEALED'])).toEqual([]);
  },
);

test(cite('SEC-9', 'a key that the system releases late opens the data without the code'), async () => {
  const opened = await startOpened();
  await encrypt(opened);
  await opened.close();
  const slow = fakeKeychain();
  slow.get = async () => fail('STORE_READ_FAILED', 'it does not respond');
  const late = Promise.withResolvers<void>();
  const patient = fakeKeychain(opened.keychain.secrets);
  const { get } = patient;
  patient.get = (account) => late.promise.then(() => get(account));
  const app = okValue(await openFolder(opened.dataDir, slow, patient));
  expect(await waitingOf(app)).toEqual({ kind: 'locked' });
  slow.get = async (account) => ok(slow.secrets.get(account) ?? null);
  late.resolve();
  await untilReady(app);
});
