// Sync as a window sees it: what is confirmed first, what it shows, and pausing.

import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followConfig } from '../../../electron/features/sync/window/followConfig.ts';
import { syncHandlers } from '../../../electron/features/sync/window/handlers.ts';
import { createSyncLive } from '../../../electron/features/sync/window/live.ts';
import type { Confirm } from '../../../electron/ports/confirm.ts';
import { refuseAllConfirmations } from '../../../electron/ports/confirm.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { ok } from '../../../shared/core/errors.ts';
import { syncParts } from '../../../shared/features/sync/sync.ts';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createPatientClock, type Machine, openMachine } from '../../support/sync/machine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();
const connection = { signal } as never;
const patience = { timeout: 10_000 };
const agree: Confirm = { ...refuseAllConfirmations, require: () => ok(undefined) };

/** A window of the machine, whose sync runs. */
function openWindow({ account, connect, dataDir }: Machine, confirm: Confirm) {
  const clock = createPatientClock();
  let engine: Awaited<ReturnType<Machine['connect']>> | null = null;
  const live = createSyncLive({
    account: async () => account,
    async connect() {
      engine = await connect();
      return engine;
    },
    async disconnect() {
      if (engine?.ok) await engine.value?.stop();
    },
    followConfig: (changed) => followConfig(dataDir, changed),
    isSetUp: async () => existsSync(join(dataDir, 'sync', 'config.json')),
    clock,
    notice: () => {},
  });
  live.keepUp();
  onTestFinished(() => live.end());
  const handlers = syncHandlers(confirm, {
    ...{ account: async () => account, live, clock, disk: nodeDisk, dataDir },
    engine: () => null,
  });
  return { live, handlers };
}

function choiceOf({ choice }: Machine) {
  const { store, deviceName } = choice;
  return { store: store as { kind: 'folder'; folder: string; prefix: string }, user: '', secret: '', deviceName };
}

test(
  cite('SYNC-2', 'a window gets no code and no phrase, and sends nothing, before the user has confirmed it'),
  async () => {
    const folder = tempFolder();
    const machine = openMachine('laptop', folder, createPatientClock());
    const { handlers } = openWindow(machine, refuseAllConfirmations);
    const place = choiceOf(machine);
    const proof = { kind: 'code', text: '' } as const;
    const answers = [
      await handlers['sync.setUp'](place, connection),
      await handlers['sync.join']({ ...place, proof }, connection),
      await handlers['sync.newCode']({}, connection),
      await handlers['sync.phrase']({}, connection),
      await handlers['sync.revoke']({ device: 'a' }, connection),
      await handlers['sync.choose']({ parts: [...syncParts] }, connection),
    ];
    expect(answers.map((answer) => errorOf(answer).code)).toEqual(answers.map(() => 'CONFIRMATION_REFUSED'));
    expect([readdirSync(folder), machine.secrets.size]).toEqual([[], 0]);
    expect(okValue(await handlers['sync.check'](place, connection))).toEqual({
      conversations: 0,
      bytes: 0,
      requests: 8,
    });
  },
);

test(cite('SYNC-2', 'a window offers to follow a revocation, and names what is wrong'), async () => {
  const folder = tempFolder();
  const clock = createPatientClock();
  const names = ['laptop', 'tower', 'phone'] as const;
  const [laptop, tower, phone] = names.map((name) => openMachine(name, folder, clock)) as [Machine, Machine, Machine];
  const first = openWindow(laptop, agree);
  const { phrase } = okValue(await first.handlers['sync.setUp'](choiceOf(laptop), connection));
  const [second, third] = [openWindow(tower, agree), openWindow(phone, agree)];
  for (const [window, machine] of [[second, tower] as const, [third, phone] as const]) {
    const proof = { kind: 'phrase', text: phrase } as const;
    okValue(await window.handlers['sync.join']({ ...choiceOf(machine), proof }, connection));
    await expect.poll(() => window.live.info()).toMatchObject({ state: 'idle', alert: null });
  }
  const { machines } = okValue(await first.handlers['sync.machines']({}, connection));
  expect(machines.map(({ name }) => name).sort()).toEqual([...names].sort());
  const device = machines.find(({ name }) => name === 'phone')?.device ?? '';
  const revoked = okValue(await first.handlers['sync.revoke']({ device }, connection));
  expect(okValue(await first.handlers['sync.phrase']({}, connection))).toEqual(revoked);

  await second.live.now();
  await expect
    .poll(() => second.live.info())
    .toMatchObject({ alert: 'move', move: { by: 'laptop', revoked: ['phone'] } });
  await third.live.now();
  await expect.poll(() => third.live.info()).toMatchObject({ alert: 'revoked', state: 'off' });
  okValue(await second.handlers['sync.follow']({}, connection));
  await expect.poll(() => second.live.info()).toMatchObject({ state: 'idle', alert: null, move: null });

  okValue(await second.handlers['sync.pause']({ paused: true }, connection));
  expect(await second.live.info()).toMatchObject({ state: 'paused', membership: { deviceName: 'tower' } });
  renameSync(join(folder, 'throughline'), join(folder, 'elsewhere'));
  okValue(await second.handlers['sync.pause']({ paused: false }, connection));
  await expect.poll(() => second.live.info()).toMatchObject({ state: 'offline', error: expect.anything() });
  okValue(await second.handlers['sync.leave']({ onlyHere: true }, connection));
  expect(await second.live.info()).toMatchObject({ membership: null, state: 'off', alert: null });
  expect(tower.secrets.size).toBe(0);
});

test(
  cite('SYNC-2', 'a window that is open notices that another process has set sync up, limited, and left'),
  async () => {
    const folder = tempFolder();
    const machine = openMachine('laptop', folder, createPatientClock());
    okValue(await machine.store.openFolderlessProject());
    const { live } = openWindow(machine, agree);
    expect((await live.info()).membership).toBeNull();
    const other = machine.accountOf(machine.dataDir);
    okValue(await other.create(machine.choice, signal));
    await expect.poll(async () => (await live.info()).membership?.deviceName, patience).toBe('laptop');
    okValue(await other.limit({ bytesPerSecond: 5_000 }));
    await expect.poll(async () => (await live.info()).membership?.bytesPerSecond, patience).toBe(5_000);
    okValue(await other.pause(true));
    await expect.poll(async () => (await live.info()).state, patience).toBe('paused');
    okValue(await other.leave(false, signal));
    await expect.poll(async () => (await live.info()).membership, patience).toBeNull();
  },
);
