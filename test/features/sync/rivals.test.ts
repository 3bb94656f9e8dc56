// Two machines that revoke at the same time, over a folder: all end in one space, without the revoked ones.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createPatientClock, type Machine, openMachine } from '../../support/sync/machine.ts';
import { recordsOf } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

async function write({ store }: Machine, text: string): Promise<void> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
}

/** Machines in one space, in the order of their IDs. */
async function joined(count: number): Promise<Machine[]> {
  const folder = tempFolder();
  const clock = createPatientClock();
  const machines = Array.from({ length: count }, (_, at) => openMachine(`machine ${at}`, folder, clock));
  const first = machines[0] as Machine;
  const { phrase } = okValue(await first.account.create(first.choice, signal));
  for (const { account, choice } of machines.slice(1)) {
    okValue(await account.join(choice, { kind: 'phrase', text: phrase }, signal));
  }
  const ids = await Promise.all(machines.map(idOf));
  return machines
    .map((machine, at) => ({ machine, id: ids[at] as string }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ machine }) => machine);
}

const folderOf = ({ choice: { store } }: Machine): string =>
  store.kind === 'folder' ? join(store.folder, store.prefix) : '';
const idOf = async ({ account }: Machine): Promise<string> => okValue(await account.read())?.device ?? '';
const spaceOf = async ({ account }: Machine): Promise<string> => okValue(await account.read())?.space ?? '';

/** Each machine syncs, agrees to what is pending, and revokes again what it must, until nothing is left to do. */
async function settle(machines: readonly Machine[]): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const machine of machines) {
      const move = okValue(await machine.account.pendingMove(signal));
      if (move) okValue(await machine.account.follow(move, signal));
      const again = move ? null : okValue(await machine.account.revokeAgain(signal));
      if (move || again) isDone = false;
    }
  }
}

test.each([
  ['the one with the smaller ID first', 0, 1],
  ['the other one first', 1, 0],
] as const)(
  cite('SYNC-2', 'two machines that revoke two others at the same time end in one space without both: %s'),
  async (_, early, late) => {
    const [a, b, c, stolen, lost] = (await joined(5)) as [Machine, Machine, Machine, Machine, Machine];
    const authors = [a, b] as const;
    const revoked = { 0: await idOf(stolen), 1: await idOf(lost) };
    await write(a, 'a plan');
    // Neither has seen the other's note: a synced folder brings it later.
    const note = join(folderOf(a), await spaceOf(a), await idOf(authors[late]), 'moved');
    okValue(await authors[late].account.revoke(revoked[late], signal));
    renameSync(note, `${folderOf(a)}/aside`);
    okValue(await authors[early].account.revoke(revoked[early], signal));
    const move = okValue(await c.account.pendingMove(signal));
    if (move) okValue(await c.account.follow(move, signal));
    renameSync(`${folderOf(a)}/aside`, note);
    expect(new Set(await Promise.all([a, b].map(spaceOf))).size).toBe(2);
    await settle([b, a, c]);
    expect(new Set(await Promise.all([a, b, c].map(spaceOf))).size).toBe(1);
    const present = okValue(await a.account.devices(signal)).map(({ device }) => device);
    expect(present.sort()).toEqual((await Promise.all([a, b, c].map(idOf))).sort());
    for (const machine of [stolen, lost]) {
      for (let next = await machine.account.pendingMove(signal); next.ok && next.value; ) {
        okValue(await machine.account.follow(next.value, signal));
        next = await machine.account.pendingMove(signal);
      }
      expect(errorOf(await machine.account.pendingMove(signal)).message).toContain('was revoked by another one');
    }
    for (const machine of [a, b, c, a, b]) okValue(await machine.sync());
    expect(recordsOf(b)).toEqual(recordsOf(a));
    expect(recordsOf(c)).toEqual(recordsOf(a));
    for (const machine of [a, b, c]) okValue(await machine.account.removeLeftSpaces(signal));
    await settle([a, b, c]);
    for (const { account, secrets } of [a, b, c]) {
      okValue(await account.leave(false, signal));
      expect(secrets.size).toBe(0);
    }
  },
);

test(cite('SYNC-2', 'a machine that was killed while it followed the other of two revocations continues'), async () => {
  const [a, b, stolen, lost] = (await joined(4)) as [Machine, Machine, Machine, Machine];
  const note = join(folderOf(a), await spaceOf(a), await idOf(b), 'moved');
  okValue(await b.account.revoke(await idOf(lost), signal));
  renameSync(note, `${folderOf(a)}/aside`);
  okValue(await a.account.revoke(await idOf(stolen), signal));
  renameSync(`${folderOf(a)}/aside`, note);
  // After the note for the machines of its space, before its configuration.
  const config = join(b.dataDir, 'sync', 'config.json');
  const [before, secrets] = [readFileSync(config), [...b.secrets]];
  const move = okValue(await b.account.pendingMove(signal));
  expect(move?.by).toBe(await idOf(a));
  if (move) okValue(await b.account.follow(move, signal));
  writeFileSync(config, before);
  for (const [name, secret] of secrets) b.secrets.set(name, secret);
  await settle([b, a]);
  expect(await spaceOf(b)).toBe(await spaceOf(a));
  const present = okValue(await a.account.devices(signal)).map(({ device }) => device);
  expect(present.sort()).toEqual([await idOf(a), await idOf(b)].sort());
});
