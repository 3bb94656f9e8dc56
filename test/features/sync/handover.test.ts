// Runs that are followed on another machine and taken over, in every order, and ended anywhere.

import { expect, test } from 'vitest';
import { decodeEntry } from '../../../electron/features/sync/engine/logEntry.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { addDevice } from '../../support/sync/devices.ts';
import { createMemoryRemote, type MemoryRemote, type RemoteFault } from '../../support/sync/memoryRemote.ts';
import { openRunningDevice, type RunningDevice } from '../../support/sync/runningDevice.ts';
import { recordsOf, testSpace } from '../../support/sync/syncDevice.ts';
import { volume } from '../../support/volume.ts';

async function newConversation({ device: { store } }: RunningDevice): Promise<string> {
  const project = okValue(await store.openFolderlessProject());
  return okValue(await store.createConversation(project.id)).conversationId;
}

const open = (remote: MemoryRemote, ...names: string[]) =>
  Promise.all(names.map((name) => openRunningDevice(name, remote.connect())));

const texts = async ({ device: { store } }: RunningDevice, id: string) =>
  okValue(await store.readBranch(id)).messages.map(({ content }) => content);

/** Two machines; a conversation runs on the first, and the second has it. */
async function following(remote: MemoryRemote = createMemoryRemote()) {
  const [a, b] = (await open(remote, 'a', 'b')) as [RunningDevice, RunningDevice];
  const id = await newConversation(a);
  await a.start(id, 'r1');
  await a.sync();
  await b.sync();
  return { a, b, id, remote };
}

test(cite('SYNC-10', 'a run is shown on the other machine, its messages arrive, and its end shows'), async () => {
  const { a, b, id } = await following();
  expect(b.states()).toEqual(['running on the a']);
  expect(b.device.engine.runs.list()[0]?.heardAt).toEqual(expect.any(String));
  expect(a.states()).toEqual([]);
  await a.append(id, 'reply');
  await a.sync();
  b.device.engine.runs.watch([id]);
  await b.look();
  expect(await texts(b, id)).toEqual(['question of r1', 'reply']);
  a.finish(id);
  await a.sync();
  await b.look();
  expect(b.states()).toEqual([]);
});

test(cite('SYNC-10', 'a run ends where it is when it is taken over, and everything of it is here then'), async () => {
  const { a, b, id } = await following();
  expect(b.device.engine.runs.takeOver(id)).toBe(true);
  expect(b.states()).toEqual(['asked on the a']);
  await b.sync();
  expect(b.states()).toEqual(['asked on the a']);
  await a.sync();
  expect(a.ended).toEqual(['r1']);
  expect(a.states()).toEqual(['continued on the b, from here']);
  await b.look();
  expect(b.states()).toEqual([]);
  expect(await texts(b, id)).toEqual(['question of r1', 'cut r1']);
  // And back.
  await b.start(id, 'r2');
  await b.sync();
  await a.sync();
  expect(a.states()).toEqual(['running on the b, from here']);
  a.device.engine.runs.takeOver(id);
  await a.sync();
  await b.sync();
  await a.sync();
  expect([b.ended, b.states()]).toEqual([['r2'], ['continued on the a, from here']]);
  expect(a.states()).toEqual([]);
  await a.start(id, 'r3');
  await a.sync();
  await b.sync();
  a.finish(id);
  await a.sync();
  await b.sync();
  expect([a.states(), b.states()]).toEqual([[], []]);
});

test(cite('SYNC-10', 'a request that is repeated, late or for another machine ends no other run'), async () => {
  const { a, b, id, remote } = await following();
  const [c] = (await open(remote, 'c')) as [RunningDevice];
  b.device.engine.runs.takeOver(id);
  await b.sync();
  await c.sync();
  // The request stays in the log while a is away; b is gone.
  await b.device.close();
  a.finish(id);
  await a.start(id, 'r2');
  await a.sync();
  await c.start(id, 'r1');
  await c.sync();
  expect([a.ended, c.ended]).toEqual([[], []]);
  await a.restart(remote.connect());
  await a.start(id, 'r3');
  await a.sync();
  expect(a.ended).toEqual([]);
});

test(cite('SYNC-10', 'when two machines ask, the first gets the run, and the other is notified'), async () => {
  const { a, b, id, remote } = await following();
  const [c] = (await open(remote, 'c')) as [RunningDevice];
  for (const each of [c, b]) each.device.engine.runs.takeOver(id);
  await c.sync();
  await b.sync();
  await a.sync();
  expect(a.ended).toEqual(['r1']);
  await b.sync();
  await c.sync();
  expect([b.states(), c.states()]).toEqual([[], ['continued on the b']]);
  for (const each of [b, c]) expect(await texts(each, id)).toEqual(['question of r1', 'cut r1']);
});

test(
  cite('SYNC-10', 'without an answer the user continues from what is here, and both go on as branches'),
  async () => {
    const { a, b, id } = await following();
    b.device.engine.runs.takeOver(id);
    b.waitInVain();
    expect(b.states()).toEqual(['silent on the a']);
    b.device.engine.runs.dismiss(id, true);
    expect(b.states()).toEqual(['released on the a']);
    await b.sync();
    await a.append(id, 'from a');
    await b.append(id, 'from b');
    for (const each of [a, b, a, b]) await each.sync();
    expect(a.ended).toEqual([]);
    const records = [a, b].map(({ device }) => recordsOf(device)[id]);
    expect(records[0]).toEqual(records[1]);
    expect(JSON.stringify(records)).toMatch(/from a.*from b|from b.*from a/);
  },
);

test(cite('SYNC-10', 'a request that is canceled before it is read ends nothing'), async () => {
  const { a, b, id } = await following();
  b.device.engine.runs.takeOver(id);
  await b.sync();
  b.device.engine.runs.dismiss(id, false);
  await b.sync();
  await a.sync();
  expect([a.ended, b.states()]).toEqual([[], ['running on the a']]);
});

test(cite('SYNC-10', 'a machine that ended without a word says so when it starts again'), async () => {
  const { a, b, id, remote } = await following();
  b.device.engine.runs.takeOver(id);
  await b.sync();
  await a.restart(remote.connect());
  expect(a.ended).toEqual([]);
  await b.sync();
  expect(b.states()).toEqual([]);
  // After a restart nobody waits any more.
  await a.start(id, 'r2');
  await a.sync();
  await b.sync();
  b.device.engine.runs.takeOver(id);
  await b.sync();
  await b.restart(remote.connect());
  expect(b.states()).toEqual(['running on the a']);
  await a.sync();
  expect([a.ended, a.states()]).toEqual([[], []]);
});

test(cite('SYNC-10', 'a foreign or revoked machine ends nothing'), async () => {
  const remote = createMemoryRemote();
  const [one, two] = [await addDevice(remote.connect(), 'one'), await addDevice(remote.connect(), 'foreign')];
  const three = await addDevice(remote.connect(), 'three', one.keys.seed);
  one.revoked.add(three.sealer.device);
  const a = await openRunningDevice('a', remote.connect(), { sealer: one.sealer });
  const id = await newConversation(a);
  await a.start(id, 'r1');
  const asks = [[one.sealer.device, id, 'r1']];
  const entry = Buffer.from(JSON.stringify({ v: 1, seq: 1, previous: '', counter: 0, checkpoint: 0, asks }));
  expect(decodeEntry(entry)).toMatchObject({ asks });
  for (const { sealer } of [two, three]) {
    const name = `${testSpace}/${sealer.device}/log/000000000001`;
    remote.objects.set(name, await sealer.seal(name, entry));
  }
  await a.sync();
  expect([a.ended, a.device.engine.status().problems.length]).toEqual([[], 2]);
  one.revoked.clear();
  await a.sync();
  expect(a.ended).toEqual(['r1']);
});

test(
  cite('SYNC-10', 'only a followed run, or one that is followed elsewhere, is looked at more than once a minute'),
  async () => {
    const { a, b, id } = await following();
    expect([a.pause(), b.pause()]).toEqual([60_000, 60_000]);
    b.device.engine.runs.watch([id]);
    expect(b.pause()).toBeLessThanOrEqual(3_000);
    await b.sync();
    await a.sync();
    await a.look();
    expect(a.pause()).toBe(5_000);
    b.device.engine.runs.watch([]);
    await b.sync();
    await b.look();
    await a.sync();
    await a.look();
    expect([a.pause(), b.pause()]).toEqual([60_000, 60_000]);
  },
);

test(cite('SYNC-10', 'a machine that was not heard for long is followed no more often than others'), async () => {
  const { a, b, id } = await following();
  b.device.engine.runs.watch([id]);
  await b.sync();
  expect(b.pause()).toBeLessThanOrEqual(3_000);
  for (let second = 0; second <= 31 * 60; second++) b.clock.now();
  await b.look();
  expect(b.pause()).toBe(60_000);
  await a.append(id, 'more');
  await a.sync();
  await b.sync();
  await b.look();
  expect(b.pause()).toBe(3_000);
});

test(
  cite('SYNC-10', 'on a metered connection no run is followed, and one that the user continues here is asked for'),
  async () => {
    const remote = createMemoryRemote();
    const [a] = (await open(remote, 'a')) as [RunningDevice];
    let isMetered = false;
    const connection = remote.connect();
    const limits = async () => ({ maxFileBytes: null, syncsMetered: false, leftOut: [] });
    const b = await openRunningDevice('b', connection, { engine: { limits, isMetered: async () => isMetered } });
    const id = await newConversation(a);
    await a.start(id, 'r1');
    await a.sync();
    await b.sync();
    b.device.engine.runs.watch([id]);
    await b.sync();
    isMetered = true;
    const before = connection.calls.length;
    await b.look();
    expect([connection.calls.length - before, b.pause()]).toEqual([0, 60_000]);
    b.device.engine.runs.takeOver(id);
    await b.look();
    await a.sync();
    expect(a.ended).toEqual(['r1']);
    await b.look();
    expect([b.states(), await texts(b, id)]).toEqual([[], ['question of r1', 'cut r1']]);
  },
);

test(cite('SYNC-10', 'runs of a project that is left out stay on their machine, and none is shown there'), async () => {
  const remote = createMemoryRemote();
  let leftOut = [''];
  const limits = async () => ({ maxFileBytes: null, syncsMetered: true, leftOut });
  const a = await openRunningDevice('a', remote.connect(), { engine: { limits } });
  const [b] = (await open(remote, 'b')) as [RunningDevice];
  const id = await newConversation(a);
  await a.start(id, 'r1');
  for (const each of [a, b]) await each.sync();
  expect([a.device.engine.runs.here(), b.states()]).toEqual([[], []]);
  leftOut = [];
  for (const each of [a, b]) await each.sync();
  expect([a.device.engine.runs.here(), b.states()]).toEqual([[id], ['running on the a']]);
  a.finish(id);
  for (const each of [a, b]) await each.sync();
  await b.start(id, 'r2');
  for (const each of [b, a]) await each.sync();
  expect(a.states()).toEqual(['running on the b']);
  // Nobody waits for it any longer: nothing of it comes.
  a.device.engine.runs.takeOver(id);
  leftOut = [''];
  await a.sync();
  expect([a.states(), a.device.engine.runs.takeOver(id)]).toEqual([[], false]);
});

const faults: RemoteFault[] = ['refuse', 'lost', 'forget', 'twice', 'old', 'dieBefore', 'dieAfter'];
const places = volume({
  short: [1, 4],
  all: [1, 2, 3, 4, 5, 6, 8, 10, 12, 15],
  long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
});
const cases = ['a', 'b'].flatMap((name) =>
  faults.flatMap((fault) => places.map((place) => [name, fault, place] as const)),
);

test.each(cases)(
  cite('SYNC-10', 'a take-over ends well if %s has the fault %s at request %i'),
  async (name, fault, place) => {
    const remote = createMemoryRemote();
    let left = Number.POSITIVE_INFINITY;
    const connect = (of: string) => remote.connect(() => (of === name && --left === 0 ? fault : null));
    const a = await openRunningDevice('a', connect('a'));
    const b = await openRunningDevice('b', connect('b'));
    const id = await newConversation(a);
    await a.start(id, 'r1');
    await a.sync();
    await b.sync();
    left = place;
    b.device.engine.runs.takeOver(id);
    // A machine that fails reports it, and tries again later.
    for (const each of [b, a, b]) await each.sync().catch(() => {});
    const hasDied = left <= 0 && String(fault).startsWith('die');
    left = Number.POSITIVE_INFINITY;
    if (hasDied) await (name === 'a' ? a : b).restart(remote.connect());
    for (let round = 0; round < 3; round++) for (const each of [a, b]) await each.sync();
    expect(a.ended.length).toBeLessThanOrEqual(1);
    const isOver = a.ended.length === 1 || (hasDied && name === 'a');
    if (!hasDied) expect(a.ended).toEqual(['r1']);
    expect(b.states()).toEqual(isOver ? [] : ['running on the a']);
    expect(recordsOf(b.device)).toEqual(recordsOf(a.device));
    if (!isOver) return;
    // It continues here, and nothing of the old request is left.
    await b.start(id, 'r2');
    for (const each of [b, a, b, a]) await each.sync();
    expect(b.ended).toEqual([]);
    expect(recordsOf(a.device)).toEqual(recordsOf(b.device));
  },
);
