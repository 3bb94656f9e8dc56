import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { claimDataFolder } from '../../electron/stores/locks/claimDataFolder.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openConversationOnDisk as openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { createSteppedClock } from '../support/steppedClock.ts';
import { diskFolder } from '../support/tempFolder.ts';

test(cite('STORE-12', 'a conversation held by another process is rejected after five seconds, naming the holder'), {
  tags: ['all'],
}, async () => {
  const clock = createSteppedClock();
  const { dataDir, store, conversationId, messagesPath } = await openConversation({ clock });
  const child = startChildStore(dataDir, conversationId, 'hold');
  await child.until((lines) => lines[0] === 'held');
  const both = Promise.all([
    store.appendConversationMessage(conversationId, asNew(userMessage('mine'))),
    store.lease(conversationId, 'a run'),
  ]);
  let refusedAt = 0;
  void both.then(() => {
    refusedAt = clock.elapsed();
  });
  while (refusedAt === 0) await clock.advance(50);
  expect(refusedAt).toBeGreaterThanOrEqual(5_000);
  const [append, lease] = await both;
  for (const refused of [append, lease]) {
    const error = errorOf(refused);
    expect(error.code).toBe('CONVERSATION_BUSY');
    expect(error.message).toContain(`PID ${child.child.pid}`);
    expect(error.message).toContain('a run in a test');
  }
  expect(existsSync(messagesPath)).toBe(false);
});

test(cite('STORE-12', 'a lock is free as soon as its process is killed'), { tags: ['all'] }, async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const child = startChildStore(dataDir, conversationId, 'hold');
  await child.until((lines) => lines[0] === 'held');
  const waiting = store.appendConversationMessage(conversationId, asNew(userMessage('mine')));
  await child.kill();
  // One that stays locked is rejected after five seconds.
  okValue(await waiting);
});

test('waiting for a lock leaves the event loop free', { tags: ['all'] }, async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const child = startChildStore(dataDir, conversationId, 'hold');
  await child.until((lines) => lines[0] === 'held');
  let turns = 0;
  const counter = setInterval(() => turns++, 5);
  const waiting = store.lease(conversationId, 'a run');
  await expect.poll(() => turns).toBeGreaterThan(20);
  clearInterval(counter);
  await child.kill();
  okValue(await waiting).release();
});

test('appends of the process with the lease continue; a second lease waits for the first', async () => {
  const { store, conversationId } = await openConversation();
  const first = okValue(await store.lease(conversationId, 'first run'));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('in the run'))));
  let second: 'waiting' | 'held' = 'waiting';
  const waiting = store.lease(conversationId, 'second run').then((lease) => {
    second = 'held';
    return okValue(lease);
  });
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('still in the run'))));
  expect(second).toBe('waiting');
  first.release();
  first.release();
  const lease = await waiting;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('in the second run'))));
  lease.release();
});

test(cite('STORE-12', 'a reader without the lock never sees half a record'), { tags: ['all'] }, async () => {
  const { dataDir, conversationId } = await openConversation();
  const child = startChildStore(dataDir, conversationId, 'append for ever');
  await child.until((lines) => lines.length > 0);
  const { store } = openStore({ dataDir });
  let count = 0;
  for (let look = 0; look < 300 || count < 10; look++) {
    const branch = okValue(await store.readBranch(conversationId));
    expect(branch.notices).toEqual([]);
    expect(branch.messages.length).toBeGreaterThanOrEqual(count);
    count = branch.messages.length;
  }
  await child.kill();
});

test('a lock file that is not a database is moved away and the lock is acquired', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  mkdirSync(join(dataDir, 'locks'), { recursive: true });
  writeFileSync(
    join(dataDir, 'locks', `${conversationId}.db`),
    'not a database, and long enough to be read as one. '.repeat(40),
  );
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
});

test(cite(['START-5', 'STORE-12'], 'one host per data folder: the second is told who has it, immediately'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(diskFolder(), 'new', 'data');
  const first = okValue(await claimDataFolder(dataDir, 'the desktop app'));
  const child = startChildStore(dataDir, '-', 'claim');
  const [line] = await child.until((lines) => lines.length > 0);
  expect(line).toContain('failed DATA_FOLDER_BUSY');
  expect(line).toContain(`PID ${process.pid}, the desktop app`);
  await child.ended;
  first.release();
  const next = startChildStore(dataDir, '-', 'claim');
  await next.until((lines) => lines[0] === 'held');
  const impatient = { ...systemClock, wait: () => Promise.reject(new Error('it waits')) };
  const refused = errorOf(await claimDataFolder(dataDir, 'the browser host', { clock: impatient }));
  expect(refused.details).toMatchObject({ owner: { pid: next.child.pid, purpose: 'a host in a test' } });
  await next.kill();
  okValue(await claimDataFolder(dataDir, 'the browser host')).release();
});

test(cite('START-7', 'an unusable data folder is reported in a sentence'), async () => {
  const folder = diskFolder();
  writeFileSync(join(folder, 'file'), 'kept');
  const error = errorOf(await claimDataFolder(join(folder, 'file', 'data'), 'a host'));
  expect(error.code).toBe('DATA_FOLDER_UNUSABLE');
  expect(error.message).toMatch(/^The data folder .* cannot be used: .*\.$/);
  expect(errorOf(await claimDataFolder(join(folder, 'file'), 'a host')).code).toBe('DATA_FOLDER_UNUSABLE');
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  expect(errorOf(await claimDataFolder(join(folder, 'data'), 'a host')).code).toBe('DATA_FOLDER_UNUSABLE');
  chmodSync(folder, 0o700);
});

test(
  cite('STORE-12', "a holder's name left next to a free lock is ignored, whichever process has its PID now"),
  async () => {
    const { dataDir, store, conversationId } = await openConversation();
    const owner = join(dataDir, 'locks', `${conversationId}.owner.json`);
    mkdirSync(join(dataDir, 'locks'), { recursive: true });
    // The PID of a running process, and a time in the future.
    for (const pid of [process.pid, 1]) {
      writeFileSync(owner, JSON.stringify({ pid, purpose: 'a run', at: '2099-01-01T00:00:00.000Z' }));
      okValue(await store.lease(conversationId, 'a run')).release();
    }
  },
);

test(cite('STORE-12', 'a lock holds even if nothing says who has it'), async () => {
  const dataDir = join(diskFolder(), 'data');
  const child = startChildStore(dataDir, '-', 'claim');
  await child.until((lines) => lines[0] === 'held');
  for (const text of [null, '', '{"pid":', '{"pid":"x"}']) {
    if (text === null) rmSync(join(dataDir, 'locks', 'data.folder.owner.json'));
    else writeFileSync(join(dataDir, 'locks', 'data.folder.owner.json'), text);
    const refused = errorOf(await claimDataFolder(dataDir, 'a host'));
    expect(refused).toMatchObject({ code: 'DATA_FOLDER_BUSY', message: expect.stringContaining('another process') });
  }
  await child.kill();
  okValue(await claimDataFolder(dataDir, 'a host')).release();
});

test(cite(['STORE-12', 'STORE-14'], 'a clock that jumps while waiting for a lock changes nothing'), {
  tags: ['all'],
}, async () => {
  const { dataDir, conversationId } = await openConversation();
  const child = startChildStore(dataDir, conversationId, 'hold');
  await child.until((lines) => lines[0] === 'held');
  let looks = 0;
  const now = (): Date => new Date(looks++ % 2 === 0 ? 0 : Date.UTC(2090, 0, 1));
  const { store } = openStore({ dataDir, clock: { ...systemClock, now } });
  const waiting = store.appendConversationMessage(conversationId, asNew(userMessage('mine')));
  await expect.poll(() => looks).toBeGreaterThan(4);
  await child.kill();
  okValue(await waiting);
});
