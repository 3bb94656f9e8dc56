import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const folderOf = (conversation: { dataDir: string; projectId: string }): string =>
  join(conversation.dataDir, 'projects', conversation.projectId, 'state', 'attachments');

test(
  cite(
    'MENTION-2',
    'bytes are stored once by their hash, readable by the user only, and are synced before they are named',
  ),
  async () => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    const { store, conversationId } = conversation;
    disk.calls.length = 0;
    const { hash } = okValue(await store.saveAttachment(conversationId, Buffer.from('bytes\0of any kind')));
    const steps = disk.calls.filter(({ name }) => ['write', 'sync', 'rename'].includes(name)).map(({ name }) => name);
    expect(steps.slice(steps.indexOf('write'))).toEqual(['write', 'sync', 'rename', 'sync']);
    disk.calls.length = 0;
    expect(okValue(await store.saveAttachment(conversationId, Buffer.from('bytes\0of any kind')))).toEqual({ hash });
    expect(disk.calls.filter(({ name }) => ['write', 'rename'].includes(name))).toEqual([]);
    expect(readdirSync(folderOf(conversation))).toEqual([hash]);
    expect(statSync(join(folderOf(conversation), hash)).mode & 0o777).toBe(0o600);
    expect(okValue(await store.readAttachment(conversationId, hash)).toString()).toBe('bytes\0of any kind');
    expect(okValue(await store.saveAttachment(conversationId, Buffer.alloc(0))).hash).toMatch(/^e3b0c442/);
  },
);

test(
  cite(
    'MENTION-2',
    'content that does not match its name is not returned, and is repaired when the same bytes are stored again',
  ),
  async () => {
    const conversation = await openConversation();
    const { store, conversationId } = conversation;
    const { hash } = okValue(await store.saveAttachment(conversationId, Buffer.from('right')));
    const file = join(folderOf(conversation), hash);
    writeFileSync(file, 'wrong');
    expect(errorOf(await store.readAttachment(conversationId, hash)).code).toBe('MESSAGE_NOT_FOUND');
    expect(readFileSync(file, 'utf8')).toBe('wrong');
    okValue(await store.saveAttachment(conversationId, Buffer.from('right')));
    expect(okValue(await store.readAttachment(conversationId, hash)).toString()).toBe('right');
    rmSync(file);
    expect(errorOf(await store.readAttachment(conversationId, hash)).code).toBe('MESSAGE_NOT_FOUND');
    mkdirSync(file);
    expect(errorOf(await store.readAttachment(conversationId, hash)).code).toBe('STORE_READ_FAILED');
    for (const name of ['..', '../../project.json', hash.slice(1), hash.toUpperCase(), '']) {
      expect(errorOf(await store.readAttachment(conversationId, name)).code).toBe('ID_INVALID');
    }
  },
);

test.each(['open', 'write', 'sync', 'rename'])(
  cite('MENTION-2', 'when %s fails it is reported, nothing half-written is left, and the next attempt works'),
  async (failing) => {
    const disk = faultDisk();
    const conversation = await openConversation({ disk });
    const { store, conversationId } = conversation;
    disk.onCall = ({ name, path }) =>
      name === failing && path.includes('attachments') ? { error: diskError('ENOSPC'), half: true } : null;
    const refused = errorOf(await store.saveAttachment(conversationId, Buffer.from('text')));
    expect(refused.code).toBe('STORE_WRITE_FAILED');
    expect(refused.message).toMatch(/not sent.*the disk is full/);
    disk.onCall = () => null;
    const { hash } = okValue(await store.saveAttachment(conversationId, Buffer.from('text')));
    expect(readdirSync(folderOf(conversation))).toEqual([hash]);
  },
);

test(cite('STORE-16', 'keys are hidden in stored text; other bytes stay unchanged'), async () => {
  const key = 'a-key-of-somebody';
  const mask = createSecretMask(
    () => [key],
    () => false,
  );
  const { store, conversationId } = await openConversation({ mask });
  const text = `before ${key} after`;
  const kept = await store.asKept(text);
  expect(kept.text).toBe('before [key removed] after');
  const { hash } = okValue(await store.saveAttachment(conversationId, Buffer.from(text)));
  expect(hash).toBe(kept.hash);
  expect(okValue(await store.readAttachment(conversationId, hash)).toString()).toBe(kept.text);
  const binary = Buffer.concat([Buffer.from([0xff, 0xfe, 0xfd]), Buffer.from(key)]);
  const other = okValue(await store.saveAttachment(conversationId, binary));
  expect(okValue(await store.readAttachment(conversationId, other.hash))).toEqual(binary);
});

test(cite('SEQ-1', "trust is stored with the folder's path on this machine, and can be withdrawn"), async () => {
  const folder = tempFolder();
  const { store, dataDir } = openStore({ hostName: 'here' });
  const { id } = okValue(await store.openProject(folder));
  expect(okValue(await store.trustProject(id, true)).trusted).toBe(true);
  const file = join(dataDir, 'projects', id, 'project.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).trusted).toEqual({ here: folder });
  const elsewhere = openStore({ dataDir, hostName: 'there' });
  expect(okValue(await elsewhere.store.getProject(id))).toMatchObject({ folder: null, trusted: false });
  expect(errorOf(await elsewhere.store.trustProject(id, true)).code).toBe('NOT_SUPPORTED');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(folder, `${folder}-moved`).replace(`${folder}-moved"`, `${folder}"`),
  );
  const [moved] = await store.listProjects();
  expect(moved).toMatchObject({ trusted: false });
  expect(okValue(await store.trustProject(id, false)).trusted).toBe(false);
  expect(JSON.parse(readFileSync(file, 'utf8')).trusted).toEqual({});
  expect(errorOf(await store.trustProject('0'.repeat(26), true)).code).toBe('PROJECT_NOT_FOUND');
  expect(errorOf(await store.trustProject('../..', true)).code).toBe('ID_INVALID');
  if (process.getuid?.() === 0) return;
  chmodSync(join(dataDir, 'projects', id), 0o500);
  expect(errorOf(await store.trustProject(id, true)).code).toBe('STORE_WRITE_FAILED');
  chmodSync(join(dataDir, 'projects', id), 0o700);
  expect(existsSync(file)).toBe(true);
});
