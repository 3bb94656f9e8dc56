// Three machines with clocks that are years apart do random things to the same history, over a store with every fault, and end in the
// middle of requests. Afterwards the faults stop, and all of them must be equal and have lost nothing.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { changeTags } from '../../../electron/conversation/tags.ts';
import { registersOf } from '../../../electron/features/sync/engine/registers.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { asNew, userMessage } from '../messageBuilder.ts';
import { openStore } from '../openStore.ts';
import { okValue } from '../result.ts';
import { tempFolder } from '../tempFolder.ts';
import { createMemoryRemote, type MemoryRemote, type RemoteFault } from './memoryRemote.ts';
import { createRandomChoices, type RandomChoices } from './randomNumbers.ts';
import { openDevice, recordsOf, type SyncDevice, shiftedClock } from './syncDevice.ts';

export interface SimulationOptions {
  seed: number;
  steps: number;
}

export interface Simulation {
  remote: MemoryRemote;
  devices: SyncDevice[];
  /** Texts of messages that were removed for good, with their conversations. */
  removedTexts: string[];
  /** Everything that must not be readable in the store. */
  privateTexts: string[];
}

interface World extends Simulation {
  random: RandomChoices;
  /** IDs of all stored messages by conversation. */
  stored: Map<string, Set<string>>;
  removed: Set<string>;
  deleted: Set<string>;
  texts: Map<string, string>;
  count: number;
}

const years = [0, -7, 12];
const faults: RemoteFault[] = ['refuse', 'lost', 'forget', 'twice', 'old', 'dieBefore', 'dieAfter'];

export async function simulate({ seed, steps }: SimulationOptions): Promise<Simulation> {
  const remote = createMemoryRemote();
  const random = createRandomChoices(seed);
  const faultOf = (): RemoteFault => (random.oneIn(12) ? random.pick(faults) : null);
  const devices = ['a', 'b', 'c'].map((name, at) =>
    openDevice(name, remote.connect(faultOf), { clock: shiftedClock(years[at] as number) }),
  );
  const world: World = {
    ...{ remote, devices, random, removedTexts: [], privateTexts: [], stored: new Map(), removed: new Set() },
    ...{ deleted: new Set(), texts: new Map(), count: 0 },
  };
  for (let step = 0; step < steps; step++) {
    const device = random.pick(devices);
    for (let times = random.below(4); times > 0; times--) await act(world, device);
    const synced = await device.engine.syncNow().catch(() => null);
    const mustRestart = !synced?.ok && synced?.error.code !== 'DATA_FOLDER_BUSY';
    if (mustRestart || random.oneIn(8)) await device.restart(remote.connect(faultOf));
  }
  const copies = await Promise.all(devices.map(copyOf));
  await settle(world);
  await examine(world, copies);
  return world;
}

async function copyOf(device: SyncDevice): Promise<string> {
  const copy = join(tempFolder(), `copy-${device.name}`);
  cpSync(device.dataDir, copy, { recursive: true });
  return copy;
}

async function settle({ devices, remote }: World): Promise<void> {
  for (const device of devices) await device.restart(remote.connect());
  for (let round = 0; round < 12; round++) {
    for (const device of devices) okValue(await device.engine.syncNow());
  }
}

async function act(world: World, device: SyncDevice): Promise<void> {
  const { random } = world;
  const { store } = device;
  const ids = Object.keys(recordsOf(device));
  const action = random.below(12);
  if (ids.length === 0 || action === 0) return newConversation(world, device);
  const id = random.pick(ids);
  const messages = Object.keys(recordsOf(device)[id] ?? {});
  if (action <= 4) return append(world, device, id);
  if (action === 5) {
    const meta = await store.readMeta(id);
    const lastId = okValue(await store.readBranch(id, { tail: 1 })).lastId ?? '';
    if (meta) await store.updateMeta(id, (now) => ({ ...now, head: { id: random.pick(messages), after: lastId } }));
    return append(world, device, id);
  }
  if (action === 6) {
    const branch = okValue(await store.readBranch(id));
    const from = random.pick(branch.messages);
    if (!from) return;
    const title = text(world, 'fork');
    const { conversationId } = okValue(await store.forkConversation(id, from.id, title));
    note(world, conversationId, Object.keys(recordsOf(device)[conversationId] ?? {}));
    return;
  }
  if (action === 7) {
    const messageId = random.pick(messages);
    const forgotten = await store.forgetMessage(id, messageId);
    if (forgotten.ok) {
      world.removed.add(`${id} ${messageId}`);
      for (const other of forgotten.value.alsoIn) {
        if ((await store.forgetMessage(id, other)).ok) world.removed.add(`${id} ${other}`);
      }
    }
    return;
  }
  if (action === 8 && random.oneIn(3)) {
    const erased = await store.deleteConversation(id);
    if (erased.ok) world.deleted.add(id);
    return;
  }
  if (action === 9) {
    const title = text(world, 'title');
    await store.updateMeta(id, (meta) => ({ ...meta, title, pinned: random.oneIn(2), archived: random.oneIn(4) }));
    return;
  }
  if (action === 10) {
    const [name, at] = [`tag ${random.below(4)}`, new Date().toISOString()];
    const change = random.oneIn(2) ? { add: [name], remove: [] } : { add: [], remove: [name] };
    await store.updateMeta(id, (meta) => changeTags(meta, change, at).meta);
    return;
  }
  const [mark, at] = [random.pick(messages), new Date().toISOString()];
  const hidden = random.oneIn(2);
  await store.updateMeta(id, (meta) => ({ ...meta, marks: { ...meta.marks, [mark]: { hidden, at } } }));
}

function text(world: World, what: string): string {
  const sentence = `${what} number ${++world.count} of the simulation`;
  world.privateTexts.push(sentence);
  return sentence;
}

function note({ stored }: World, conversationId: string, ids: readonly string[]): void {
  const storedIds = stored.get(conversationId) ?? new Set();
  for (const id of ids) storedIds.add(id);
  stored.set(conversationId, storedIds);
}

async function newConversation(world: World, device: SyncDevice): Promise<void> {
  const { store } = device;
  const folder = world.random.oneIn(2) ? tempFolder() : null;
  const project = okValue(folder ? await store.openProject(folder) : await store.openFolderlessProject());
  const { conversationId } = okValue(await store.createConversation(project.id));
  for (let times = 1 + world.random.below(3); times > 0; times--) await append(world, device, conversationId);
}

async function append(world: World, { store }: SyncDevice, conversationId: string): Promise<void> {
  const content = text(world, 'message');
  const message = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(content))));
  note(world, conversationId, [message.id]);
  world.texts.set(`${conversationId} ${message.id}`, content);
  if (!world.random.oneIn(3)) return;
  const entry = { v: 1, at: message.createdAt, messageId: message.id, toolCallId: 'c1', index: 0, name: 'run_command' };
  okValue(await store.logExecution(conversationId, { ...entry, type: 'tool_started', pid: world.count }));
}

/** Which calls have started, of messages that are not removed. */
async function callsOf({ store }: SyncDevice, { removed }: World, ids: readonly string[]): Promise<string[]> {
  const calls = await Promise.all(
    ids.map(async (id) => (await store.readExecution(id))?.map(({ messageId }) => `${id} ${messageId}`) ?? []),
  );
  return [...new Set(calls.flat())].filter((call) => !removed.has(call)).sort();
}

/** As records: tombstones without their time, which is that of each machine. */
function comparable(device: Pick<SyncDevice, 'dataDir'>): Record<string, Record<string, string>> {
  const all = recordsOf(device);
  for (const records of Object.values(all)) {
    for (const [id, line] of Object.entries(records)) {
      const message = JSON.parse(line) as Message;
      if (isRemoved(message)) records[id] = JSON.stringify({ ...message, removed: {} });
    }
  }
  return all;
}

async function metaOf({ store }: SyncDevice, ids: readonly string[]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const id of ids) {
    const branch = okValue(await store.readBranch(id, { tail: 1 }));
    const { head: open, merging } = branch.meta;
    const after = open?.after === branch.lastId ? open : merging;
    const head = after ? ('id' in after ? after.id : after.head) : branch.lastId;
    const project = okValue(await store.getProject(branch.projectId));
    const values = [...registersOf(branch.meta, head)].sort(([a], [b]) => (a < b ? -1 : 1));
    all[id] = { values, project: project.name === 'Chats' ? '' : project.id };
  }
  return all;
}

async function examine(world: World, copies: readonly string[]): Promise<void> {
  const { devices, stored, removed, deleted } = world;
  for (const { engine, name } of devices) {
    expect(engine.status(), name).toMatchObject({ error: null, problems: [], waiting: 0 });
  }
  const [first, ...others] = devices as [SyncDevice, ...SyncDevice[]];
  const records = comparable(first);
  const meta = await metaOf(first, Object.keys(records));
  const calls = await callsOf(first, world, Object.keys(records));
  for (const other of others) {
    expect(comparable(other), other.name).toEqual(records);
    expect(await metaOf(other, Object.keys(records)), other.name).toEqual(meta);
    expect(await callsOf(other, world, Object.keys(records)), other.name).toEqual(calls);
  }
  for (const [conversation, ids] of stored) {
    if (deleted.has(conversation)) expect(Object.keys(records)).not.toContain(conversation);
    else expect(Object.keys(records[conversation] ?? {}), conversation).toEqual(expect.arrayContaining([...ids]));
  }
  for (const each of removed) {
    const [conversation = '', message = ''] = each.split(' ');
    if (deleted.has(conversation)) continue;
    expect(isRemoved(JSON.parse(records[conversation]?.[message] ?? '{}') as Message), each).toBe(true);
  }
  // The same as merging the folders, as they were before the last faults ended.
  const { store, dataDir } = openStore();
  for (const copy of copies) await store.mergeFrom(copy, { removals: () => true, folders: () => false });
  const merged = comparable({ dataDir });
  for (const id of deleted) delete merged[id];
  expect(merged).toEqual(records);
  for (const [key, words] of world.texts) {
    const [conversation = ''] = key.split(' ');
    if (removed.has(key) || deleted.has(conversation)) world.removedTexts.push(words);
  }
}
