// The limits of a machine: the largest file, and metered connections.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMetered } from '../../../electron/features/sync/window/metered.ts';
import { cite } from '../../support/cite.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, shiftedClock } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('SYNC-9', 'a file above the limit stays on its machine until the limit is raised'), async () => {
  const remote = createMemoryRemote();
  let maxFileBytes: number | null = 100;
  const limits = async () => ({ maxFileBytes, syncsMetered: false, leftOut: [] });
  const a = openDevice('a', remote.connect(), { engine: { limits } });
  const b = openDevice('b', remote.connect());
  const project = okValue(await a.store.openFolderlessProject());
  const { conversationId: id } = okValue(await a.store.createConversation(project.id));
  const hashes: string[] = [];
  for (const bytes of [Buffer.alloc(100, 'small'), Buffer.alloc(101, 'large')]) {
    const { hash } = okValue(await a.store.saveAttachment(id, bytes));
    const part = { type: 'image', hash, mediaType: 'image/png', name: 'a.png', bytes: bytes.length } as const;
    okValue(await a.store.appendConversationMessage(id, asNew(userMessage('', { content: [part] }))));
    hashes.push(hash);
  }
  const [small = '', large = ''] = hashes;
  okValue(await a.engine.syncNow());
  okValue(await b.engine.syncNow());
  const { fetchAttachment: attachment, fetchResult: result, fetchConversation: conversation } = b.engine;
  const none = { rows: async () => [], row: async () => null, runsElsewhere: () => false };
  b.store.setMissingFiles({ attachment, result, conversation, ...none });
  expect(okValue(await b.store.readAttachment(id, small)).length).toBe(100);
  expect(errorOf(await b.engine.fetchAttachment(id, large)).message).toContain('larger than the limit');

  maxFileBytes = null;
  okValue(await a.engine.syncNow());
  okValue(await b.engine.syncNow());
  expect(okValue(await b.store.readAttachment(id, large)).length).toBe(101);
});

test(
  cite('SYNC-9', 'a raised limit sends nothing of what is left out, and an unreadable file stops nothing'),
  async () => {
    const remote = createMemoryRemote();
    const limited = { maxFileBytes: 100 as number | null, syncsMetered: false, leftOut: [] as string[] };
    const disk = faultDisk();
    const a = openDevice('a', remote.connect(), { engine: { disk, limits: async () => limited } });
    const project = okValue(await a.store.openFolderlessProject());
    const { conversationId: id } = okValue(await a.store.createConversation(project.id));
    const { hash } = okValue(await a.store.saveAttachment(id, Buffer.alloc(101, 'large')));
    const part = { type: 'image', hash, mediaType: 'image/png', name: 'a.png', bytes: 101 } as const;
    okValue(await a.store.appendConversationMessage(id, asNew(userMessage('', { content: [part] }))));
    okValue(await a.engine.syncNow());
    const files = () => [...remote.objects.keys()].filter((name) => name.includes('/f/')).length;

    Object.assign(limited, { maxFileBytes: null, leftOut: [''] });
    okValue(await a.engine.syncNow());
    expect(files()).toBe(0);
    limited.leftOut = [];
    disk.onCall = ({ path }) => (path.endsWith(hash) ? { error: diskError('EIO') } : null);
    okValue(await a.engine.syncNow());
    expect([files(), a.engine.status().problems.map(({ of }) => of)]).toEqual([0, [id]]);
    disk.onCall = () => null;
    okValue(await a.engine.syncNow());
    expect([files(), a.engine.status().problems]).toEqual([1, []]);
  },
);

test(
  cite('SYNC-6', 'on a metered connection nothing is sent without the user, and everything afterwards'),
  async () => {
    const remote = createMemoryRemote();
    const connection = remote.connect();
    const pauses: (() => void)[] = [];
    let isMetered = true;
    const a = openDevice('a', connection, {
      engine: {
        timers: { set: (work) => pauses.push(work), clear: () => {} },
        limits: async () => ({ maxFileBytes: null, syncsMetered: false, leftOut: [] }),
        isMetered: async () => isMetered,
      },
    });
    const stateAfter = (act: () => void, wanted: string) =>
      new Promise<void>((resolve) => {
        const stop = a.engine.onStatus(({ state }) => {
          if (state !== wanted) return;
          stop();
          resolve();
        });
        act();
      });
    const project = okValue(await a.store.openFolderlessProject());
    const { conversationId } = okValue(await a.store.createConversation(project.id));
    okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
    await stateAfter(() => a.engine.start(), 'metered');
    okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage('two'))));
    await expect.poll(() => pauses.length).toBeGreaterThan(1);
    for (const work of pauses.splice(0)) await stateAfter(work, 'metered');
    expect(connection.calls).toEqual([]);

    okValue(await a.engine.syncNow());
    expect([...remote.objects.keys()].some((name) => name.includes('/c/'))).toBe(true);
    okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage('three'))));
    await expect.poll(() => pauses.length).toBeGreaterThan(0);
    const sent = connection.calls.length;
    await stateAfter(() => pauses.splice(0).forEach((work) => void work()), 'metered');
    expect(connection.calls).toHaveLength(sent);

    isMetered = false;
    await expect.poll(() => pauses.length).toBeGreaterThan(0);
    await stateAfter(() => pauses.splice(0).forEach((work) => void work()), 'idle');
    const b = openDevice('b', remote.connect());
    okValue(await b.engine.syncNow());
    const texts = okValue(await b.store.readBranch(conversationId)).messages.map(({ content }) => content);
    expect(texts).toEqual(['one', 'two', 'three']);
  },
);

test.skipIf(process.platform === 'win32')('the system is asked whether the connection is metered', async () => {
  const answers = { 'u 0': false, 'u 1': true, 'u 2': false, 'u 3': true, 'u 4': false, '': false };
  for (const [answer, expected] of Object.entries(answers)) {
    const folder = tempFolder();
    const program = join(folder, 'busctl');
    writeFileSync(program, `#!/bin/sh\n[ "$2" = get-property ] && echo '${answer}'\n`);
    chmodSync(program, 0o755);
    const isMetered = createMetered(shiftedClock(0), { PATH: `${folder}:/usr/bin:/bin` }, 'linux');
    expect([answer, await isMetered()]).toEqual([answer, expected]);
  }
  const withoutProgram = createMetered(shiftedClock(0), { PATH: tempFolder() }, 'linux');
  expect([await withoutProgram(), await createMetered(shiftedClock(0), {}, 'darwin')()]).toEqual([false, false]);
});
