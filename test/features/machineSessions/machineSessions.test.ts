// Other apps' sessions on the user's other machines.

import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftObject } from '../../../electron/features/sync/engine/syncNames.ts';
import { contentHash } from '../../../electron/lib/ids.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openSessionDevice, type SessionDevice } from '../../support/sync/sessionDevice.ts';
import { testSpace } from '../../support/sync/syncDevice.ts';
import { createTestSealer } from '../../support/sync/testSealer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function talk(count: number, words = 'word '): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at < count; at++) {
    const about = { id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}` };
    const text = `${at} ${words}`;
    messages.push({ ...(at % 2 === 0 ? userMessage(text) : assistantMessage(text)), ...about });
  }
  return messages;
}

const id = 'inplace-abc';

async function textsOf({ device }: SessionDevice, conversationId: string): Promise<unknown[]> {
  const { messages } = okValue(await device.store.readBranch(conversationId));
  return messages.map(({ content }) => content);
}

function filesIn({ objects }: MemoryRemote): number {
  return [...objects.keys()].filter((name) => name.includes('/f/')).length;
}

test(cite('SYNC-11', 'a session is listed, fetched when opened, read-only, and continued as a copy'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openSessionDevice('a', remote.connect()), openSessionDevice('b', remote.connect())];
  const project = okValue(await a.device.store.openProject(tempFolder()));
  await a.keep(id, talk(3, 'purple'), { folder: project.folder ?? '' });
  await a.sync();
  await b.sync();
  const [row, ...others] = await b.sessions.list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    machine: 'machine a',
    program: 'claude-code',
    title: `Session ${id}`,
    folder: project.folder,
  });
  expect(b.changes).toContain('sessions');
  const copy = row?.conversationId ?? '';
  expect((await b.device.store.readBranch(copy)).ok).toBe(false);

  okValue(await b.sessions.prepare(copy));
  expect(await textsOf(b, copy)).toEqual(['0 purple', '1 purple', '2 purple']);
  expect(okValue(await b.device.store.readBranch(copy)).readOnly).not.toBeNull();
  expect(b.changes).toContain(`indexed ${copy}`);
  const ours = okValue(await b.sessions.continue(copy)).conversationId;
  expect(await textsOf(b, ours)).toEqual(['0 purple', '1 purple', '2 purple']);
  expect(okValue(await b.device.store.readBranch(ours)).readOnly).toBeNull();

  await a.keep(id, talk(5, 'purple'));
  await a.sync();
  await b.sync();
  okValue(await b.sessions.prepare(copy));
  expect(await textsOf(b, copy)).toHaveLength(5);
  expect(okValue(await b.sessions.continue(copy)).conversationId).toBe(ours);
  expect(await textsOf(b, ours)).toHaveLength(5);
  // The store sees none of it.
  expect(remote.bytes().includes('purple')).toBe(false);
});

test(
  cite('SYNC-11', 'nothing is sent before the user chooses it, and all is removed when the choice ends'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = [openSessionDevice('a', remote.connect()), openSessionDevice('b', remote.connect())];
    a.chosen.isOn = false;
    await a.keep(id, talk(3));
    await a.sync();
    expect(filesIn(remote)).toBe(0);
    a.chosen.isOn = true;
    await a.sync();
    expect(filesIn(remote)).toBeGreaterThan(0);
    await b.sync();
    const copy = (await b.sessions.list())[0]?.conversationId ?? '';
    okValue(await b.sessions.prepare(copy));
    a.chosen.isOn = false;
    await a.sync();
    expect(filesIn(remote)).toBe(0);
    await b.sync();
    expect(await b.sessions.list()).toEqual([]);
    await b.sessions.settle();
    expect((await b.device.store.readBranch(copy)).ok).toBe(false);
    expect(b.changes).toContain(`forgotten ${copy}`);
  },
);

test(
  cite('SYNC-11', 'a session that is deleted there is removed, and so are those of an app that is hidden'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = [openSessionDevice('a', remote.connect()), openSessionDevice('b', remote.connect())];
    await a.keep(id, talk(3));
    await a.keep('inplace-def', talk(4));
    await a.sync();
    await b.sync();
    expect(await b.sessions.list()).toHaveLength(2);
    const before = filesIn(remote);
    await a.remove(id);
    await a.sync();
    await b.sync();
    expect((await b.sessions.list()).map(({ title }) => title)).toEqual(['Session inplace-def']);
    expect(filesIn(remote)).toBeLessThan(before);
    a.chosen.programs = [];
    await a.sync();
    await b.sync();
    expect([await b.sessions.list(), filesIn(remote)]).toEqual([[], 0]);
  },
);

test(cite('SYNC-11', 'what a session gained is uploaded, and not what was there'), async () => {
  const remote = createMemoryRemote();
  const a = openSessionDevice('a', remote.connect());
  const b = openSessionDevice('b', remote.connect());
  const noise = (at: number): string => contentHash(Buffer.from(`noise ${at}`));
  const long = (count: number): Message[] =>
    talk(count).map(
      (message, at) =>
        ({ ...message, content: Array.from({ length: 100 }, (_, n) => noise(at * 100 + n)).join('') }) as Message,
    );
  await a.keep(id, long(60));
  await a.sync();
  const stored = new Map(remote.objects);
  for (let count = 61; count <= 64; count++) {
    await a.keep(id, long(count));
    await a.sync();
  }
  const added = [...remote.objects].filter(([name]) => name.includes('/f/') && !stored.has(name));
  const bytesOf = (objects: Iterable<[string, Uint8Array]>): number =>
    [...objects].reduce((sum, [, bytes]) => sum + bytes.length, 0);
  expect(bytesOf(added)).toBeLessThan(bytesOf(stored) / 3);
  await b.sync();
  const copy = (await b.sessions.list())[0]?.conversationId ?? '';
  okValue(await b.sessions.prepare(copy));
  expect(await textsOf(b, copy)).toEqual(long(64).map(({ content }) => content));
});

test(cite('SYNC-11', 'projects that are left out, and sessions above the limit, stay on their machine'), async () => {
  const remote = createMemoryRemote();
  const limits = { maxFileBytes: null as number | null, syncsMetered: true, leftOut: [] as string[] };
  const a = openSessionDevice('a', remote.connect(), { engine: { limits: async () => limits } });
  const b = openSessionDevice('b', remote.connect());
  const project = okValue(await a.device.store.openProject(tempFolder()));
  limits.leftOut = [project.id];
  await a.keep(id, talk(3), { folder: project.folder ?? '' });
  await a.sync();
  await b.sync();
  expect(await b.sessions.list()).toEqual([]);
  limits.leftOut = [];
  limits.maxFileBytes = 100;
  await a.sync();
  await b.sync();
  expect(await b.sessions.list()).toEqual([]);
  expect(a.device.engine.status().problems.map(({ of }) => of)).toEqual([id]);
  limits.maxFileBytes = null;
  await a.sync();
  await b.sync();
  expect(await b.sessions.list()).toHaveLength(1);
  expect(a.device.engine.status().problems).toEqual([]);
});

test(cite('SYNC-11', 'without a connection the reason is shown; what the store lost is stored again'), async () => {
  const remote = createMemoryRemote();
  let isOffline = false;
  const a = openSessionDevice('a', remote.connect());
  const b = openSessionDevice(
    'b',
    remote.connect((call) => (isOffline && call === 'get' ? 'refuse' : null)),
  );
  await a.keep(id, talk(3));
  await a.sync();
  await b.sync();
  const copy = (await b.sessions.list())[0]?.conversationId ?? '';
  isOffline = true;
  const refused = await b.sessions.prepare(copy);
  expect(refused.ok ? '' : refused.error.message).toMatch(/^This session is not on this machine yet: /);
  isOffline = false;
  for (const name of [...remote.objects.keys()]) if (name.includes('/f/')) remote.objects.delete(name);
  expect((await b.sessions.prepare(copy)).ok).toBe(false);
  await b.sync();
  await a.sync();
  okValue(await b.sessions.prepare(copy));
  expect(await textsOf(b, copy)).toHaveLength(3);
});

test(cite('SYNC-11', 'a machine that lost the state of sync keeps its sessions stored'), async () => {
  const remote = createMemoryRemote();
  const a = openSessionDevice('a', remote.connect());
  const b = openSessionDevice('b', remote.connect());
  await a.keep(id, talk(3));
  await a.sync();
  await a.device.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${a.device.dataDir}/sync-state.db${end}`, { force: true });
  await a.device.restart(remote.connect());
  await a.sync();
  await b.sync();
  const copy = (await b.sessions.list())[0]?.conversationId ?? '';
  okValue(await b.sessions.prepare(copy));
  expect(await textsOf(b, copy)).toHaveLength(3);
});

test(cite('SYNC-11', 'a machine that leaves takes its sessions along'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openSessionDevice('a', remote.connect()), openSessionDevice('b', remote.connect())];
  await a.keep(id, talk(3));
  await a.sync();
  await b.sync();
  expect(await b.sessions.list()).toHaveLength(1);
  for (const name of [...remote.objects.keys()]) if (name.includes('/a/')) remote.objects.delete(name);
  const name = leftObject(testSpace, 'a');
  remote.objects.set(name, await createTestSealer('a').seal(name, Buffer.from('{"v":1}')));
  await b.sync();
  expect(await b.sessions.list()).toEqual([]);
  expect(b.changes.filter((change) => change === 'sessions')).toHaveLength(2);
});

test(cite('SYNC-11', 'sessions in links to and worktrees of a project that is left out stay, too'), async () => {
  const remote = createMemoryRemote();
  const [folder, outside] = [realpathSync(tempFolder()), tempFolder()];
  const limits = { maxFileBytes: null, syncsMetered: true, leftOut: [] as string[] };
  const a = openSessionDevice('a', remote.connect(), { engine: { limits: async () => limits } });
  const b = openSessionDevice('b', remote.connect());
  const project = okValue(await a.device.store.openProject(folder));
  limits.leftOut = [project.id];
  const link = join(outside, 'link');
  symlinkSync(folder, link, 'junction');
  const [git, worktree] = [join(folder, '.git', 'worktrees', 'tree'), join(outside, 'tree')];
  for (const each of [git, worktree]) mkdirSync(each, { recursive: true });
  writeFileSync(join(git, 'commondir'), '../..\n');
  writeFileSync(join(worktree, '.git'), `gitdir: ${git}\n`);
  await a.keep('inplace-1', talk(2), { folder: link });
  await a.keep('inplace-2', talk(3), { folder: worktree });
  await a.keep('inplace-3', talk(4), { folder: outside });
  await a.sync();
  await b.sync();
  expect((await b.sessions.list()).map(({ title }) => title)).toEqual(['Session inplace-3']);
  limits.leftOut = [];
  await a.sync();
  await b.sync();
  expect(await b.sessions.list()).toHaveLength(3);
});

test(cite('SYNC-11', 'what is too large with its attachments leaves nothing in the store'), async () => {
  const remote = createMemoryRemote();
  const limits = { maxFileBytes: 20_000, syncsMetered: true, leftOut: [] };
  const a = openSessionDevice('a', remote.connect(), { engine: { limits: async () => limits } });
  const attachments = new Map(
    ['x', 'y'].map((letter) => Buffer.alloc(12_000, letter)).map((one) => [contentHash(one), one]),
  );
  const references = [...attachments.keys()].map((hash) => ({ hash, mediaType: 'text/plain' }));
  const messages = [...talk(12), { ...toolMessage('c', 'text'), id: 'm12', parentId: 'm11', attachments: references }];
  await a.keep(id, messages, { attachments });
  for (let pass = 0; pass < 2; pass++) {
    await a.sync();
    expect(filesIn(remote)).toBe(0);
    expect(a.device.engine.status().problems.map(({ of }) => of)).toEqual([id]);
  }
  expect(a.reads).toEqual([id]);
});

test(cite('SYNC-11', 'a first upload of many sessions is listed before all of it is there'), async () => {
  const remote = createMemoryRemote();
  let puts = 0;
  const a = openSessionDevice(
    'a',
    remote.connect((call, name) => (call === 'put' && name.includes('/f/') && ++puts > 55 ? 'refuse' : null)),
  );
  const b = openSessionDevice('b', remote.connect());
  for (let at = 0; at < 60; at++) await a.keep(`inplace-${at}`, talk(1, `of ${at}`));
  expect((await a.device.engine.syncNow()).ok).toBe(false);
  await b.sync();
  expect((await b.sessions.list()).length).toBeGreaterThanOrEqual(50);
});

test(cite('SYNC-11', 'what was to be removed, and is sent again, is not removed later'), async () => {
  const remote = createMemoryRemote();
  let keeps = false;
  const a = openSessionDevice(
    'a',
    remote.connect((call) => (keeps && call === 'remove' ? 'refuse' : null)),
  );
  const b = openSessionDevice('b', remote.connect());
  await a.keep(id, talk(3));
  await a.sync();
  keeps = true;
  a.chosen.isOn = false;
  expect((await a.device.engine.syncNow()).ok).toBe(false);
  a.chosen.isOn = true;
  keeps = false;
  await a.sync();
  await b.sync();
  okValue(await b.sessions.prepare((await b.sessions.list())[0]?.conversationId ?? ''));
});

test(cite('SYNC-11', 'what is being fetched from a machine is not removed as long as it sends sessions'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = [openSessionDevice('a', remote.connect()), openSessionDevice('b', remote.connect())];
  await a.keep(id, talk(3));
  await a.sync();
  await b.sync();
  const { store } = b.device;
  const about = { projectId: okValue(await store.openInPlaceProject('machine-a', 'A')).id };
  await b.sessions.settle();
  expect((await store.getProject(about.projectId)).ok).toBe(true);
});
