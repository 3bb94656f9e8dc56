// Log files on real disks: several processes, rotation, and everything that may go wrong with a folder.

import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type AppOptions, createApp } from '../../../electron/app.ts';
import { logFolder } from '../../../electron/host/logFolder.ts';
import { createLogFile, currentLog, fullLogs } from '../../../electron/lib/logFile.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const run = promisify(execFile);
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const isRoot = process.getuid?.() === 0;

describe('the log files', () => {
  test(cite('SHIP-3', 'are readable by the user alone, and made with the first entry'), async () => {
    const folder = join(tempFolder(), 'a', 'logs');
    const { write } = createLogFile({ folder, host: 'desktop' });
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    write('warning', 'SEARCH_REBUILT', { reason: { code: 'ENOSPC' } });
    expect(await readFile(join(folder, currentLog), 'utf8')).toMatch(
      /Z warning desktop\[\d+\] SEARCH_REBUILT reason=ENOSPC – /,
    );
    expect((await stat(join(folder, currentLog))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test(cite('SHIP-3', 'are bounded in size and number'), async () => {
    const folder = tempFolder();
    let now = Date.parse('2026-11-29T16:00:00.000Z');
    const { write } = createLogFile({
      folder,
      host: 'run',
      now() {
        now += 60_000;
        return new Date(now);
      },
      limits: { bytes: 1_000, files: 4 },
    });
    for (let count = 0; count < 200; count++) write('info', 'STARTED', { count });
    const names = await readdir(folder);
    expect(fullLogs(folder)).toHaveLength(3);
    expect(names.length).toBeLessThanOrEqual(4);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(1_200);
    const texts = await Promise.all(
      [...fullLogs(folder), currentLog].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
    );
    const counts = linesOf(texts.join('')).map((line) => Number(/count=(\d+)/.exec(line)?.[1]));
    expect(counts.at(-1)).toBe(199);
    expect(counts).toEqual(counts.map((_, at) => 200 - counts.length + at));
  });

  test(cite('SHIP-3', 'say that a flood was cut'), async () => {
    const folder = tempFolder();
    let now = Date.parse('2026-11-29T16:00:00.000Z');
    const { write } = createLogFile({ folder, host: 'run', now: () => new Date(now), limits: { perMinute: 3 } });
    for (let count = 0; count < 100; count++) write('info', 'STARTED', { count });
    now += 60_000;
    write('info', 'ENDED');
    expect(linesOf(await readFile(join(folder, currentLog), 'utf8')).map((line) => line.split(' ')[3])).toEqual([
      ...['STARTED', 'STARTED', 'STARTED', 'LINES_DROPPED', 'ENDED'],
    ]);
  });

  test(cite('SHIP-3', 'take whole lines from several processes while they rotate'), async () => {
    const folder = tempFolder();
    const script = `
      import { createLogFile } from ${JSON.stringify(new URL('../../../electron/lib/logFile.ts', import.meta.url).href)};
      const { write } = createLogFile({ folder: process.argv[1], host: 'run', limits: { bytes: 4_000, files: 1_000, perMinute: 10_000 } });
      for (let count = 0; count < 200; count++) write('warning', 'STARTED', { count });
    `;
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, folder];
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, flags)));
    const names = [...fullLogs(folder), ...(await readdir(folder)).filter((name) => name === currentLog)];
    expect(names.length).toBeGreaterThan(5);
    const lines = linesOf((await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join(''));
    expect(lines).toHaveLength(800);
    for (const line of lines) expect(line).toMatch(/^\S+Z warning run\[\d+\] STARTED count=\d+ – Started$/);
  });

  test(cite('SHIP-3', 'continue when they were deleted, and never throw when they cannot be written'), async () => {
    const folder = join(tempFolder(), 'logs');
    const { write } = createLogFile({ folder, host: 'run' });
    write('warning', 'STARTED');
    await rm(folder, { recursive: true });
    write('warning', 'ENDED');
    expect(linesOf(await readFile(join(folder, currentLog), 'utf8'))).toHaveLength(1);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in the way');
    expect(() => write('warning', 'STARTED')).not.toThrow();
    expect(await readFile(folder, 'utf8')).toBe('a file in the way');
    await rm(folder);
    await mkdir(join(folder, currentLog), { recursive: true });
    expect(() => write('warning', 'STARTED')).not.toThrow();
  });

  // Writing to /dev/full fails as on a full disk.
  test.skipIf(process.platform !== 'linux')(cite('SHIP-3', 'never throw on a full disk'), async () => {
    const folder = tempFolder();
    await symlink('/dev/full', join(folder, currentLog));
    const { write } = createLogFile({ folder, host: 'run' });
    expect(() => write('warning', 'STARTED')).not.toThrow();
    expect(await readdir(folder)).toEqual([currentLog]);
  });

  test.skipIf(isRoot || process.platform === 'win32')('never throw in a read-only folder', async () => {
    const folder = tempFolder();
    await chmod(folder, 0o500);
    expect(() => createLogFile({ folder, host: 'run' }).write('warning', 'STARTED')).not.toThrow();
    await chmod(folder, 0o700);
  });
});

test(
  cite('SHIP-3', "the log files are in the system's folder for logs, or in the data folder that the user chose"),
  () => {
    const home = '/home/ada';
    const of = (dataDir: string, platform: NodeJS.Platform, env = {}): string =>
      logFolder(dataDir, env, platform, home);
    expect(of('/home/ada/.local/share/throughline', 'linux')).toBe('/home/ada/.local/state/throughline/logs');
    expect(of('/home/ada/.local/share/throughline', 'linux', { XDG_STATE_HOME: '/var/ada' })).toBe(
      '/var/ada/throughline/logs',
    );
    expect(of('/home/ada/.local/share/throughline', 'linux', { XDG_STATE_HOME: 'relative' })).toBe(
      '/home/ada/.local/state/throughline/logs',
    );
    expect(of('/home/ada/Library/Application Support/Throughline', 'darwin')).toBe(
      '/home/ada/Library/Logs/Throughline',
    );
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(of('/mnt/data', platform, { THROUGHLINE_HOME: '/mnt/data' })).toBe('/mnt/data/logs');
    }
  },
);

test(cite('SHIP-3', 'a start and an end are entries, if everything is logged'), async () => {
  const entries: string[] = [];
  const logFiles = { folder: '', write: (_: unknown, code: string) => void entries.push(code) };
  const open = (options: AppOptions) => createApp({ ...options, logFiles });
  const quiet = await startTestApp({ open });
  await quiet.close();
  expect(entries).toEqual([]);
  const dataDir = join(tempFolder(), 'data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, logs: 'all' }));
  const app = await startTestApp({ open, dataDir });
  await app.call('app.open', {});
  await app.close();
  expect(entries).toEqual(['STARTED', 'ENDED']);
});
