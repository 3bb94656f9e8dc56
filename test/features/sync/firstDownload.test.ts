// A conversation that is new here arrives as a whole, or not at all: over kills, full disks and bad servers.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { asNew, assistantMessage, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { startObjectServer } from '../../support/sync/objectServer.ts';
import { openStore } from '../../support/sync/openStore.ts';
import { openDevice, recordsOf, type SyncDevice } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function conversation({ store }: Pick<SyncDevice, 'store'>, text: string): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId: id } = okValue(await store.createConversation(project.id));
  okValue(await store.appendConversationMessage(id, asNew(userMessage(text))));
  okValue(await store.appendConversationMessage(id, asNew(assistantMessage('the answer'))));
  okValue(
    await store.updateMeta(id, (meta) => ({ ...meta, title: `About ${text}`, tags: [{ name: 'work', at: '' }] })),
  );
  return id;
}

async function append({ store }: Pick<SyncDevice, 'store'>, id: string, text: string): Promise<void> {
  okValue(await store.appendConversationMessage(id, asNew(userMessage(text))));
}

/** Each conversation that is there is complete, and nothing of another one is. */
function expectOnlyWhole(device: SyncDevice, origin: SyncDevice): void {
  const all = recordsOf(origin);
  for (const [id, records] of Object.entries(recordsOf(device))) expect(records).toEqual(all[id]);
}

/** Names of folders of conversations that are being built. */
function unfinished({ dataDir }: SyncDevice): string[] {
  return readdirSync(join(dataDir, 'projects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.copying'),
  );
}

test(cite('SYNC-6', 'what arrives whole is not read again, and only what is added here is uploaded'), async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const id = await conversation(a, 'one');
  const [question, answer] = okValue(await a.store.readBranch(id)).messages;
  const head = { id: question?.id ?? '', after: answer?.id ?? '' };
  okValue(await a.store.updateMeta(id, (meta) => ({ ...meta, head })));
  const other = await conversation(a, 'another');
  okValue(await a.engine.syncNow());

  const disk = faultDisk();
  const connection = remote.connect();
  const b = openDevice('b', connection, { engine: { disk } });
  okValue(await b.engine.syncNow());
  okValue(await b.engine.syncNow());
  expect(recordsOf(b)).toEqual(recordsOf(a));
  const opened = disk.calls.filter(({ name, path }) => name === 'open' && basename(path) === 'messages.json');
  expect(opened.every(({ path }) => dirname(path).endsWith('.copying'))).toBe(true);
  expect(disk.calls.filter(({ name, path }) => name === 'mkdir' && path.includes('staging'))).toEqual([]);
  for (const each of [id, other]) {
    const [mine, theirs] = [await b.store.readMeta(each), await a.store.readMeta(each)];
    expect([mine?.title, mine?.tags, mine?.head]).toEqual([theirs?.title, theirs?.tags, theirs?.head]);
  }
  const segments = () => connection.calls.filter((call) => call.startsWith('put') && call.includes('/c/'));
  expect(segments()).toEqual([]);

  await append(b, id, 'added here');
  okValue(await b.engine.syncNow());
  expect(segments()).toHaveLength(1);
  okValue(await a.engine.syncNow());
  expect(recordsOf(a)).toEqual(recordsOf(b));
});

test('what is added in the moment in which a conversation appears is uploaded, too', async () => {
  const remote = createMemoryRemote();
  const a = openDevice('a', remote.connect());
  const id = await conversation(a, 'one');
  okValue(await a.engine.syncNow());
  const b = openDevice('b', remote.connect(), {
    engineStore: (store) => ({
      ...store,
      async storeWholeCopy(copy) {
        const stored = await store.storeWholeCopy(copy);
        await append({ store }, id, 'at once');
        return stored;
      },
    }),
  });
  okValue(await b.engine.syncNow());
  await b.restart(remote.connect());
  okValue(await b.engine.syncNow());
  okValue(await a.engine.syncNow());
  const texts = okValue(await a.store.readBranch(id)).messages.map(({ content }) => content);
  expect(texts).toEqual(['one', 'the answer', 'at once']);
});

test(
  cite('SYNC-3', 'a device that ends between storing a conversation and noting that continues, and uploads nothing'),
  async () => {
    for (const moment of ['before it appears', 'after it appeared'] as const) {
      const remote = createMemoryRemote();
      const a = openDevice('a', remote.connect());
      const ids = [await conversation(a, 'one'), await conversation(a, 'two')];
      okValue(await a.engine.syncNow());
      const connection = remote.connect();
      let ends = true;
      const die = (): never => {
        throw new Error('the device ended');
      };
      const dataDir = join(tempFolder(), 'data');
      const b = openDevice('b', connection, {
        dataDir,
        engineStore: (store) => ({
          ...store,
          async storeWholeCopy(copy) {
            if (!ends) return store.storeWholeCopy(copy);
            if (moment === 'after it appeared') return store.storeWholeCopy(copy).then(die);
            const unfinishedName = `${copy.conversationId}.copying`;
            const folder = join(dataDir, 'projects', copy.projectId, 'conversations', unfinishedName);
            mkdirSync(folder, { recursive: true });
            writeFileSync(join(folder, 'messages.json'), '[\n{"half');
            writeFileSync(join(folder, 'meta.json'), '{"v":1,"title":"half"}');
            return die();
          },
        }),
      });
      expect((await b.engine.syncNow()).ok).toBe(false);
      ends = false;
      await b.restart(connection);
      okValue(await b.engine.syncNow());
      okValue(await b.engine.syncNow());
      expect([recordsOf(b), unfinished(b)], moment).toEqual([recordsOf(a), []]);
      expect(connection.calls.filter((call) => call.startsWith('put') && call.includes('/c/'))).toEqual([]);
      for (const id of ids) expect((await b.store.readMeta(id))?.title).toBe((await a.store.readMeta(id))?.title);
    }
  },
);

test(
  cite('SYNC-6', 'a disk that is full during a download is named; nothing half is there, and it continues'),
  async () => {
    const remote = createMemoryRemote();
    const a = openDevice('a', remote.connect());
    for (const text of ['one', 'two', 'three']) await conversation(a, text);
    okValue(await a.engine.syncNow());
    const writes = new Set(['write', 'sync', 'datasync', 'mkdir', 'rename']);
    let isOver = false;
    for (let at = 1; !isOver; at += 3) {
      const disk = faultDisk();
      let left = at;
      isOver = true;
      disk.onCall = ({ name, path }) => {
        if (!path.includes('conversations') || !writes.has(name) || --left > 0) return null;
        isOver = false;
        return { error: diskError('ENOSPC'), half: true };
      };
      const b = openDevice('b', remote.connect(), { disk });
      const full = await b.engine.syncNow();
      if (!isOver) expect(errorOf(full).message).toContain('the disk is full (ENOSPC)');
      expectOnlyWhole(b, a);
      disk.onCall = () => null;
      okValue(await b.engine.syncNow());
      expect([recordsOf(b), unfinished(b), b.engine.status().problems]).toEqual([recordsOf(a), [], []]);
      await b.close();
    }
  },
);

type Fault = 'short' | 'error' | 'busy' | 'reset' | 'silent' | 'old list';

test.each(['s3', 'webdav'] as const)(
  cite('SYNC-1', 'a first download over %s ends whole although the server does everything badly'),
  async (kind) => {
    const server = await startObjectServer();
    onTestFinished(() => server.close());
    const a = openDevice('a', await openStore(server[kind]));
    for (let index = 0; index < 8; index++) await conversation(a, `question ${index}`);
    okValue(await a.engine.syncNow());

    const faults: Fault[] = ['short', 'error', 'busy', 'reset', 'silent', 'old list'];
    const done = new Set<Fault>();
    /** Time limits that pass when a request is not answered. */
    const limits = new Set<() => void>();
    const clock = {
      now: () => new Date('2026-11-30T12:00:00Z'),
      elapsed: () => 0,
      wait: (ms: number, stop?: AbortSignal) =>
        new Promise<void>((end) => {
          if (ms < 30_000) return end();
          limits.add(end);
          stop?.addEventListener('abort', () => end(), { once: true });
        }),
    };
    let count = 0;
    server.instead = (request, response) => {
      const isList = request.method === 'PROPFIND' || (request.url ?? '').includes('list-type');
      if (++count % 3 === 0) return false;
      const fault = faults[Math.floor(count / 3) % faults.length] as Fault;
      if ((fault === 'old list') !== isList) return false;
      done.add(fault);
      misbehave(fault, request, response);
      if (fault === 'silent') for (const end of limits) end();
      return true;
    };
    const b = openDevice('b', await openStore(server[kind], { clock }));
    for (let pass = 0; pass < 6; pass++) {
      await b.engine.syncNow();
      expectOnlyWhole(b, a);
    }
    expect([...done].sort()).toEqual([...faults].sort());
    server.instead = () => false;
    okValue(await b.engine.syncNow());
    expect([recordsOf(b), b.engine.status().problems]).toEqual([recordsOf(a), []]);
  },
);

function misbehave(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'short':
      response.writeHead(200, { 'content-length': '4000' });
      response.write(Buffer.alloc(100, 'age-encryption.org/v1'), () => response.destroy());
      return;
    case 'error':
      response.writeHead(500).end('<html>Internal error</html>');
      return;
    case 'busy':
      response.writeHead(503, { 'retry-after': '2' }).end();
      return;
    case 'reset':
      response.write('age');
      request.socket.resetAndDestroy();
      return;
    case 'silent':
      return;
    case 'old list':
      // As it was before anything was stored.
      if (request.method === 'PROPFIND') response.writeHead(404).end();
      else response.writeHead(200).end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  }
}
