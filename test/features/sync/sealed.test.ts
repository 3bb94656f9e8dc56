// The engine with the real sealing: nothing of the user is readable in the store.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeTags } from '../../../electron/conversation/tags.ts';
import { dataKeyOf } from '../../../electron/stores/encryption/dataKey.ts';
import { cite } from '../../support/cite.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { addDevice } from '../../support/sync/devices.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, recordsOf, type SyncDevice } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const sync = async (...devices: SyncDevice[]) => {
  for (const device of devices) okValue(await device.engine.syncNow());
};

test(
  cite('SYNC-4', 'no text, title, tag, path, name or ID is readable in the store, and removed bytes are gone'),
  async () => {
    const remote = createMemoryRemote();
    const connection = remote.connect();
    const laptop = await addDevice(connection, 'Laptop of Ada');
    const tower = await addDevice(connection, 'Tower of Ada', laptop.keys.seed);
    const engine = { space: laptop.keys.space };
    const a = openDevice('a', remote.connect(), { sealer: laptop.sealer, engine });
    const b = openDevice('b', remote.connect(), { sealer: tower.sealer, engine });
    const folder = join(tempFolder(), 'tunnel-under-the-river');
    mkdirSync(folder);
    const project = okValue(await a.store.openProject(folder));
    const { conversationId: id } = okValue(await a.store.createConversation(project.id));
    const picture = Buffer.from('bytes of a picture of the tunnel');
    const { hash } = okValue(await a.store.saveAttachment(id, picture));
    const part = { type: 'image', hash, mediaType: 'image/png', name: 'portal.png', bytes: picture.length } as const;
    const messages = [
      userMessage('Where does the drill start?'),
      userMessage('', { content: [{ type: 'text', text: 'A secret address' }, part] }),
      assistantMessage('Looking.', [call('c1', 'run_command', '{"command":"survey --river"}')]),
      toolMessage('c1', 'forty metres of granite\n'.repeat(4_000)),
    ];
    const ids: string[] = [];
    for (const message of messages) ids.push(okValue(await a.store.appendConversationMessage(id, asNew(message))).id);
    await a.store.updateMeta(id, (meta) => ({
      ...changeTags(meta, { add: ['excavation'], remove: [] }, new Date().toISOString()).meta,
      title: 'Drilling plan',
    }));
    await sync(a, b);
    const before = [...remote.objects].filter(([name]) => /\/[cf]\//.test(name));
    const stored = remote.bytes().toString('latin1');
    const texts = [
      'drill',
      'secret address',
      'survey',
      'granite',
      'picture',
      'portal',
      'excavation',
      'Drilling',
      'tunnel',
      'Ada',
    ];
    for (const text of [...texts, id, project.id, hash, ...ids]) expect(stored).not.toContain(text);
    expect(recordsOf(b)).toEqual(recordsOf(a));

    okValue(await b.store.forgetMessage(id, ids[1] as string));
    await sync(b, a);
    const left = [...remote.objects.values()];
    // All of them had something of the message: its segment, and its attachment.
    const gone = before.filter(([, bytes]) => !left.some((each) => Buffer.from(each).equals(bytes)));
    expect(gone).toHaveLength(2);
    expect(before).toHaveLength(3);
    expect(remote.bytes().toString('latin1')).not.toContain('secret address');
    expect(a.engine.status().problems).toEqual([]);
  },
);

test(cite('SEC-9', 'on a machine with encrypted data, sync stores nothing in clear either'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect(), { key: dataKeyOf(randomBytes(32)) });
  const b = openDevice('b', remote.connect());
  const project = okValue(await b.store.openFolderlessProject());
  const { conversationId: id } = okValue(await b.store.createConversation(project.id));
  okValue(await b.store.appendConversationMessage(id, asNew(userMessage('from the plain machine'))));
  okValue(await b.store.updateMeta(id, (meta) => ({ ...meta, title: 'title from the plain machine' })));
  await sync(b, a);
  okValue(await a.store.appendConversationMessage(id, asNew(userMessage('from the encrypted machine'))));
  await sync(a, b);
  const branch = okValue(await b.store.readBranch(id));
  expect(branch.messages.map(({ content }) => content)).toEqual([
    'from the plain machine',
    'from the encrypted machine',
  ]);
  await a.close();
  const files = readdirSync(a.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toContain('sync-state.db');
  for (const { name, parentPath } of files) {
    const bytes = readFileSync(join(parentPath, name)).toString('latin1');
    for (const text of ['plain machine', 'encrypted machine', id]) expect(bytes.includes(text), name).toBe(false);
  }
});
