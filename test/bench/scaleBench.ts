// The cost of sync for one user and for a million: a working day of the real engine against a store that counts, times the days of a
// month, the users, and the prices. docs/scale.md explains it.

import { join } from 'node:path';
import type { SyncEngine } from '../../electron/features/sync/engine/engine.ts';
import { createSyncEngine } from '../../electron/features/sync/engine/syncEngine.ts';
import type { RemoteStore } from '../../electron/features/sync/remote/remoteStore.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { addDevice } from '../support/sync/devices.ts';
import { createMemoryRemote, type RemoteCall } from '../support/sync/memoryRemote.ts';
import { count, type Figure, megabytes, type Section } from './figures.ts';
import { benchStore, mustBeOk } from './openedStore.ts';
import { randomTexts } from './randomTexts.ts';

/** US dollars. Sources and dates: docs/scale.md. */
const prices = {
  R2: { write: 4.5e-6, read: 0.36e-6, storedGb: 0.015, sentGb: 0 },
  S3: { write: 5e-6, read: 0.4e-6, storedGb: 0.023, sentGb: 0.09 },
};
const users = [1, 1_000, 1_000_000];
const days = 21;
const devices = 3;
/** Looks of each device at the store on a working day of eight hours, one a minute. */
const looks = 480;
const promptsADay = 30;
const callsPerPrompt = 6;
const gb = 1e9;
/** The engine's pauses, in milliseconds: before an upload, and between two looks. */
const [settleMs, idleMs] = [1_000, 60_000];

interface Count {
  writes: number;
  reads: number;
  put: number;
  got: number;
}

interface Machine {
  store: RuntimeStore;
  engine: SyncEngine;
  count: Count;
  /** Ends the pause before an upload, or before the next look, and waits until the engine is idle again. */
  upload(): Promise<void>;
  look(): Promise<void>;
}

/** Writing and listing cost the same, reading less; removing is free. */
function counted(remote: RemoteStore): { remote: RemoteStore; count: Count } {
  const total: Count = { writes: 0, reads: 0, put: 0, got: 0 };
  const note = (kind: RemoteCall): void => {
    if (kind === 'put' || kind === 'list') total.writes++;
    if (kind === 'get') total.reads++;
  };
  return {
    count: total,
    remote: {
      list: (folder, options) => {
        note('list');
        return remote.list(folder, options);
      },
      async get(name, signal) {
        note('get');
        const got = await remote.get(name, signal);
        total.got += got.ok ? (got.value?.length ?? 0) : 0;
        return got;
      },
      put: (name, bytes, signal) => {
        note('put');
        total.put += bytes.length;
        return remote.put(name, bytes, signal);
      },
      remove: (name, signal) => remote.remove(name, signal),
    },
  };
}

export async function scaleBench(folder: string): Promise<Section> {
  const memory = createMemoryRemote();
  const machines = await openMachines(folder, memory.connect());
  const [writer] = machines as [Machine, ...Machine[]];
  const next = randomTexts(1);
  const conversationId = await begin(writer);
  // Every device has written before, and knows the others.
  for (const machine of machines) {
    await begin(machine);
    await machine.upload();
  }
  for (const { engine } of machines) mustBeOk(await engine.syncNow());

  const before = machines.map((machine) => ({ ...machine.count }));
  const storedBefore = memory.bytes().length;
  let messages = 0;
  for (const message of workingDay(next)) {
    mustBeOk(await writer.store.appendConversationMessage(conversationId, asNew(message as never)));
    await writer.upload();
    messages++;
  }
  const upload = difference(writer.count, before[0]);
  for (const machine of machines.slice(1)) await machine.look();
  const download = difference(machines[1]?.count, before[1]);
  const stored = memory.bytes().length - storedBefore;

  await writer.look();
  const atRest = { ...writer.count };
  const times = 10;
  for (let time = 0; time < times; time++) await writer.look();
  const idle = difference(writer.count, atRest);
  for (const { engine, store } of machines) {
    await engine.stop();
    await store.close();
  }

  const day: Count = {
    writes: upload.writes + download.writes * (devices - 1) + (idle.writes / times) * looks * devices,
    reads: upload.reads + download.reads * (devices - 1) + (idle.reads / times) * looks * devices,
    put: upload.put,
    got: download.got * (devices - 1) + (idle.got / times) * looks * devices,
  };
  return {
    title: 'Scale',
    how: `${devices} devices of a user; ${count(messages)} messages on a working day, each uploaded on its own; each device looks at the store ${looks} times a day; ${days} working days a month. A month's cost after a year of it, in US dollars.`,
    figures: [
      {
        name: 'a message, uploaded',
        value: `${(upload.writes / messages).toFixed(2)} writes`,
        note: `${Math.round(upload.put / messages)} bytes`,
      },
      {
        name: 'a message, on another device that looks once a day',
        value: `${(download.reads / messages).toFixed(2)} reads`,
        note: `${Math.round(download.got / messages)} bytes`,
      },
      { name: 'a look with nothing new', value: `${idle.writes / times} writes or lists, ${idle.reads / times} reads` },
      { name: 'stored in a year', value: megabytes(stored * days * 12), note: 'of one user' },
      ...users.flatMap((many) => costs(many, day, stored)),
    ],
  };
}

async function begin({ store }: Machine): Promise<string> {
  const project = mustBeOk(await store.openFolderlessProject());
  const { conversationId } = mustBeOk(await store.createConversation(project.id));
  mustBeOk(await store.appendConversationMessage(conversationId, asNew(userMessage('Hello'))));
  return conversationId;
}

function costs(many: number, day: Count, stored: number): Figure[] {
  return Object.entries(prices).map(([name, price]) => {
    const requests = (day.writes * price.write + day.reads * price.read) * days;
    const storage = ((stored * days * 12) / gb) * price.storedGb;
    const sent = ((day.got * days) / gb) * price.sentGb;
    const dollars = (each: number): string =>
      `$${(each * many).toLocaleString('en-US', { maximumFractionDigits: many === 1 ? 4 : 0 })}`;
    return {
      name: `${count(many)} ${many === 1 ? 'user' : 'users'}, ${name}`,
      value: dollars(requests + storage + sent),
      note: `requests ${dollars(requests)}, storage ${dollars(storage)}, traffic ${dollars(sent)}`,
    };
  });
}

function* workingDay(next: () => string): Generator<NewMessage> {
  for (let prompt = 0; prompt < promptsADay; prompt++) {
    yield userMessage(next());
    for (let at = 0; at < callsPerPrompt; at++) {
      const id = `c${prompt}-${at}`;
      yield assistantMessage(next().slice(0, 80), [
        call(id, 'read_file', JSON.stringify({ path: next().slice(0, 40) })),
      ]);
      yield toolMessage(id, Array.from({ length: 8 }, next).join('\n'));
    }
    yield assistantMessage(Array.from({ length: 3 }, next).join('\n\n'));
  }
}

const maxTurns = 10_000;

async function openMachines(folder: string, remote: RemoteStore): Promise<Machine[]> {
  const machines: Machine[] = [];
  let seed: Uint8Array | undefined;
  for (let at = 0; at < devices; at++) {
    const { sealer, keys } = await addDevice(remote, `device ${at}`, seed);
    seed ??= keys.seed;
    const dataDir = join(folder, `device${at}`);
    const store = benchStore(dataDir);
    const counting = counted(remote);
    const pauses = new Map<number, () => void>();
    const engine = createSyncEngine({
      ...{ store, remote: counting.remote, sealer, space: keys.space, dataDir, disk: nodeDisk, clock: systemClock },
      timers: { set: (work, ms) => void pauses.set(ms, work), clear: () => {} },
    });
    const isIdle = (): Promise<void> =>
      new Promise((resolve) => {
        const stop = engine.onStatus(({ state, error }) => {
          if (error) throw new Error(error.message);
          if (state !== 'idle') return;
          stop();
          resolve();
        });
      });
    const endPause = async (ms: number): Promise<void> => {
      // It begins a moment after the status is idle.
      for (let turn = 0; turn < maxTurns && !pauses.has(ms); turn++)
        await new Promise((resolve) => setImmediate(resolve));
      const work = pauses.get(ms);
      if (!work) throw new Error(`nothing waits ${ms} ms`);
      pauses.delete(ms);
      const idle = isIdle();
      work();
      await idle;
    };
    const [upload, look] = [() => endPause(settleMs), () => endPause(idleMs)];
    const idle = isIdle();
    engine.start();
    await idle;
    machines.push({ store, engine, count: counting.count, upload, look });
  }
  return machines;
}

function difference(now: Count | undefined, before: Count | undefined): Count {
  const part = (key: keyof Count): number => (now?.[key] ?? 0) - (before?.[key] ?? 0);
  return { writes: part('writes'), reads: part('reads'), put: part('put'), got: part('got') };
}
