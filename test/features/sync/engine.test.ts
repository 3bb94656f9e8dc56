import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { approvalModes } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote, type RemoteFault } from '../../support/sync/memoryRemote.ts';
import { openDevice, recordsOf, type SyncDevice, testSpace } from '../../support/sync/syncDevice.ts';
import { createTestSealer } from '../../support/sync/testSealer.ts';

async function newConversation({ store }: SyncDevice, texts: readonly string[]): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  for (const text of texts) await append({ store }, conversationId, text);
  return conversationId;
}

const append = async ({ store }: Pick<SyncDevice, 'store'>, id: string, text: string) =>
  okValue(await store.appendConversationMessage(id, asNew(userMessage(text))));

const sync = async (...devices: SyncDevice[]) => {
  for (const device of devices) okValue(await device.engine.syncNow());
};

const contents = async ({ store }: SyncDevice, id: string) =>
  okValue(await store.readBranch(id)).messages.map(({ content }) => content);

const problemsOf = ({ engine }: SyncDevice) => engine.status().problems.map(({ of, text }) => `${of}: ${text}`);

function three(remote: MemoryRemote): [SyncDevice, SyncDevice, SyncDevice] {
  return [openDevice('a', remote.connect()), openDevice('b', remote.connect()), openDevice('c', remote.connect())];
}

const logEntry = (device: string, seq: number) => `${testSpace}/${device}/log/${String(seq).padStart(12, '0')}`;

test(
  cite('SYNC-6', 'a change is uploaded a second later; while idle, the store is looked at once a minute'),
  async () => {
    const remote = createMemoryRemote();
    const timers = new Map<number, () => void>();
    const set = (work: () => void, ms: number) => {
      timers.set(ms, work);
      return ms;
    };
    const connection = remote.connect();
    const engine = { timers: { set, clear: (ms: unknown) => void timers.delete(ms as number) } };
    const [a, b] = [openDevice('a', connection, { engine }), openDevice('b', remote.connect())];
    const id = await newConversation(b, ['one']);
    await sync(b);
    const next = () =>
      new Promise<void>((resolve) => {
        const end = a.engine.onStatus(({ state }) => {
          if (state === 'idle') {
            end();
            resolve();
          }
        });
      });
    const first = next();
    a.engine.start();
    await first;
    await vi.waitUntil(() => timers.has(60_000));
    // Merged conversations are examined once; then there is nothing but the next look.
    const settle = async () => {
      const upload = timers.get(1_000);
      timers.delete(1_000);
      upload?.();
      await sync(a);
    };
    await settle();
    expect([...timers.keys()]).toEqual([60_000]);
    const before = connection.calls.length;
    await append(b, id, 'two');
    await sync(b);
    const look = next();
    timers.get(60_000)?.();
    await look;
    expect(await contents(a, id)).toEqual(['one', 'two']);
    expect(connection.calls.length - before).toBeLessThanOrEqual(6);
    await settle();
    timers.clear();
    await append(a, id, 'three');
    expect([...timers.keys()]).toEqual([1_000]);
    const upload = next();
    timers.get(1_000)?.();
    await upload;
    await sync(b);
    expect(await contents(b, id)).toEqual(['one', 'two', 'three']);
  },
);

test(
  cite('SYNC-3', 'messages of one device arrive on another byte for byte, and the open branch and title follow'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = three(remote);
    const id = await newConversation(a, ['one', 'two']);
    await sync(a, b);
    expect(recordsOf(b)).toEqual(recordsOf(a));
    await append(b, id, 'three, from b');
    okValue(
      await b.store.updateMeta(id, (meta) => ({
        ...meta,
        title: 'named by b',
        pinned: true,
        instructions: 'be brief',
      })),
    );
    await sync(b, a);
    expect(recordsOf(a)).toEqual(recordsOf(b));
    expect(await contents(a, id)).toEqual(['one', 'two', 'three, from b']);
    expect(await a.store.readMeta(id)).toMatchObject({ title: 'named by b', pinned: true, instructions: 'be brief' });
    expect(problemsOf(a)).toEqual([]);
  },
);

test('approval modes, server choices and other machine-bound settings stay where they are', async () => {
  const [a, b] = three(createMemoryRemote());
  const id = await newConversation(a, ['one']);
  await a.store.updateMeta(id, (meta) => ({
    ...meta,
    ...{ approvalMode: approvalModes[0], requiredServer: 'files', allowedTools: ['run_command'], title: 'kept' },
    ...{ externalAgents: { claude: { sessionId: 's', lastId: null, options: {} } }, formerWorktrees: ['/elsewhere'] },
  }));
  await sync(a, b);
  const meta = await b.store.readMeta(id);
  expect(meta).toMatchObject({ title: 'kept', approvalMode: null, requiredServer: null });
  for (const field of ['allowedTools', 'externalAgents', 'formerWorktrees']) expect(meta).not.toHaveProperty(field);
});

test(
  cite('SYNC-6', 'a device only writes and removes below its own prefix, and one more message costs two requests'),
  async () => {
    const remote = createMemoryRemote();
    const connection = remote.connect();
    const timers = new Map<number, () => void>();
    const a = openDevice('a', connection, {
      engine: {
        timers: {
          set: (work, ms) => {
            timers.set(ms, work);
            return ms;
          },
          clear: (ms) => void timers.delete(ms as number),
        },
      },
    });
    const id = await newConversation(a, ['one']);
    await sync(a);
    a.engine.start();
    await sync(a);
    const before = connection.calls.length;
    await append(a, id, 'two');
    const uploaded = new Promise<void>((resolve) => a.engine.onStatus(({ state }) => state === 'idle' && resolve()));
    timers.get(1_000)?.();
    await uploaded;
    expect(connection.calls.slice(before)).toEqual([
      expect.stringMatching(/^put space1\/a\/c\/\w+\/00000002$/),
      `put ${logEntry('a', 2)}`,
    ]);
    for (const call of connection.calls) expect(call).toMatch(/^(?:(?:list|get) space1|(?:put|remove) space1\/a\/)/);
  },
);

test.each<[string, (remote: MemoryRemote, old: Map<string, Uint8Array>) => void, RegExp]>([
  ['rolled back', (remote, old) => restoreB(remote, old), /entry 2 is missing.*rolled back/],
  [
    'cut',
    ({ objects }) => objects.set(logEntry('b', 3), objects.get(logEntry('b', 3))?.subarray(0, 20) ?? new Uint8Array()),
    /not sealed by b/,
  ],
  [
    'swapped',
    ({ objects }) => objects.set(logEntry('b', 3), objects.get(logEntry('b', 1)) ?? new Uint8Array()),
    /not sealed by b/,
  ],
  [
    'repeated',
    ({ objects }) => objects.set(logEntry('b', 4), objects.get(logEntry('b', 3)) ?? new Uint8Array()),
    /not sealed by b/,
  ],
  [
    'foreign',
    ({ objects }) => objects.set(logEntry('b', 3), objects.get(logEntry('c', 1)) ?? new Uint8Array()),
    /not sealed by b/,
  ],
  [
    'missing',
    ({ objects }) => {
      objects.set(logEntry('b', 4), new Uint8Array());
      objects.delete(logEntry('b', 3));
    },
    /^b: /,
  ],
])(
  cite('SYNC-3', 'a log that is %s is reported by its device; the others go on, and nothing here is lost'),
  async (_what, spoil, problem) => {
    const remote = createMemoryRemote();
    const [a, b, c] = three(remote);
    const id = await newConversation(b, ['one']);
    await sync(b);
    const old = new Map(remote.objects);
    await append(b, id, 'two');
    await sync(b, a);
    const here = recordsOf(a);
    await append(b, id, 'three');
    const other = await newConversation(c, ['from c']);
    await sync(b, c);
    spoil(remote, old);
    await sync(a);
    expect(problemsOf(a)).toEqual([expect.stringMatching(problem)]);
    expect(problemsOf(a)[0]).toMatch(/^b: /);
    expect(recordsOf(a)[id]).toMatchObject(here[id] as object);
    expect(await contents(a, other)).toEqual(['from c']);
  },
);

function restoreB({ objects }: MemoryRemote, old: ReadonlyMap<string, Uint8Array>): void {
  for (const name of objects.keys()) if (name.startsWith(`${testSpace}/b/`)) objects.delete(name);
  for (const [name, bytes] of old) if (name.startsWith(`${testSpace}/b/`)) objects.set(name, bytes);
}

test('an older part under the name of a newer one is not taken', async () => {
  const remote = createMemoryRemote();
  const [a, b] = three(remote);
  const id = await newConversation(b, ['one']);
  await sync(b);
  const [name = ''] = [...remote.objects.keys()].filter((each) => each.includes('/b/c/'));
  const old = remote.objects.get(name) as Uint8Array;
  await append(b, id, 'two');
  await sync(b);
  const [later = ''] = [...remote.objects.keys()].filter((each) => each.endsWith('00000002'));
  remote.objects.set(later, old);
  await sync(a);
  expect(await contents(a, id)).toEqual(['one']);
  expect(problemsOf(a)).toEqual([expect.stringMatching(/^b: .*was not sealed by b/)]);
});

test(cite('SYNC-3', 'a store that lost what it confirmed gets it again once another device misses it'), async () => {
  const remote = createMemoryRemote();
  const [a, b] = three(remote);
  const id = await newConversation(a, ['one', 'two']);
  await sync(a);
  for (const name of remote.objects.keys()) if (name.includes('/a/c/')) remote.objects.delete(name);
  await sync(b, b, b, a, b);
  expect(await contents(b, id)).toEqual(['one', 'two']);
});

test(
  cite(
    'SYNC-3',
    'lost state is rebuilt from the store and the folder; nothing is uploaded twice and no number is used twice',
  ),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = three(remote);
    const id = await newConversation(a, ['one']);
    await sync(a, b);
    await append(b, id, 'two');
    await sync(b, a);
    await a.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(a.dataDir, `sync-state.db${end}`), { force: true });
    const connection = remote.connect();
    await a.restart(connection);
    await append(a, id, 'three');
    await sync(a, b);
    const puts = connection.calls.filter((call) => call.startsWith('put'));
    expect(puts.filter((call) => call.includes('/c/'))).toHaveLength(1);
    const records = [...remote.objects.keys()].filter((name) => name.includes('/a/c/'));
    const sizes = records.map((name) => remote.objects.get(name)?.length ?? 0);
    // One record each.
    expect(Math.max(...sizes)).toBeLessThan(1.5 * Math.min(...sizes));
    expect(puts).not.toContain(`put ${logEntry('a', 1)}`);
    expect(await contents(b, id)).toEqual(['one', 'two', 'three']);
    expect(problemsOf(b)).toEqual([]);
  },
);

test('an older copy of the folder gets back what it lacks, and nothing is lost elsewhere', async () => {
  const remote = createMemoryRemote();
  const [a, b] = three(remote);
  const id = await newConversation(a, ['one', 'two']);
  await sync(a, b);
  const [conversation] = (await a.store.listProjects()).map(({ id: project }) =>
    join(a.dataDir, 'projects', project, 'conversations', id),
  );
  rmSync(conversation as string, { recursive: true });
  await a.restart(remote.connect());
  await sync(a, b);
  expect(await contents(a, id)).toEqual(['one', 'two']);
  expect(await contents(b, id)).toEqual(['one', 'two']);
});

test(cite('SYNC-3', 'a device that ends before or after any request continues, and both are equal'), async () => {
  const faults: RemoteFault[] = ['dieBefore', 'dieAfter'];
  for (let at = 1, isOver = false; !isOver; at++) {
    isOver = true;
    for (const fault of faults) {
      const remote = createMemoryRemote();
      let count = 0;
      const dying = () => (++count === at ? fault : null);
      const [a, b] = [openDevice('a', remote.connect(dying)), openDevice('b', remote.connect())];
      const id = await newConversation(a, ['one', 'two']);
      const gone = await newConversation(a, ['to be deleted']);
      const secret = okValue(await a.store.readBranch(id)).messages[1]?.id ?? '';
      const steps = [
        () => a.engine.syncNow(),
        async () => a.store.forgetMessage(id, secret),
        async () => a.store.deleteConversation(gone),
        () => a.restart(remote.connect(dying)),
        () => a.engine.syncNow(),
      ];
      for (const step of steps) await step();
      if (count >= at) isOver = false;
      await a.restart(remote.connect());
      await sync(a, b, a, b);
      expect(Object.keys(recordsOf(b)), `${fault} ${at}`).toEqual([id]);
      expect(await contents(b, id), `${fault} ${at}`).toEqual(['one', '[Removed for good]']);
      expect(Object.keys(recordsOf(a)[id] ?? {}).sort()).toEqual(Object.keys(recordsOf(b)[id] ?? {}).sort());
      expect(problemsOf(b)).toEqual([]);
      await a.close();
      await b.close();
    }
  }
});

test(
  cite('SYNC-4', 'what is removed for good leaves the store, and stays removed on a device that was away'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b, c] = three(remote);
    const id = await newConversation(a, ['public', 'a secret']);
    const gone = await newConversation(a, ['all of this']);
    await sync(a, b, c);
    const sizes = new Map([...remote.objects].map(([name, bytes]) => [name, bytes.length]));
    const secret = okValue(await a.store.readBranch(id)).messages[1]?.id ?? '';
    const firstObjects = [...remote.objects].filter(([name]) => name.includes('/c/'));
    okValue(await a.store.forgetMessage(id, secret));
    okValue(await a.store.deleteConversation(gone));
    // It can still be undone.
    await sync(a, b);
    expect(Object.keys(recordsOf(b))).toContain(gone);
    await a.restart(remote.connect());
    await sync(a, b);
    for (const [name, bytes] of firstObjects) expect(remote.objects.get(name), name).not.toEqual(bytes);
    expect(sizes.size).toBeGreaterThan(0);
    // c wrote while it was away, and had everything.
    await append(c, id, 'written while away');
    await sync(c, a, b);
    for (const device of [a, b, c]) {
      expect(Object.keys(recordsOf(device)), device.name).toEqual([id]);
      expect(await contents(device, id)).toEqual(['public', '[Removed for good]', 'written while away']);
    }
  },
);

test('without a connection nothing is lost, the reason is shown, and the next pass continues', async () => {
  const remote = createMemoryRemote();
  let isOffline = true;
  const a = openDevice(
    'a',
    remote.connect(() => (isOffline ? 'refuse' : null)),
  );
  const b = openDevice('b', remote.connect());
  const id = await newConversation(a, ['one']);
  expect(errorOf(await a.engine.syncNow())).toMatchObject({ message: 'refused' });
  expect(a.engine.status()).toMatchObject({ state: 'offline', error: { message: 'refused' } });
  isOffline = false;
  await sync(a, b);
  expect(await contents(b, id)).toEqual(['one']);
});

test('after a stop, nothing is sent until the next start, which also finds what changed meanwhile', async () => {
  const remote = createMemoryRemote();
  const connection = remote.connect();
  const [a, b] = [openDevice('a', connection), openDevice('b', remote.connect())];
  const id = await newConversation(a, ['one']);
  await sync(a);
  await a.engine.stop();
  const before = connection.calls.length;
  await append(a, id, 'two');
  expect(errorOf(await a.engine.syncNow())).toMatchObject({ code: 'CANCELLED' });
  expect(connection.calls.length).toBe(before);
  a.engine.start();
  await sync(a, b);
  expect(await contents(b, id)).toEqual(['one', 'two']);
});

test(cite('SYNC-6', 'a first download fetches the newest conversations first'), async () => {
  const remote = createMemoryRemote();
  const connection = remote.connect();
  const [a, b] = [openDevice('a', remote.connect()), openDevice('b', connection)];
  const ids: string[] = [];
  for (const text of ['oldest', 'older', 'old']) ids.push(await newConversation(a, [text]));
  await append(a, ids[0] as string, 'the newest message');
  await sync(a, b);
  const { hiddenName } = createTestSealer('b');
  const byName = new Map(ids.map((id) => [hiddenName('conversation', id), id]));
  const fetched = connection.calls.flatMap((each) =>
    each.startsWith('get') ? (byName.get(each.split('/')[3] ?? '') ?? []) : [],
  );
  expect(fetched).toEqual([ids[0], ids[2], ids[1]]);
});
