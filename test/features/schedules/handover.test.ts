// One process at a time runs the schedules of a data folder: the service lets the app have them, and has them again when it closes.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createScheduler } from '../../../electron/features/schedules/scheduler.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { claimDataFolder } from '../../../electron/stores/locks/claimDataFolder.ts';
import { folderOwner, onFolderRequest } from '../../../electron/stores/locks/folderRequest.ts';
import { ok } from '../../../shared/core/errors.ts';
import { scheduleWish } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('SCHED-4', 'the service runs what others request, and lets an open window have the schedules'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const clock = createSteppedClock();
  const runs: string[] = [];
  const make = (name: string) => {
    const scheduler = createScheduler({
      ...{ dataDir, disk: nodeDisk, clock, ids: createIdSource(clock), machine: 'here', notice() {} },
      checkGoal: async () => ok(null),
      prepare: async (schedule) =>
        ok({
          conversationId: `of-${name}`,
          async run() {
            runs.push(`${schedule.name} by ${name}`);
            return { end: 'done', reason: null, usd: null };
          },
        }),
    });
    onTestFinished(() => scheduler.close());
    return scheduler;
  };
  const [service, window] = [make('service'), make('window')];
  const trigger = { type: 'time', cron: '0 9 * * *', timeZone: 'UTC' };
  const { id } = okValue(await window.save(null, scheduleWish.parse({ name: 'Daily', prompt: 'Go', trigger })));

  service.start({ yields: true });
  const runner = async (of: typeof service) => (await of.list()).runner;
  await expect.poll(() => runner(service)).toBe('here');
  expect(await runner(window)).toBe('elsewhere');
  expect(okValue(await window.run(id))).toBe('elsewhere');
  await expect.poll(() => clock.advance(5_000).then(() => runs)).toEqual(['Daily by service']);
  await service.idle();

  const claim = okValue(await claimDataFolder(dataDir, 'browser'));
  window.start();
  await expect.poll(() => clock.advance(5_000).then(() => runner(window))).toBe('here');
  expect(await runner(service)).toBe('elsewhere');
  expect(okValue(await window.run(id))).toBe('here');
  await expect.poll(() => runs).toEqual(['Daily by service', 'Daily by window']);
  await window.close();
  claim.release();
  await expect.poll(() => clock.advance(5_000).then(() => runner(service))).toBe('here');
});

test(
  cite('SCHED-30', 'serving devices, the service keeps the schedules, until an app requests the data folder'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const clock = createSteppedClock();
    const make = (leavesRuns: boolean) => {
      const scheduler = createScheduler({
        ...{ dataDir, disk: nodeDisk, clock, ids: createIdSource(clock), machine: 'here', notice() {}, leavesRuns },
        checkGoal: async () => ok(null),
        prepare: async () => ok({ conversationId: 'c', run: async () => ({ end: 'done', reason: null, usd: null }) }),
      });
      onTestFinished(() => scheduler.close());
      return scheduler;
    };
    const [service, host] = [make(false), make(true)];
    const trigger = { type: 'time', cron: '0 9 * * *', timeZone: 'UTC' };
    const { id } = okValue(await host.save(null, scheduleWish.parse({ name: 'Daily', prompt: 'Go', trigger })));
    const hosts = okValue(await claimDataFolder(dataDir, 'browser', { yields: true }));
    host.start();
    service.start({ yields: true });
    const runner = async () => (await service.list()).runner;
    await expect.poll(() => clock.advance(5_000).then(runner)).toBe('here');
    expect(okValue(await host.run(id))).toBe('elsewhere');

    const requested = new Promise<void>((resolve) => onFolderRequest(join(dataDir, 'locks'), resolve));
    const claiming = claimDataFolder(dataDir, 'desktop');
    await requested;
    // It does not come back between the request and the claim.
    hosts.release();
    const again = await claimDataFolder(dataDir, 'browser', { yields: true });
    expect(again.ok).toBe(false);
    const app = okValue(await claiming);
    expect(folderOwner(dataDir)).toBe('other');
    await expect.poll(() => clock.advance(5_000).then(runner)).toBe('none');
    app.release();
    okValue(await claimDataFolder(dataDir, 'browser', { yields: true })).release();
  },
);

test(
  cite(
    'SCHED-2',
    'a slow look at one schedule makes no other miss its time, and one that moved or closed takes no event',
  ),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const clock = createSteppedClock();
    const runs: string[] = [];
    const look = Promise.withResolvers<void>();
    const scheduler = createScheduler({
      ...{ dataDir, disk: nodeDisk, clock, ids: createIdSource(clock), machine: 'here', notice() {} },
      checkGoal: async () => ok(null),
      look: () => look.promise,
      prepare: async ({ name }) =>
        ok({
          conversationId: 'c',
          async run() {
            runs.push(name);
            return { end: 'done', reason: null, usd: null };
          },
        }),
    });
    const trigger = { type: 'time', cron: '* * * * *', timeZone: 'UTC' };
    const wish = { name: 'Each minute', prompt: 'Go', trigger, catchUp: 'none' };
    const { id } = okValue(await scheduler.save(null, scheduleWish.parse(wish)));
    scheduler.start();
    await expect.poll(() => clock.advance(5_000).then(() => runs.length)).toBeGreaterThan(2);
    const file = join(dataDir, 'schedules', `${id}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"here"', '"elsewhere"'));
    expect(await scheduler.take(id, { type: 'webhook', event: 'moved' })).toMatchObject({ ok: false });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"elsewhere"', '"here"'));
    look.resolve();
    await scheduler.close();
    expect(await scheduler.take(id, { type: 'webhook', event: 'late' })).toMatchObject({ ok: false });
    expect((await scheduler.list()).runner).toBe('none');
  },
);
