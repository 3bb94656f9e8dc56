// Texts that are withdrawn, replaced or left behind are gone from a reader's machine.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharingFeature } from '../../../electron/features/sharing/feature.ts';
import { dropLeftTeams } from '../../../electron/features/sharing/read/leftTeams.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createConversationSearch } from '../../../electron/stores/search/conversationSearch.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { type Member, openMember, openTeam } from '../../support/sharing/member.ts';
import { createPatientClock, memoryKeychain, storedText } from '../../support/sync/machine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

type CreatedWith = Parameters<NonNullable<typeof sharingFeature.create>>[0];

/** Sharing as the app has it, with a search index, on the machine of a member. */
function appOf(member: Member) {
  const { dataDir, store, secrets } = member;
  const search = createConversationSearch({ dataDir, log: silentLog });
  const service = sharingFeature.create?.({
    chatDeps: { hub: { reload: async () => {}, refresh: async () => {} } },
    ...{
      clock: createPatientClock(),
      dataDir,
      disk: nodeDisk,
      env: {},
      home: '/home/ben',
      store,
      search,
      version: '1',
    },
    ...{ keychain: memoryKeychain(secrets, 'keychain'), keysKnown: async () => {}, readOnly: null },
    ...{ ...member, acceptedItems: member.accepted, readSettings: async () => member.settings },
    redactor: { hidden: () => ({ secrets: [] }) },
  } as unknown as CreatedWith);
  if (!service) throw new Error('no service');
  onTestFinished(async () => {
    await service.close();
    await search.close();
  });
  return { service, search };
}

test(
  cite('SYNC-8', 'a text that is replaced or withdrawn is in no file of a reader, the search index included'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    const { service, search } = appOf(ben);
    const read = async (): Promise<string> => {
      okValue(await (await service.spaces()).look(ben.team, signal));
      await search.bringUpToDate();
      return storedText({ folder: ben.dataDir }).toLowerCase();
    };
    const indexed = (): string =>
      readdirSync(ben.dataDir)
        .filter((name) => name.startsWith('search.db'))
        .map((name) => readFileSync(join(ben.dataDir, name), 'latin1'))
        .join('\n');
    const id = await ada.write('the axolotl is private', 'the quetzal is public');
    const { messages } = okValue(await ada.store.readBranch(id, { tail: 9 }));
    const publication = await ada.publish(id);
    expect(await read()).toContain('quetzal');
    expect(indexed()).toContain('axolotl');
    expect(await ada.publish(id, { from: messages[1]?.id ?? '' })).toBe(publication);
    const replaced = await read();
    expect(replaced).not.toContain('axolotl');
    expect(indexed()).toContain('quetzal');
    okValue(await ada.spaces.withdraw(ada.team, publication, signal));
    expect(await read()).not.toMatch(/axolotl|quetzal/);
  },
);

test(cite('SYNC-8', 'members with the same name are shown with a part of their IDs'), async () => {
  const folder = tempFolder();
  const [ada, ben, other] = (await openTeam(['Ada', 'Ben', 'Ben'], folder)) as [Member, Member, Member];
  for (const member of [ben, other]) await member.publish(await member.write(`of ${member.dataDir}`));
  await ada.look();
  const devices = await Promise.all([ben, other].map(async ({ account }) => okValue(await account.teams())[0]?.device));
  const names = devices.map((device) => `Ben (${device?.slice(0, 4)})`).sort();
  expect(new Set(names).size).toBe(2);
  expect((await ada.shared()).map(({ author }) => author).sort()).toEqual(names);
  const members = okValue(await ada.spaces.teams())[0]?.members.map(({ name }) => name);
  expect(members?.sort()).toEqual(['Ada', ...names]);
  // Also where this machine has that name.
  await ben.look();
  expect((await ben.shared()).map(({ author }) => author)).toEqual([`Ben (${devices[1]?.slice(0, 4)})`]);
});

test(cite('SYNC-8', 'leaving a team that was interrupted is completed by the next start'), async () => {
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
  await ada.publish(await ada.write('published by Ada'));
  await ben.publish(await ben.write('published by Ben'));
  ada.file('commands/dig.md', 'Dig here.');
  await ada.publishItem('command', 'dig');
  await ben.look();
  await ben.acceptItem('dig');
  const copies = join(ben.dataDir, 'projects', `inplace-team-${ben.team}`);
  const [copy] = readdirSync(join(copies, 'conversations'));
  const removed: string[] = [];
  const { store, dataDir, accepted } = ben;
  const drop = () =>
    dropLeftTeams({ store, dataDir, accepted, disk: nodeDisk, onRemoved: (id) => void removed.push(id) });

  // A member's are kept, and so are all if the list of teams cannot be read.
  await drop();
  const list = join(dataDir, 'sharing', 'teams.json');
  renameSync(list, `${list}.aside`);
  mkdirSync(list);
  await drop();
  expect([existsSync(copies), removed, (await accepted.list()).length]).toEqual([true, [], 1]);

  // Killed between forgetting the team and removing the rest.
  const state = join(dataDir, 'sharing', ben.team);
  expect(existsSync(join(state, 'own'))).toBe(true);
  rmdirSync(list);
  rmSync(`${list}.aside`);
  await drop();
  expect([existsSync(copies), existsSync(state), removed]).toEqual([false, false, [copy]]);
  expect(storedText({ folder: join(dataDir, 'projects') })).not.toContain('published by Ada');
  expect(await accepted.list()).toEqual([]);
  await drop();

  // Nothing is created where there is nothing.
  const stranger = openMember('Cem', tempFolder());
  const { store: own, dataDir: home, accepted: none } = stranger;
  await dropLeftTeams({ store: own, dataDir: home, accepted: none, disk: nodeDisk, onRemoved() {} });
  expect(existsSync(stranger.dataDir)).toBe(false);
});
