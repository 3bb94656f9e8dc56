// A team of members over a folder: publishing, reading, continuing a copy, withdrawing, moving.

import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { homeOfMembers, type Member, openTeam } from '../../support/sharing/member.ts';
import { storedText } from '../../support/sync/machine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

async function textsOf({ store }: Member, conversationId: string): Promise<string[]> {
  return okValue(await store.readBranch(conversationId, { tail: 20 })).messages.map(textOf);
}

test(cite('SYNC-8', 'a conversation is published, read, continued as a copy, and withdrawn'), async () => {
  const folder = tempFolder();
  const [ada, ben, cem] = (await openTeam(['Ada', 'Ben', 'Cem'], folder)) as [Member, Member, Member];
  const id = await ada.write('the plan of the tunnel', 'the cost of the tunnel');
  const publication = await ada.publish(id);
  for (const member of [ben, cem]) await member.look();
  const [row] = await ben.shared();
  expect(row).toMatchObject({ title: 'the plan of the tunnel', author: 'Ada' });
  const copy = row?.conversationId ?? '';
  expect(await textsOf(ben, copy)).toEqual(['the plan of the tunnel', 'the cost of the tunnel']);
  expect(errorOf(await ben.store.deleteConversation(copy)).code).toBe('STORE_READ_ONLY');
  expect(okValue(await ben.store.listConversations()).map((each) => each.id)).toEqual([]);

  const mine = okValue(await ben.spaces.continueCopy(copy, signal)).conversationId;
  expect(okValue(await ben.spaces.continueCopy(copy, signal)).conversationId).toBe(mine);
  expect(okValue(await ben.store.listConversations())).toMatchObject([{ id: mine, title: 'the plan of the tunnel' }]);

  // Grown, and published again: the same conversation, replaced.
  okValue(await ada.store.appendConversationMessage(id, { role: 'user', content: 'the noise of the tunnel' }));
  expect(await ada.spaces.published(id)).toMatchObject([{ publication, grown: true }]);
  expect(await ada.publish(id)).toBe(publication);
  expect(await ada.spaces.published(id)).toMatchObject([{ publication, grown: false }]);
  await ben.look();
  expect(await ben.shared()).toHaveLength(1);
  expect(await textsOf(ben, copy)).toHaveLength(3);

  okValue(await ada.spaces.withdraw(ada.team, publication, signal));
  await ben.look();
  expect(await ben.shared()).toEqual([]);
  expect(ben.removed).toContain(copy);
  expect(errorOf(await ben.store.readBranch(copy, { tail: 1 })).code).toBe('CONVERSATION_NOT_FOUND');
  expect(await textsOf(ben, mine)).toHaveLength(2);
  expect(storedText({ folder }).match(/\/p\//g)).toBeNull();
  // Cem was away: it disappears there with the next look.
  expect(await cem.shared()).toHaveLength(1);
  await cem.look();
  expect(await cem.shared()).toEqual([]);
});

test(cite('SYNC-8', 'a conversation that is listed and not here yet is fetched when it is opened'), async () => {
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
  await ada.publish(await ada.write('the plan of the tunnel'));
  await ben.look();
  const copy = (await ben.shared())[0]?.conversationId ?? '';
  const owner = `team-${ben.team}` as const;
  await ben.store.removeInPlace(owner, [copy]);
  expect((await ben.spaces.conversations()).map(({ isWaiting }) => isWaiting)).toEqual([true]);
  // Also while a look is in progress.
  const [, fetched] = await Promise.all([ben.look(), ben.spaces.fetch(copy, signal)]);
  okValue(fetched);
  expect(await textsOf(ben, copy)).toEqual(['the plan of the tunnel']);
  await ben.store.removeInPlace(owner, [copy]);
  okValue(await ben.spaces.fetch(copy, signal));
  expect(await textsOf(ben, copy)).toEqual(['the plan of the tunnel']);
  expect(errorOf(await ben.spaces.fetch(`${copy}x`, signal)).code).toBe('CONVERSATION_NOT_FOUND');
});

test(cite('SYNC-8', 'secrets are masked wherever they are, and nothing of them reaches the others'), async () => {
  const folder = tempFolder();
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const [password, key] = ['hunter2-of-the-tunnel', 'key-of-the-app-0123456789'];
  const long = `DB_PASSWORD=${password}\n${`${homeOfMembers}/tunnel/src/main.ts\n`.repeat(3000)}`;
  const attached = okValue(await ada.store.openFolderlessProject());
  const id = await ada.write(
    userMessage(`my token is ${token}`),
    assistantMessage('', [call('c1', 'read_file', JSON.stringify({ path: `${homeOfMembers}/.env`, note: token }))]),
    toolMessage('c1', long),
    assistantMessage(`The password ${password} is in the file, and the app uses ${key}.`),
  );
  const notes = okValue(await ada.store.saveAttachment(id, Buffer.from(`again ${password} and ${token}`)));
  const content = [{ type: 'file' as const, hash: notes.hash, mediaType: 'text/plain', name: 'notes.txt' }];
  okValue(await ada.store.appendConversationMessage(id, { role: 'user', content }));
  expect(attached.id).not.toBe('');

  const choice = { conversationId: id, from: null, results: true, attachments: true, unmasked: [] };
  const preview = okValue(await ada.spaces.prepare(ada.team, choice, signal));
  expect(preview).toMatchObject({ messages: 4, calls: 1, attachments: 1, pictures: 0, agents: 0 });
  expect(preview.secrets.map(({ masked, isMasked, isOwnKey }) => [masked, isMasked, isOwnKey])).toEqual([
    ['ghp_…', true, false],
    ['hunt…', true, false],
    ['key-…', true, true],
  ]);
  expect(preview.homePaths).toBeGreaterThan(3000);
  expect(JSON.stringify(preview)).not.toMatch(/hunter2|a1B2c3|of-the-app/);
  okValue(await ada.spaces.publish(preview.prepared, signal));
  await ben.look();
  const [row] = await ben.shared();
  expect(await ben.problems()).toEqual([]);
  const branch = okValue(await ben.store.readBranch(row?.conversationId ?? '', { tail: 20 }));
  expect(branch.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  const [, , result, , last] = branch.messages;
  const page = okValue(await ben.store.readToolResult(row?.conversationId ?? '', result?.id ?? '', 0, 200));
  expect(page.text).toContain('DB_PASSWORD=[secret removed]\n~/tunnel/src/main.ts');
  const hash = Array.isArray(last?.content) && last.content[0] && 'hash' in last.content[0] ? last.content[0].hash : '';
  const bytes = okValue(await ben.store.readAttachment(row?.conversationId ?? '', hash ?? ''));
  expect(bytes.toString()).toBe('again [secret removed] and [secret removed]');
  for (const place of [folder, ben.dataDir, join(ada.dataDir, 'sharing')]) {
    const text = storedText({ folder: place });
    for (const secret of [token, password, key, homeOfMembers]) expect(text).not.toContain(secret);
  }
  const stored = storedText({ folder });
  for (const text of ['tunnel', 'Ada', 'token', 'notes.txt']) expect(stored).not.toContain(text);

  // Unmasked by choice: this one only.
  const [first] = preview.secrets;
  await ada.publish(id, { unmasked: [first?.id ?? '', preview.secrets[2]?.id ?? ''] });
  await ben.look();
  expect((await textsOf(ben, row?.conversationId ?? ''))[0]).toBe(`my token is ${token}`);
  expect(storedText({ folder: ben.dataDir })).not.toContain(password);
  expect(storedText({ folder: ben.dataDir })).not.toContain(key);
});

test(
  cite('SYNC-8', 'a part of a conversation is published without what is before it, and without private records'),
  async () => {
    const folder = tempFolder();
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
    const id = await ada.write('private beginnings', 'the public part');
    okValue(
      await ada.store.appendConversationMessage(id, {
        ...{ role: 'system', content: 'memory of Ada', partType: 'environment', environment: { about: 'memory' } },
      }),
    );
    okValue(
      await ada.store.appendConversationMessage(id, {
        ...{ role: 'assistant', content: 'a reply', providerData: { secret: 'of the provider' } },
      }),
    );
    const messages = okValue(await ada.store.readBranch(id, { tail: 9 })).messages;
    await ada.publish(id, { from: messages[1]?.id ?? '' });
    await ben.look();
    const [row] = await ben.shared();
    const read = okValue(await ben.store.readBranch(row?.conversationId ?? '', { tail: 9 })).messages;
    expect(read.map(textOf)).toEqual(['the public part', 'a reply']);
    const everything = JSON.stringify(read) + storedText({ folder: ben.dataDir });
    for (const text of ['memory of Ada', 'of the provider']) expect(everything).not.toContain(text);
    const choice = { conversationId: id, from: 'nowhere', results: true, attachments: true, unmasked: [] };
    expect(errorOf(await ada.spaces.prepare(ada.team, choice, signal)).code).toBe('MESSAGE_NOT_FOUND');
    // A preview that was replaced publishes nothing.
    const first = okValue(await ada.spaces.prepare(ada.team, { ...choice, from: null }, signal));
    okValue(await ada.spaces.prepare(ada.team, { ...choice, from: null }, signal));
    expect(errorOf(await ada.spaces.publish(first.prepared, signal)).message).toContain('no longer valid');
    const folders = join(ada.dataDir, 'sharing', ada.team, 'own');
    expect(readdirSync(folders)).toHaveLength(2);
    // Another process may still show it.
    await ada.reopened().look(ada.team, signal);
    expect(readdirSync(folders)).toHaveLength(2);
    for (const name of readdirSync(folders)) utimesSync(join(folders, name), 0, 0);
    await ada.reopened().look(ada.team, signal);
    expect(readdirSync(folders)).toHaveLength(1);
  },
);

test(cite('SYNC-8', 'a removed member gets nothing new; the others follow, and keep what is published'), async () => {
  const folder = tempFolder();
  const [ada, ben, cem] = (await openTeam(['Ada', 'Ben', 'Cem'], folder)) as [Member, Member, Member];
  const publication = await ada.publish(await ada.write('before the removal'));
  await ben.publish(await ben.write('of Ben'));
  for (const member of [ada, ben, cem]) await member.look();
  const cemDevice = okValue(await cem.account.teams())[0]?.device ?? '';
  okValue(await ada.account.remove(ada.team, cemDevice, signal));
  await ada.look();
  await ben.look();
  expect(okValue(await ben.spaces.teams())[0]?.move).toEqual({ by: 'Ada', removed: ['Cem'] });
  const move = ben.spaces.move(ben.team);
  if (move) okValue(await ben.account.follow(ben.team, move, signal));
  for (const member of [ben, ada, ben]) await member.look();
  expect((await ben.shared()).map(({ title }) => title)).toEqual(['before the removal']);
  expect((await ada.shared()).map(({ title }) => title)).toEqual(['of Ben']);
  expect([await ada.problems(), await ben.problems()]).toEqual([[], []]);
  expect(errorOf(await cem.spaces.look(cem.team, signal)).message).toContain('removed');
  await ada.publish(await ada.write('after the removal'));
  await ben.look();
  expect(await ben.shared()).toHaveLength(2);
  expect(errorOf(await cem.spaces.look(cem.team, signal)).details?.fault).toBe('revoked');
  expect(await cem.shared()).toHaveLength(2);
  okValue(await ada.spaces.withdraw(ada.team, publication, signal));
  okValue(await ben.account.leave(ben.team, false, signal));
  await ben.spaces.dropCopies(ben.team);
  await ada.look();
  expect([await ben.shared(), await ada.shared(), ben.secrets.size]).toEqual([[], [], 0]);
  expect(readFileSync(join(ada.dataDir, 'sharing', 'teams.json'), 'utf8')).not.toContain('secret');
});
