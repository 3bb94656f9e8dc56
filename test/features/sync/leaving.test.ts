// Shared history outlives a machine that leaves, a move to another space, and joining again.

import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createPatientClock, type Machine, openMachine } from '../../support/sync/machine.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, recordsOf } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

async function write({ store }: Machine, text: string): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  return conversationId;
}

async function machines<Names extends string[]>(...names: Names): Promise<{ phrase: string; all: Machine[] }> {
  const [folder, clock] = [tempFolder(), createPatientClock()];
  const all = names.map((name) => openMachine(name, folder, clock));
  const [first] = all as [Machine];
  const { phrase } = okValue(await first.account.create(first.choice, signal));
  return { phrase, all };
}

const joinBy = async ({ account, choice }: Machine, phrase: string) =>
  okValue(await account.join(choice, { kind: 'phrase', text: phrase }, signal));

test(cite('SYNC-3', 'what a machine wrote that has left is stored again by the others, for new ones'), async () => {
  const { phrase, all } = await machines('laptop', 'tower', 'phone');
  const [laptop, tower, phone] = all as [Machine, Machine, Machine];
  await write(laptop, 'from the laptop');
  okValue(await laptop.sync());
  await joinBy(tower, phrase);
  okValue(await tower.sync());
  okValue(await laptop.account.leave(false, signal));
  okValue(await tower.sync());
  expect(okValue(await tower.account.devices(signal)).map(({ name }) => name)).toEqual(['tower']);
  await joinBy(phone, phrase);
  okValue(await phone.sync());
  expect(recordsOf(phone)).toEqual(recordsOf(laptop));
});

test(cite('SYNC-3', 'a machine that left and joins again uploads what it has'), async () => {
  const { phrase, all } = await machines('laptop', 'tower', 'phone');
  const [laptop, tower, phone] = all as [Machine, Machine, Machine];
  await joinBy(tower, phrase);
  await write(laptop, 'from the laptop');
  okValue(await laptop.sync());
  okValue(await laptop.account.leave(false, signal));
  await joinBy(laptop, phrase);
  okValue(await laptop.sync());
  await joinBy(phone, phrase);
  okValue(await phone.sync());
  expect(recordsOf(phone)).toEqual(recordsOf(laptop));
});

test(cite('SYNC-4', 'what was deleted before a move stays deleted on a machine that was away'), async () => {
  const { phrase, all } = await machines('laptop', 'tower', 'phone');
  const [laptop, tower, phone] = all as [Machine, Machine, Machine];
  for (const machine of [tower, phone]) await joinBy(machine, phrase);
  const id = await write(laptop, 'to be deleted');
  for (const machine of [laptop, tower]) okValue(await machine.sync());
  okValue(await laptop.store.eraseConversation(id));
  okValue(await laptop.sync());
  const rows = okValue(await laptop.account.devices(signal));
  const stolen = rows.find(({ name }) => name === 'phone')?.device ?? '';
  okValue(await laptop.account.revoke(stolen, signal));
  okValue(await laptop.sync());
  const move = okValue(await tower.account.pendingMove(signal));
  if (move) okValue(await tower.account.follow(move, signal));
  for (const machine of [tower, laptop, tower, laptop]) okValue(await machine.sync());
  expect([recordsOf(laptop), recordsOf(tower)]).toEqual([{}, {}]);
});

test(cite('SYNC-2', 'a copied data folder cannot sync as the same machine, and the original still syncs'), async () => {
  const { phrase, all } = await machines('laptop');
  const [laptop] = all as [Machine];
  await write(laptop, 'from the laptop');
  okValue(await laptop.sync());
  const dataDir = join(tempFolder(), 'copy');
  cpSync(laptop.dataDir, dataDir, { recursive: true });
  const copy = laptop.accountOf(dataDir);
  expect(errorOf(await copy.open(signal)).message).toContain('is a copy of one that syncs');
  okValue(await copy.leave(true, signal));
  okValue(await copy.join({ ...laptop.choice, deviceName: 'copy' }, { kind: 'phrase', text: phrase }, signal));
  expect(okValue(await copy.open(signal))?.config.device).not.toBe(okValue(await laptop.account.read())?.device);
  okValue(await laptop.sync());
  const moved = join(tempFolder(), 'moved');
  renameSync(laptop.dataDir, moved);
  expect(okValue(await laptop.accountOf(moved).open(signal))?.config.deviceName).toBe('laptop');
});

test(cite('SYNC-1', 'the store is not put into the data folder, nor around it'), async () => {
  const laptop = openMachine('laptop', tempFolder(), createPatientClock());
  const project = okValue(await laptop.store.openFolderlessProject());
  expect(project.name).toBe('Chats');
  for (const [folder, prefix] of [
    [laptop.dataDir, 'throughline'],
    [join(laptop.dataDir, '..'), 'data'],
    [join(laptop.dataDir, '..', '..'), basename(join(laptop.dataDir, '..'))],
  ] as const) {
    const choice = { ...laptop.choice, store: { kind: 'folder', folder, prefix } } as const;
    expect(errorOf(await laptop.account.create(choice, signal)).message).toContain('belongs to the data folder');
  }
  expect(existsSync(join(laptop.dataDir, 'throughline'))).toBe(false);
});

test(
  cite('SYNC-4', 'a deletion made without a connection is sent later, even if the state of sync is lost'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = [openDevice('a', remote.connect()), openDevice('b', remote.connect())];
    const project = okValue(await a.store.openFolderlessProject());
    const { conversationId: id } = okValue(await a.store.createConversation(project.id));
    okValue(await a.store.appendConversationMessage(id, asNew(userMessage('one'))));
    for (const { engine } of [a, b]) okValue(await engine.syncNow());
    await a.restart(remote.connect((call) => (call === 'put' ? 'refuse' : null)));
    okValue(await a.store.eraseConversation(id));
    expect((await a.engine.syncNow()).ok).toBe(false);
    await a.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(a.dataDir, `sync-state.db${end}`), { force: true });
    await a.restart(remote.connect());
    for (const { engine } of [a, b, a]) okValue(await engine.syncNow());
    expect([recordsOf(a), recordsOf(b)]).toEqual([{}, {}]);
    expect(readdirSync(join(a.dataDir, 'sync', 'deleted'))).toEqual([]);
  },
);
