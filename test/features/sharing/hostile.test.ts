// Stores and members that cannot be trusted: objects swapped, cut, repeated, rolled back and forged.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexObject, writeIndex } from '../../../electron/features/sharing/team/teamIndex.ts';
import { textOf } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { type Member, openMember, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

async function place({ account }: Member, folder: string) {
  const config = okValue(await account.teams())[0];
  const root = join(folder, 'throughline-team', config?.space ?? '', config?.device ?? '');
  return { root, index: join(root, 'index') };
}

/** The files of the parts, in order. */
function partsIn(root: string): string[] {
  return readdirSync(join(root, 'p'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function titlesOf(member: Member): Promise<string[]> {
  return (await member.shared()).map(({ title }) => title).sort();
}

test(
  cite('SYNC-8', 'a store that is rolled back, cut, swapped, foreign or empty is named, and takes nothing away'),
  async () => {
    const folder = tempFolder();
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
    const id = await ada.write('the first');
    await ada.publish(id);
    const { root, index } = await place(ada, folder);
    const older = readFileSync(index);
    const [firstPart = ''] = partsIn(root);
    const olderPart = readFileSync(firstPart);
    await ben.look();
    await ada.publish(await ada.write('the second'));
    await ben.look();
    expect(await titlesOf(ben)).toEqual(['the first', 'the second']);
    const newest = readFileSync(index);
    const there = await place(ben, folder);

    const attacks: [change: () => void, problem: string][] = [
      [() => writeFileSync(index, older), 'rolled back'],
      [() => writeFileSync(index, newest.subarray(0, newest.length - 40)), 'is cut short'],
      [() => writeFileSync(index, Buffer.concat([newest.subarray(0, -1), Buffer.from([0])])), 'was changed'],
      [() => writeFileSync(index, readFileSync(there.index)), 'was sealed by another device'],
      [() => writeFileSync(index, olderPart), 'was sealed as'],
      [() => writeFileSync(index, 'foreign'), 'was not sealed by this app'],
      [() => rmSync(index), 'is not in the store any more'],
    ];
    for (const [change, problem] of attacks) {
      change();
      await ben.look();
      expect(await ben.problems()).toEqual([expect.stringContaining(problem)]);
      expect((await ben.problems())[0]).toMatch(/^Ada: /);
      expect(await titlesOf(ben)).toEqual(['the first', 'the second']);
      writeFileSync(index, newest);
    }
    await ben.look();
    expect(await ben.problems()).toEqual([]);

    // A new version whose part is missing or another one: the earlier copy stays.
    okValue(await ada.store.appendConversationMessage(id, { role: 'user', content: 'more' }));
    await ada.publish(id);
    const parts = partsIn(root);
    const contents = parts.map((path) => readFileSync(path));
    for (const [at, path] of parts.entries()) writeFileSync(path, contents[(at + 1) % parts.length] ?? '');
    await ben.look();
    expect(await ben.problems()).toEqual([expect.stringMatching(/^Ada: .*objects were swapped or repeated/)]);
    for (const path of parts) rmSync(path);
    await ben.look();
    expect(await ben.problems()).toEqual(['Ada: A part of “the first” is not in the store.']);
    const row = (await ben.shared()).find(({ title }) => title === 'the first');
    const read = async () => okValue(await ben.store.readBranch(row?.conversationId ?? '', { tail: 9 })).messages;
    expect((await read()).map(textOf)).toEqual(['the first']);
    for (const [at, path] of parts.entries()) writeFileSync(path, contents[at] ?? '');
    await ben.look();
    expect((await read()).map(textOf)).toEqual(['the first', 'more']);
  },
);

test(cite('SYNC-8', 'a member cannot speak for another, and its content takes the place of nothing'), async () => {
  const folder = tempFolder();
  const [ada, ben, eve] = (await openTeam(['Ada', 'Ben', 'Eve'], folder)) as [Member, Member, Member];
  const id = await ada.write('of Ada');
  await ada.publish(id);
  await ben.look();
  const [real] = await ben.shared();
  const mine = await ben.write('of Ben');

  // Eve signs an index under the name of Ada's.
  const open = okValue(await eve.account.open(eve.team, signal));
  const adaDevice = okValue(await ada.account.teams())[0]?.device ?? '';
  const name = indexObject(open.config.space, adaDevice);
  const forged = await open.sealer.seal(name, writeIndex({ v: 1, counter: 99, publications: [] }));
  const { index } = await place(ada, folder);
  const before = readFileSync(index);
  writeFileSync(index, forged);
  await ben.look();
  expect(await ben.problems()).toEqual([expect.stringMatching(/^Ada: .*was sealed by another device/)]);
  expect(await ben.shared()).toHaveLength(1);
  writeFileSync(index, before);

  // Eve publishes records with the IDs of Ben's and Ada's conversations, and parents that do not exist.
  const stolen = await eve.write('of Eve');
  await eve.publish(stolen);
  await ben.look();
  expect((await ben.shared()).map(({ author }) => author).sort()).toEqual(['Ada', 'Eve']);
  expect((await ben.shared()).find(({ author }) => author === 'Eve')?.conversationId).not.toBe(real?.conversationId);
  expect(okValue(await ben.store.readBranch(mine, { tail: 1 })).messages.map(textOf)).toEqual(['of Ben']);

  // An index of another form is refused as a whole.
  const indexName = indexObject(open.config.space, open.config.device);
  const odd = Buffer.from(
    JSON.stringify({ v: 1, counter: 7, publications: [{ id: '../../x', kind: 'conversation' }] }),
  );
  okValue(await open.remote.put(indexName, await open.sealer.seal(indexName, odd), signal));
  await ben.look();
  expect(await ben.problems()).toEqual([expect.stringMatching(/^Eve: .*a form that this version does not know/)]);
  expect(await ben.shared()).toHaveLength(2);
});

test(
  cite('SYNC-8', 'without a keychain nothing is set up; offline, what is published and withdrawn waits'),
  async () => {
    const folder = tempFolder();
    const forgetful = openMember('Forgetful', folder, 'memory');
    expect(errorOf(await forgetful.account.create(forgetful.choice, signal)).message).toContain('has no keychain');
    expect([forgetful.secrets.size, okValue(await forgetful.account.teams())]).toEqual([0, []]);
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
    await ada.publish(await ada.write('before'));
    await ben.look();
    const root = join(folder, 'throughline-team');
    const away = join(tempFolder(), 'away');
    const { renameSync } = await import('node:fs');
    renameSync(root, away);
    const id = await ada.write('while offline');
    const choice = { conversationId: id, from: null, results: true, attachments: true, unmasked: [] };
    const preview = okValue(await ada.spaces.prepare(ada.team, choice, signal));
    const published = okValue(await ada.spaces.publish(preview.prepared, signal));
    expect(published.isUploaded).toBe(false);
    expect(okValue(await ada.spaces.teams())[0]?.waiting).toBeGreaterThan(0);
    expect(errorOf(await ben.spaces.look(ben.team, signal)).message).toContain('has no throughline-team any more');
    expect(await titlesOf(ben)).toEqual(['before']);
    renameSync(away, root);
    // Another process of Ada's machine completes it.
    okValue(await ada.reopened().look(ada.team, signal));
    expect(okValue(await ada.spaces.teams())[0]?.waiting).toBe(0);
    await ben.look();
    expect(await titlesOf(ben)).toEqual(['before', 'while offline']);
  },
);
