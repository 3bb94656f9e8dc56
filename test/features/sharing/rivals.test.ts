// Two members who remove others at the same time: the rest of the team ends in one space.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { type Member, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

test(cite('SYNC-8', 'two members who remove two others at the same time still read each other'), async () => {
  const folder = tempFolder();
  const members = await openTeam(['Ada', 'Ben', 'Cem', 'Dan', 'Eve'], folder);
  const configOf = async ({ account }: Member) => {
    const config = okValue(await account.teams())[0];
    if (!config) throw new Error('no team');
    return config;
  };
  const configs = await Promise.all(members.map(configOf));
  const inOrder = members
    .map((member, at) => ({ member, ...(configs[at] as (typeof configs)[number]) }))
    .sort((one, other) => (one.device < other.device ? -1 : 1));
  const [first, second, third, one, other] = inOrder.map(({ member }) => member) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  const { store, space, device } = await configOf(second);
  if (store.kind !== 'folder') throw new Error('not a folder');
  const note = join(store.folder, store.prefix, space, device, 'moved');
  okValue(await second.account.remove(second.team, (await configOf(other)).device, signal));
  // The first member has not seen the second one's note: a synced folder brings it later.
  renameSync(note, join(folder, 'aside'));
  okValue(await first.account.remove(first.team, (await configOf(one)).device, signal));
  renameSync(join(folder, 'aside'), note);
  const rest = [second, first, third];
  for (let moved = 1; moved > 0; ) {
    moved = 0;
    for (const member of rest) {
      const before = (await configOf(member)).space;
      await member.look();
      const move = member.spaces.move(member.team);
      if (move) okValue(await member.account.follow(member.team, move, signal));
      if ((await configOf(member)).space !== before) moved++;
    }
  }
  const spaces = await Promise.all(rest.map(async (member) => (await configOf(member)).space));
  expect(new Set(spaces).size).toBe(1);
  await first.publish(await first.write('the plan of the tunnel'));
  for (const reader of [second, third]) {
    await reader.look();
    expect((await reader.shared()).map(({ title }) => title)).toEqual(['the plan of the tunnel']);
  }
  for (const member of [one, other]) {
    for (let looked = await member.spaces.look(member.team, signal); looked.ok; ) {
      const move = member.spaces.move(member.team);
      if (!move) throw new Error('a removed member is still in the team');
      okValue(await member.account.follow(member.team, move, signal));
      looked = await member.spaces.look(member.team, signal);
    }
    expect(errorOf(await member.spaces.look(member.team, signal)).message).toContain('removed');
    expect(await member.shared()).toEqual([]);
  }
});
