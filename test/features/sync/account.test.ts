// Two machines of one user, from setting up to leaving, over a folder.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreChoice } from '../../../electron/features/sync/account/membership.ts';
import { newPairingCode } from '../../../electron/features/sync/devices/pairingCode.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createPatientClock, type Machine, openMachine, storedText } from '../../support/sync/machine.ts';
import { recordsOf } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

async function write({ store }: Machine, text: string): Promise<void> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
}

async function pair(host: Machine, guest: Machine): Promise<void> {
  const code = newPairingCode();
  const offered = host.account.offer(code, signal);
  const isShown = () => storedText(host.choice.store as { folder: string }).includes('open ');
  while (!isShown()) await new Promise((resolve) => setImmediate(resolve));
  const joined = guest.account.join(guest.choice, { kind: 'code', text: code }, signal);
  okValue(await joined);
  expect(okValue(await offered).name).toBe(guest.choice.deviceName);
}

test(
  cite(['SYNC-1', 'SYNC-2'], 'machines are set up, added, revoked and leave; the others keep everything'),
  async () => {
    const folder = tempFolder();
    const clock = createPatientClock();
    const names = ['laptop of ada', 'tower of ada', 'phone of ada'] as const;
    const [laptop, tower, phone] = names.map((name) => openMachine(name, folder, clock)) as [Machine, Machine, Machine];
    const { phrase } = okValue(await laptop.account.create(laptop.choice, signal));
    expect(errorOf(await laptop.account.create(laptop.choice, signal)).message).toContain('already set up');
    await write(laptop, 'the plan of the tunnel');
    okValue(await laptop.sync());
    await pair(laptop, tower);
    await write(tower, 'the cost of the tunnel');
    okValue(await phone.account.join(phone.choice, { kind: 'phrase', text: phrase }, signal));
    await write(phone, 'the noise of the tunnel');
    for (const machine of [tower, phone, laptop, tower]) okValue(await machine.sync());
    expect(Object.keys(recordsOf(laptop))).toHaveLength(3);
    expect(recordsOf(tower)).toEqual(recordsOf(laptop));
    const rows = okValue(await laptop.account.devices(signal));
    expect(rows.map(({ name, isThis }) => `${name} ${isThis}`).sort()).toEqual([
      ...['laptop of ada true', 'phone of ada false', 'tower of ada false'],
    ]);

    const stolen = rows.find(({ name }) => name === 'phone of ada')?.device ?? '';
    const oldSpace = okValue(await laptop.account.read())?.space ?? '';
    const open = okValue(await laptop.connect());
    const { phrase: newPhrase } = okValue(await laptop.account.revoke(stolen, signal));
    expect(newPhrase).not.toBe(phrase);
    expect(okValue(await laptop.account.phrase())).toBe(newPhrase);
    const stale = await open?.syncNow(signal);
    expect(stale).toMatchObject({ error: { message: 'Another process has changed how this machine syncs.' } });
    okValue(await laptop.sync());
    okValue(await laptop.account.removeLeftSpaces(signal));
    const behind = okValue(await tower.connect());
    await behind?.syncNow(signal);
    expect(behind?.status().problems.map(({ text }) => textOf(text))).toEqual([
      'This device has moved to a new space. “throughline sync follow” moves this one along.',
    ]);
    const move = okValue(await tower.account.pendingMove(signal));
    expect(move?.revoked).toEqual([stolen]);
    expect(errorOf(await phone.account.pendingMove(signal)).message).toContain('was revoked by another one');
    if (move) okValue(await tower.account.follow(move, signal));
    await write(tower, 'the end of the tunnel');
    for (const machine of [tower, laptop, tower]) okValue(await machine.sync());
    okValue(await tower.account.removeLeftSpaces(signal));
    expect(Object.keys(recordsOf(laptop))).toHaveLength(4);
    expect(recordsOf(tower)).toEqual(recordsOf(laptop));
    const device = okValue(await laptop.account.read())?.device ?? '';
    expect(
      readdirSync(join(folder, 'throughline', oldSpace, device))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(expect.arrayContaining(['device', 'moved']));
    expect(okValue(await tower.account.pendingMove(signal))).toBeNull();

    const stored = storedText({ folder });
    for (const text of ['tunnel', ' of ada', phrase, newPhrase]) expect(stored).not.toContain(text);
    okValue(await tower.account.leave(false, signal));
    expect([tower.secrets.size, okValue(await tower.account.read())]).toEqual([0, null]);
    expect(okValue(await laptop.account.devices(signal)).map(({ name }) => name)).toEqual(['laptop of ada']);
    expect(Object.keys(recordsOf(tower))).toHaveLength(4);
  },
);

test(cite('SYNC-2', 'without a keychain, or with a wrong phrase or store, nothing is set up'), async () => {
  const folder = tempFolder();
  const clock = createPatientClock();
  const forgetful = openMachine('forgetful', folder, clock, 'memory');
  expect(errorOf(await forgetful.account.create(forgetful.choice, signal)).message).toContain('has no keychain');
  const laptop = openMachine('laptop', folder, clock);
  const phrase = `${'abandon '.repeat(23)}art`;
  expect(errorOf(await laptop.account.join(laptop.choice, { kind: 'phrase', text: phrase }, signal)).message).toContain(
    'no space of this phrase',
  );
  const gone = {
    ...laptop.choice,
    store: { ...laptop.choice.store, folder: join(folder, 'gone') } as StoreChoice['store'],
  };
  expect(errorOf(await laptop.account.create(gone, signal)).message).toContain('does not exist');
  for (const { dataDir, secrets } of [forgetful, laptop]) {
    expect([secrets.size, existsSync(join(dataDir, 'sync'))]).toEqual([0, false]);
  }
});
