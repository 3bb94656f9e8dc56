// A machine that keeps all attachments and full results, not only those that were opened.

import { expect, test } from 'vitest';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type RemoteFault } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';

const count = 45;

async function attach({ store }: SyncDevice, conversationId: string, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const { hash } = okValue(await store.saveAttachment(conversationId, bytes));
  const part = { type: 'file', hash, mediaType: 'text/plain', name: 'a.txt', bytes: bytes.length } as const;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('', { content: [part] }))));
  return hash;
}

async function machines(choice: { keepsFiles: boolean; isMetered?: boolean; free?: number }) {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const project = okValue(await a.store.openFolderlessProject());
  const { conversationId: id } = okValue(await a.store.createConversation(project.id));
  const hashes: string[] = [];
  for (let at = 0; at < count; at++) hashes.push(await attach(a, id, `the file ${at}`));
  okValue(await a.engine.syncNow());
  const requests: string[] = [];
  let faultOf: (files: number) => RemoteFault = () => null;
  const connection = remote.connect((kind, name) => {
    requests.push(`${kind} ${name}`);
    return kind === 'get' && name.includes('/f/') ? faultOf(files()) : null;
  });
  const files = (): number => requests.filter((request) => request.startsWith('get') && request.includes('/f/')).length;
  const timers: (() => void)[] = [];
  const b = openDevice('b', connection, {
    engine: {
      timers: { set: (work) => timers.push(work), clear: () => {} },
      limits: async () => ({ maxFileBytes: null, syncsMetered: false, keepsFiles: choice.keepsFiles, leftOut: [] }),
      isMetered: async () => choice.isMetered ?? false,
      freeBytes: async () => choice.free ?? null,
    },
  });
  /** Syncs, and waits until nothing is fetched in the background any more. */
  async function settle(): Promise<number[]> {
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      const end = b.engine.onStatus(({ filesToFetch, state }) => {
        if (filesToFetch && filesToFetch.files !== seen.at(-1)) seen.push(filesToFetch.files);
        if (!filesToFetch && state !== 'syncing' && (seen.length > 0 || isDone)) {
          end();
          resolve();
        }
      });
      let isDone = false;
      void b.engine.syncNow().then(async () => {
        isDone = !choice.keepsFiles || choice.isMetered === true;
        await b.engine.projects();
        okValue(await b.engine.syncNow());
      });
    });
    return seen;
  }
  return { a, b, id, hashes, requests, files, settle, timers, setFault: (fault: typeof faultOf) => (faultOf = fault) };
}

test(
  cite('SYNC-9', 'all files are fetched in the background where the user chose so, and nothing otherwise'),
  async () => {
    const choice = { keepsFiles: false, isMetered: false };
    const { a, b, id, hashes, files, settle } = await machines(choice);
    okValue(await b.engine.syncNow());
    expect(okValue(await b.engine.missingFiles())).toEqual({ files: count, bytes: 485 });
    b.engine.start();
    await settle();
    choice.keepsFiles = true;
    choice.isMetered = true;
    await settle();
    expect(files()).toBe(0);
    choice.isMetered = false;
    // In parts, each smaller than the one before.
    expect(await settle()).toEqual([45, 25, 5]);
    expect(files()).toBe(count);
    for (const hash of hashes) expect(okValue(await b.store.readAttachment(id, hash)).toString()).toContain('the file');
    const late = await attach(a, id, 'a late file');
    okValue(await a.engine.syncNow());
    expect(await settle()).toEqual([1]);
    expect([files(), okValue(await b.store.readAttachment(id, late)).toString()]).toEqual([count + 1, 'a late file']);
    expect(okValue(await b.engine.missingFiles())).toEqual({ files: 0, bytes: 0 });
  },
);

test(cite('SYNC-9', 'messages are uploaded while files are fetched, and a choice that ends stops them'), async () => {
  const choice = { keepsFiles: true };
  const { b, id, requests, files, setFault, timers, settle } = await machines(choice);
  b.engine.start();
  let appended: Promise<unknown> = Promise.resolve();
  setFault((so) => {
    if (so !== 3) return null;
    appended = b.store.appendConversationMessage(id, asNew(userMessage('meanwhile'))).then(() => {
      for (const work of timers.splice(0)) work();
    });
    return null;
  });
  const end = b.engine.onStatus(({ filesToFetch }) => {
    if (filesToFetch && filesToFetch.files <= 5) choice.keepsFiles = false;
  });
  await settle();
  end();
  await appended;
  expect(files()).toBeLessThanOrEqual(count);
  const lastFile = requests.findLastIndex((request) => request.startsWith('get') && request.includes('/f/'));
  const upload = requests.findIndex((request) => request.startsWith('put') && request.includes('/c/'));
  expect(upload).toBeGreaterThan(0);
  expect(upload).toBeLessThan(lastFile);
});

test(
  cite('SYNC-9', 'a file that cannot be fetched, and a full disk, are reported, and stop nothing else'),
  async () => {
    const lost = await machines({ keepsFiles: true });
    lost.setFault((files) => (files === 2 ? 'refuse' : null));
    lost.b.engine.start();
    await lost.settle();
    expect(lost.files()).toBe(count);
    expect(lost.b.engine.status().problems.map(({ of }) => of)).toContain('files');
    expect(okValue(await lost.b.engine.missingFiles()).files).toBe(1);

    const choice = { keepsFiles: false, free: 1e12 };
    const full = await machines(choice);
    okValue(await full.b.engine.syncNow());
    Object.assign(choice, { keepsFiles: true, free: 1_000 });
    full.b.engine.start();
    await full.settle();
    expect(full.files()).toBe(0);
    expect(
      full.b.engine
        .status()
        .problems.map(({ text }) => textOf(text))
        .join(),
    ).toContain('This disk has only');
  },
);

test(cite('SYNC-9', 'a file that another machine stores later is fetched after the next look'), async () => {
  const { a, b, id, files, settle, timers } = await machines({ keepsFiles: true });
  b.engine.start();
  await settle();
  expect(files()).toBe(count);
  await attach(a, id, 'one more');
  okValue(await a.engine.syncNow());
  const fetched = new Promise<void>((resolve) => {
    b.engine.onStatus(({ filesToFetch }) => filesToFetch === null && files() === count + 1 && resolve());
  });
  timers.at(-1)?.();
  await fetched;
  expect(okValue(await b.engine.missingFiles())).toEqual({ files: 0, bytes: 0 });
});
