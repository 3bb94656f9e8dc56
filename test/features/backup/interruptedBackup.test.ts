// Backups and restores that are interrupted at every call to the disk: by an error, a full disk, or the end of the process.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyRestore, finishRestores } from '../../../electron/features/backup/applyRestore.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { ok } from '../../../shared/core/errors.ts';
import {
  backedUp,
  backup,
  filesIn,
  inspect,
  logOf,
  messagesPath,
  restore,
  smallData,
  writeFiles,
} from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { diskError, type FaultDisk, faultDisk } from '../../support/faultDisk.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

/** `once`: the call fails; `dead`: that call and all later ones, as if the process had ended. */
function failingAt(number: number, kind: 'once' | 'dead'): FaultDisk {
  const disk = faultDisk();
  disk.onCall = (call) => {
    const fails = kind === 'dead' ? call.number >= number : call.number === number;
    return fails ? { error: diskError(kind === 'dead' ? 'EIO' : 'ENOSPC') } : null;
  };
  return disk;
}

async function callsOf(work: (disk: FaultDisk) => Promise<unknown>): Promise<number[]> {
  const disk = faultDisk();
  await work(disk);
  return Array.from({ length: disk.calls.length }, (_, at) => at + 1);
}

test(
  cite('SHIP-6', 'a backup that fails at any step leaves no file with its name, and no existing one changes'),
  async () => {
    const { dataDir, file: earlier } = await backedUp();
    const files = filesIn(dataDir);
    const before = readFileSync(earlier);
    const steps = await callsOf((disk) => backup(dataDir, { file: join(tempFolder(), 'new.tar') }, { disk }));
    for (const kind of ['once', 'dead'] as const) {
      for (const step of sample(40, steps)) {
        const folder = tempFolder();
        const file = join(folder, 'new.tar');
        const made = await backup(dataDir, { file }, { disk: failingAt(step, kind) });
        if (made.ok || existsSync(file)) {
          // It has its name only if it is whole. A file that could not be read is left out, and reported.
          const left = made.ok ? made.value.leftOutCount : 0;
          const inspected = okValue(await inspect(file, join(tempFolder(), 'data')));
          expect(inspected.files + left, `${kind} ${step}`).toBeGreaterThanOrEqual(Object.keys(files).length);
          expect(left > 0 || inspected.problemCount === 0, `${kind} ${step}`).toBe(true);
        } else if (kind === 'once') {
          expect(readdirSync(folder), `${step}: ${made.error.message}`).toEqual([]);
        }
        const again = await backup(dataDir, { file: join(folder, 'again.tar') });
        expect(again.ok, `${kind} ${step}`).toBe(true);
      }
    }
    expect(await backup(dataDir, { file: earlier })).toMatchObject({
      ok: false,
      error: { code: 'STORE_WRITE_FAILED' },
    });
    expect(readFileSync(earlier).equals(before)).toBe(true);
    expect(filesIn(dataDir)).toEqual(files);
  },
);

for (const [kind, how] of [
  ['once', 'whose disk fails once at any step'],
  ['dead', 'that is interrupted at any step'],
] as const) {
  test(cite('SHIP-6', `a restore ${how} has changed nothing, or is finished by the next start`), async () => {
    const { dataDir, file } = await backedUp();
    const files = filesIn(dataDir);
    const merge = async () => ok(undefined);
    const steps = await callsOf((disk) => restore(file, join(tempFolder(), 'data'), { disk, permissions: 'always' }));
    const outcomes = new Set<string>();
    for (const step of sample(60, steps)) {
      const target = join(tempFolder(), 'data');
      const ours = { 'settings.json': '{"v":1,"ours":true}', 'usage/2026-01.jsonl': 'mine\n' };
      writeFiles(target, ours);
      const done = await restore(file, target, { disk: failingAt(step, kind), permissions: 'always' });
      const finished = okValue(await finishRestores({ disk: nodeDisk, dataDir: target, merge }));
      const after = filesIn(target);
      const isWhole = Object.keys(after).length > Object.keys(ours).length;
      outcomes.add(`${done.ok} ${finished.finished} ${isWhole}`);
      expect(
        readdirSync(target).filter((name) => name.startsWith('staged')),
        `${step}`,
      ).toEqual([]);
      if (done.ok || finished.finished > 0) {
        expect(after, `${step}`).toEqual({
          ...files,
          ...ours,
          'usage/2026-01.jsonl': 'mine\n{"v":1,"kind":"reply"}\n',
        });
      } else {
        expect(after, `${step}`).toEqual(ours);
      }
    }
    // Both sides of the point of no return were reached.
    expect([...outcomes].sort()).toEqual(expect.arrayContaining(['false 0 false', 'false 1 true']));
  });
}

test(cite('SHIP-6', 'a cancel stops a backup at once and leaves nothing'), async () => {
  const { dataDir } = await backedUp();
  const folder = tempFolder();
  const cancel = new AbortController();
  let bytes = 0;
  const watch = {
    signal: cancel.signal,
    onBytes(more: number) {
      bytes += more;
      if (bytes > 100) cancel.abort();
    },
  };
  const made = await backup(dataDir, { file: join(folder, 'new.tar') }, { watch });
  expect(made).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(readdirSync(folder)).toEqual([]);
});

test(
  cite('SHIP-6', 'messages stored while a backup runs are in it or not, and what it has is consistent'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const texts = ['one', 'two'];
    writeFiles(dataDir, { ...smallData(texts), 'a/first.bin': 'x'.repeat(3_000_000) });
    const disk = faultDisk();
    let appended = 0;
    disk.onCall = ({ name, path }) => {
      // Before and after the log is opened, and between its reads.
      if (path.endsWith('messages.json') && ['open', 'stat', 'read'].includes(name) && appended < 20) {
        appended++;
        texts.push(`while ${appended}`);
        writeFileSync(path, logOf(texts), { flag: 'r+' });
      }
      return null;
    };
    const file = join(tempFolder(), 'backup.tar');
    okValue(await backup(dataDir, { file }, { disk }));
    expect(appended).toBeGreaterThan(2);
    const target = join(tempFolder(), 'data');
    expect(okValue(await restore(file, target)).problems).toEqual([]);
    const log = readFileSync(join(target, messagesPath), 'utf8');
    const stored = (JSON.parse(log) as { content: string }[]).map(({ content }) => content);
    expect(log).toBe(logOf(stored));
    expect(texts.slice(0, stored.length)).toEqual(stored);
    expect(stored.length).toBeGreaterThanOrEqual(2);
  },
);

test(cite('SHIP-6', 'a folder that is not there is named, and the next backup to it is made'), async () => {
  const { dataDir } = await backedUp();
  const folder = join(tempFolder(), 'drive');
  const missing = await backup(dataDir, { folder, keep: 3 });
  expect(missing.ok ? '' : missing.error.message).toContain(`The folder ${folder} cannot be used`);
  mkdirSync(folder);
  expect(okValue(await backup(dataDir, { folder, keep: 3 })).isIncrement).toBe(false);
});

test(
  cite('SHIP-6', 'old backups go only as whole series, never the last ones, and never those of others'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const folder = tempFolder();
    const other = `throughline-00000000-20200101T000000000Z.tar`;
    writeFileSync(join(folder, other), 'of another machine');
    for (let n = 1; n <= 8; n++) {
      writeFiles(dataDir, { [messagesPath]: logOf(Array.from({ length: n }, (_, at) => `${at}`)) });
      okValue(await backup(dataDir, { folder, keep: 3 }));
      const ours = readdirSync(folder).filter((name) => name !== other);
      expect(ours.length).toBeGreaterThanOrEqual(Math.min(n, 3));
      expect(ours.length).toBeLessThanOrEqual(6);
      const target = join(tempFolder(), 'data');
      okValue(await restore(folder, target));
      expect(filesIn(target)).toEqual(filesIn(dataDir));
    }
    expect(readFileSync(join(folder, other), 'utf8')).toBe('of another machine');
  },
);

test(cite('SHIP-6', 'what lets things run without asking stays on its machine'), async () => {
  const settings = JSON.stringify({
    v: 1,
    approvalMode: 'all',
    maxTurns: 9,
    commandVariables: ['TOKEN'],
    providers: [{ id: 'a', proxy: 'http://x', baseUrl: 'http://y' }],
  });
  const project = {
    v: 1,
    id: 'p'.repeat(26),
    name: 'P',
    folders: {},
    trusted: { here: '/p' },
    approvalModes: { here: 'all' },
    createdAt: '',
  };
  const { file, dataDir } = await backedUp({
    ...smallData(),
    'settings.json': settings,
    [`projects/${'p'.repeat(26)}/project.json`]: JSON.stringify(project),
    [`${messagesPath.replace('messages', 'meta')}`]: '{"v":1,"title":"T","approvalMode":"all"}',
  });
  for (const path of Object.keys(filesIn(dataDir))) rmSync(join(dataDir, path));
  expect(okValue(await restore(file, dataDir, { permissions: 'sameMachine' })).withheld).toEqual([]);
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe(settings);
  // The secret of the data folder is missing elsewhere.
  const other = join(tempFolder(), 'data');
  expect(okValue(await restore(file, other, { permissions: 'sameMachine' })).withheld).toEqual(['permissions.json']);
  const read = (path: string) => JSON.parse(readFileSync(join(other, path), 'utf8')) as Record<string, unknown>;
  expect(read('settings.json')).toEqual({
    v: 1,
    maxTurns: 9,
    providers: [{ id: 'a', baseUrl: 'http://y', restored: true }],
  });
  expect(read(`projects/${'p'.repeat(26)}/project.json`)).toMatchObject({ name: 'P', trusted: {}, approvalModes: {} });
  expect(read(messagesPath.replace('messages', 'meta'))).toEqual({ v: 1, title: 'T' });
  const allowed = join(tempFolder(), 'data');
  expect(okValue(await restore(file, allowed, { permissions: 'always' })).withheld).toEqual([]);
  expect(existsSync(join(allowed, 'permissions.json'))).toBe(true);
});

test(cite('SHIP-6', 'no secret of the data folder is in a backup, and a mark without it proves nothing'), async () => {
  const { file, dataDir } = await backedUp();
  const secret = readFileSync(join(dataDir, 'backups', 'origin.key'), 'utf8').trim();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(file, 'latin1')).not.toContain(secret);
  expect(okValue(await inspect(file, dataDir)).isSameMachine).toBe(true);
  writeFileSync(join(dataDir, 'backups', 'origin.key'), `${'0'.repeat(64)}\n`);
  expect(okValue(await inspect(file, dataDir)).isSameMachine).toBe(false);
  rmSync(join(dataDir, 'backups'), { recursive: true });
  expect(okValue(await inspect(file, dataDir)).isSameMachine).toBe(false);
});

test('applying a folder that is no prepared restore changes nothing', async () => {
  const target = tempFolder();
  mkdirSync(join(target, 'staged.restore-1', 'files'), { recursive: true });
  const applied = await applyRestore(
    { disk: nodeDisk, dataDir: target, merge: async () => ok(undefined) },
    join(target, 'staged.restore-1'),
  );
  expect(applied.ok).toBe(false);
});
