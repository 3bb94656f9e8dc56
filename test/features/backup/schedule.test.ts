// Scheduled backups: when they are due, which notices appear, and the copy before a new version.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Backups } from '../../../electron/features/backup/backups.ts';
import { makeBackup } from '../../../electron/features/backup/makeBackup.ts';
import { createSchedule, type Schedule } from '../../../electron/features/backup/schedule.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import { readDataFormat } from '../../../electron/stores/dataFormat.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { ok } from '../../../shared/core/errors.ts';
import { textOf, type UserText } from '../../../shared/core/sentence.ts';
import { defaultSettings, type Settings } from '../../../shared/features/settings/settings.ts';
import { filesIn, logOf, messagesPath, restore, smallData, writeFiles } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Waiting is up to the test: `pass` lets time pass, and resolves when the schedule waits again. */
function handClock(): Clock & { pass(ms: number): Promise<void>; waiting(): Promise<void> } {
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  let wake: (() => void) | null = null;
  let waits: (() => void) | null = null;
  const waiting = (): Promise<void> =>
    wake
      ? Promise.resolve()
      : new Promise((resolve) => {
          waits = resolve;
        });
  return {
    now: () => new Date(now),
    elapsed: () => now,
    wait: (_ms, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          wake = null;
          resolve();
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', done, { once: true });
        wake = done;
        waits?.();
        waits = null;
      }),
    waiting,
    async pass(ms) {
      await waiting();
      now += ms;
      wake?.();
      await waiting();
    },
  };
}

interface Place {
  dataDir: string;
  folder: string;
  clock: ReturnType<typeof handClock>;
  notices: string[];
  settings: Settings;
  secrets: Map<string, string>;
  schedule(version?: string): Schedule;
  backups(): string[];
}

function placed(change: Partial<Settings['backup']>): Place {
  const dataDir = join(tempFolder(), 'data');
  writeFiles(dataDir, smallData());
  const folder = tempFolder();
  const clock = handClock();
  const notices: string[] = [];
  const secrets = new Map<string, string>();
  const settings = { ...defaultSettings, backup: { ...defaultSettings.backup, folder, ...change } };
  return {
    ...{ dataDir, folder, clock, notices, settings, secrets },
    backups: () => readdirSync(folder),
    schedule(version = '1.0.0') {
      let cancel = new AbortController();
      const backups = {
        onProgress: () => {},
        make: (request) =>
          makeBackup(nodeDisk, { ...request, dataDir, version }, { signal: cancel.signal, onBytes: () => {} }),
        cancel() {
          cancel.abort();
          cancel = new AbortController();
        },
      } as Pick<Backups, 'onProgress' | 'make' | 'cancel'> as Backups;
      return createSchedule({
        ...{ backups, disk: nodeDisk, dataDir, version, clock },
        keychain: {
          get: async (account) => ok(secrets.get(account) ?? null),
          async set(account, secret) {
            secrets.set(account, secret);
            return ok('keychain' as const);
          },
          async remove(account) {
            secrets.delete(account);
            return ok(undefined);
          },
          locate: async (account) => (secrets.has(account) ? 'keychain' : 'none'),
        },
        readSettings: async () => settings,
        notice: (message: UserText) => void notices.push(textOf(message)),
      });
    },
  };
}

const grow = (dataDir: string, texts: string[]): void => writeFiles(dataDir, { [messagesPath]: logOf(texts) });

test(
  cite('SHIP-6', 'a daily backup is made once a day, also after the clock was set back, and again after a restart'),
  async () => {
    const place = placed({ every: 'daily' });
    const schedule = place.schedule();
    schedule.start();
    await place.clock.pass(minute);
    expect(place.backups()).toHaveLength(1);
    grow(place.dataDir, ['one', 'two', 'three']);
    await place.clock.pass(day / 2);
    expect(place.backups()).toHaveLength(1);
    await place.clock.pass(day / 2);
    expect(place.backups()).toHaveLength(2);
    grow(place.dataDir, ['one', 'two', 'three', 'four']);
    await place.clock.pass(-3 * day);
    expect(place.backups()).toHaveLength(3);
    await schedule.close(1000);
    const next = place.schedule();
    next.start();
    await place.clock.pass(minute);
    expect(place.backups()).toHaveLength(3);
    const target = join(tempFolder(), 'data');
    expect(okValue(await restore(place.folder, target)).backups).toBe(3);
    expect(filesIn(target)).toEqual(filesIn(place.dataDir));
    await next.close(1000);
    expect(place.notices).toEqual([]);
  },
);

test(
  cite('SHIP-6', 'a drive that is not connected is reported once, and the backup is made when it is back'),
  async () => {
    const place = placed({ every: 'weekly' });
    rmSync(place.folder, { recursive: true });
    const schedule = place.schedule();
    schedule.start();
    await place.clock.pass(minute);
    await place.clock.pass(10 * minute);
    await place.clock.pass(10 * minute);
    expect(place.notices).toHaveLength(1);
    expect(place.notices[0]).toContain('If it is on another drive, connect it. It is tried again every ten minutes.');
    expect((await schedule.info()).last).toMatchObject({ made: null });
    mkdirSync(place.folder);
    await place.clock.pass(10 * minute);
    expect(place.backups()).toHaveLength(1);
    expect((await schedule.info()).last).toMatchObject({ error: null, made: { isIncrement: false } });
    await schedule.close(1000);
  },
);

test(cite('SHIP-6', 'a backup on quit is made while the app ends, or after the next start'), async () => {
  const place = placed({ every: 'quit' });
  const schedule = place.schedule();
  schedule.start();
  await place.clock.waiting();
  await schedule.close(1000);
  expect(place.backups()).toHaveLength(1);
  grow(place.dataDir, ['one', 'two', 'three']);
  // The app was killed before it could be made.
  writeFileSync(
    join(place.dataDir, 'backups', 'schedule.json'),
    JSON.stringify({
      ...(JSON.parse(readFileSync(join(place.dataDir, 'backups', 'schedule.json'), 'utf8')) as object),
      due: true,
    }),
  );
  const next = place.schedule();
  next.start();
  await place.clock.pass(minute);
  expect(place.backups()).toHaveLength(2);
  await next.close(1000);
});

test(
  cite('SHIP-6', 'a scheduled backup is encrypted with the passphrase in the keychain, and says when it is gone'),
  async () => {
    const place = placed({ every: 'off', encrypted: true });
    const schedule = place.schedule();
    expect(await schedule.run()).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
    expect(okValue(await schedule.setPassphrase('correct horse battery')).passphrase).toBe('keychain');
    const made = okValue(await schedule.run());
    expect(made.file).toMatch(/\.tar\.age$/);
    expect(readFileSync(made.file ?? '', 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    const target = join(tempFolder(), 'data');
    okValue(await restore(place.folder, target, { keys: { passphrase: 'correct horse battery' } }));
    expect(filesIn(target)).toEqual(filesIn(place.dataDir));
    expect(
      readdirSync(join(place.dataDir, 'backups'))
        .map((name) => readFileSync(join(place.dataDir, 'backups', name), 'utf8'))
        .join(''),
    ).not.toContain('correct horse');
  },
);

test(cite('SHIP-2', 'the first start of a new version keeps a copy of the data, and only then'), async () => {
  const place = placed({ every: 'off' });
  const copies = (): string[] => readdirSync(join(place.dataDir, 'backups')).filter((name) => name.endsWith('.tar'));
  const first = place.schedule('1.0.0');
  first.start();
  await place.clock.waiting();
  await first.close(1000);
  expect(place.notices).toEqual([]);
  expect(await readDataFormat(nodeDisk, place.dataDir)).toEqual({ format: 1, version: '1.0.0' });
  for (const start of [1, 2]) {
    const next = place.schedule('1.1.0');
    next.start();
    await place.clock.waiting();
    await next.close(1000);
    expect(copies(), `start ${start}`).toHaveLength(1);
  }
  expect(place.notices).toHaveLength(1);
  expect(place.notices[0]).toMatch(
    /^This is the first start of version 1\.1\.0\. A copy of your data is in .*\.tar \(\d+\.\d MB\)\.$/,
  );
  const target = join(tempFolder(), 'data');
  okValue(await restore(join(place.dataDir, 'backups', copies()[0] ?? ''), target));
  expect(filesIn(target)).toEqual(filesIn(place.dataDir));
});
