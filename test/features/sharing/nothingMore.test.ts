// Nothing more than was chosen leaves, and what was replaced does not stay.

import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScrubber } from '../../../electron/features/sharing/publish/scrub.ts';
import {
  type IndexEntry,
  indexObject,
  partObject,
  writeIndex,
} from '../../../electron/features/sharing/team/teamIndex.ts';
import { leftObject } from '../../../electron/features/sync/engine/syncNames.ts';
import { contentHash } from '../../../electron/lib/ids.ts';
import { textOf } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { type Member, openTeam } from '../../support/sharing/member.ts';
import { storedText } from '../../support/sync/machine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

test(cite('SYNC-8', 'published from a message on, it has no summary and no agent of what came before'), async () => {
  const folder = tempFolder();
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
  const agent = await ada.write('an errand of the private part');
  const id = await ada.write(
    'a private beginning',
    assistantMessage('', [call('c1', 'agent')]),
    'the public part',
    // Its call is not found on the branch.
    toolMessage('c9', 'done', { details: { agent: { conversationId: agent } } }),
  );
  okValue(
    await ada.store.appendConversationMessage(id, {
      ...{ role: 'system', partType: 'summary', content: 'summary of the private beginning' },
    }),
  );
  okValue(await ada.store.appendConversationMessage(id, { role: 'user', content: 'after the summary' }));
  const { messages } = okValue(await ada.store.readBranch(id, { tail: 9 }));
  await ada.publish(id, { from: messages[2]?.id ?? '' });
  await ben.look();
  const [row] = await ben.shared();
  const read = okValue(await ben.store.readBranch(row?.conversationId ?? '', { tail: 9 })).messages;
  expect(read.map(textOf)).toEqual(['the public part', 'done', 'after the summary']);
  expect(storedText({ folder: ben.dataDir })).not.toMatch(/summary of|an errand/);
  // The whole conversation has both.
  await ada.publish(id);
  await ben.look();
  expect(storedText({ folder: ben.dataDir })).toMatch(/summary of/);
  expect(storedText({ folder: ben.dataDir })).toMatch(/an errand/);
});

test(cite('SYNC-8', 'what a new version leaves out is gone from the others’ disks'), async () => {
  const folder = tempFolder();
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], folder)) as [Member, Member];
  const long = 'a long result\n'.repeat(9000);
  const id = await ada.write('look', assistantMessage('', [call('c1', 'shell')]), toolMessage('c1', long));
  const { hash } = okValue(await ada.store.saveAttachment(id, Buffer.from('the text of the attachment')));
  const content = [{ type: 'file' as const, hash, mediaType: 'text/plain', name: 'notes.txt' }];
  okValue(await ada.store.appendConversationMessage(id, { role: 'user', content }));
  await ada.publish(id);
  await ben.look();
  expect(storedText({ folder: ben.dataDir })).toContain('the text of the attachment');
  await ada.publish(id, { attachments: false, results: false });
  await ben.look();
  expect(storedText({ folder: ben.dataDir })).not.toContain('the text of the attachment');
  expect(storedText({ folder: ben.dataDir })).not.toContain(long);
  expect(await ben.shared()).toHaveLength(1);
  expect(ben.removed).toEqual([]);
});

test(cite('SYNC-8', 'a state that cannot be read withdraws nothing'), async () => {
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
  await ada.publish(await ada.write('published'));
  await ben.look();
  const state = join(ada.dataDir, 'sharing', ada.team, 'state.json');
  renameSync(state, `${state}.aside`);
  mkdirSync(state);
  expect(errorOf(await ada.spaces.look(ada.team, signal)).code).toBe('STORE_READ_FAILED');
  await ben.look();
  expect(await ben.shared()).toHaveLength(1);
  expect(readdirSync(join(ada.dataDir, 'sharing', ada.team, 'own'))).toHaveLength(1);
  rmdirSync(state);
  renameSync(`${state}.aside`, state);
  await ada.look();
  expect(okValue(await ada.spaces.teams())[0]?.error).toBeNull();
});

test(cite('SYNC-8', 'a machine that leaves while it reads keeps nothing'), async () => {
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
  await ada.publish(await ada.write('published'));
  const keep = ben.store.keepInPlace;
  ben.store.keepInPlace = async (...taken) => {
    okValue(await ben.account.leave(ben.team, false, signal));
    await ben.spaces.dropCopies(ben.team);
    return keep(...taken);
  };
  await ben.look();
  expect(existsSync(join(ben.dataDir, 'projects', `inplace-team-${ben.team}`))).toBe(false);
});

test(cite('SYNC-8', 'of a hostile member only what a publisher can write is read'), async () => {
  const folder = tempFolder();
  const [reader, eve] = (await openTeam(['Ben', 'Eve'], folder)) as [Member, Member];
  const open = okValue(await eve.account.open(eve.team, signal));
  const { space, device } = open.config;
  let counter = 10;
  async function publish(lines: readonly unknown[], change: Partial<IndexEntry> = {}, copies = 1): Promise<string[]> {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'utf8');
    const entry = {
      ...{ id: 'a'.repeat(32), kind: 'conversation', title: 'of Eve', repository: null, at: '2026-01-01T00:00:00Z' },
      ...{ hash: contentHash(bytes), bytes: bytes.length, folder: String(counter).repeat(16) },
      parts: [{ hash: contentHash(bytes), bytes: bytes.length }],
      ...change,
    };
    const part = partObject(space, device, entry.folder, 0);
    okValue(await open.remote.put(part, await open.sealer.seal(part, bytes), signal));
    const index = indexObject(space, device);
    const content = writeIndex({ v: 1, counter: ++counter, publications: Array(copies).fill(entry) });
    okValue(await open.remote.put(index, await open.sealer.seal(index, content), signal));
    await reader.look();
    return reader.problems();
  }
  const around = (...messages: unknown[]) => [
    { type: 'conversations', v: 1, title: 'of Eve' },
    { type: 'conversation', n: 0, title: 'of Eve', call: null },
    ...messages.map((message) => ({ type: 'message', n: 0, message })),
    { type: 'end' },
  ];
  const first = userMessage('of Eve', { id: 'm1', createdAt: '2026-01-01T00:00:00.000Z' });
  const odd = [expect.stringMatching(/a form that this version does not know/)];
  const memory = { ...first, role: 'system', partType: 'environment', environment: { about: 'memory' } };
  expect(await publish(around(memory))).toEqual(odd);
  expect(await publish(around({ ...first, parentId: 'elsewhere' }))).toEqual(odd);
  expect(
    await publish(
      around({ ...first, role: 'tool', tool_call_id: 'c', toolName: 't', outcome: 'ok', details: 5, attachments: 5 }),
    ),
  ).toEqual(odd);
  expect(await publish(around({ ...first, providerData: 'x', includeInContext: false, anything: 'more' }))).toEqual([]);
  const [row] = await reader.shared();
  const { messages } = okValue(await reader.store.readBranch(row?.conversationId ?? '', { tail: 9 }));
  expect(messages.map(textOf)).toEqual(['of Eve']);
  expect(JSON.stringify(messages)).not.toMatch(/providerData|includeInContext|anything/);
  const named = [expect.stringMatching(/index in the store has a form/)];
  expect(await publish(around(first), { bytes: 1 })).toEqual(named);
  expect(await publish(around(first), {}, 2)).toEqual(named);
  // Anybody who reaches the store can write there that she has left.
  rmSync(join(folder, 'throughline-team', indexObject(space, device)));
  writeFileSync(join(folder, 'throughline-team', leftObject(space, device)), 'left');
  await reader.look();
  expect(await reader.problems()).toEqual(['Eve: What Eve publishes is not in the store any more.']);
  expect(await reader.shared()).toHaveLength(1);
});

test(cite('SYNC-8', 'megabytes without a word are searched for secrets at once'), async () => {
  const scrub = createScrubber({ ownKeys: [], home: '/home/ada', unmasked: new Set() });
  await scrub.scan(`${'a'.repeat(4_000_000)} api_key=abc123def456 end`);
  expect(await scrub.secrets()).toMatchObject([{ masked: 'ab…', count: 1 }]);
});
