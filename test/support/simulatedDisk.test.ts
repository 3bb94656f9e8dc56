// Compares the simulated disk with the real one: the same calls must have the same results.

import { constants } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Disk, errorCode, isNotFoundError, nodeDisk, readFlags } from '../../electron/stores/files/disk.ts';
import { isUnsynced, treeOf } from './diskModel.ts';
import { createDice, type Dice, durableImage, powerLossImages } from './powerLoss.ts';
import { createSimulatedDisk, withFolder } from './simulatedDisk.ts';
import { systemError } from './systemError.ts';
import { tempFolder } from './tempFolder.ts';

const names = ['a', 'b', 'folder', 'folder/a', 'folder/b', 'folder/inner', 'folder/inner/a', 'absent/a'];

/** Picks a random call, and returns its result without what may differ: inodes and times. */
function callsFor(dice: Dice): { what: string; call: (disk: Disk, root: string) => Promise<unknown> } {
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  const [kind, one, other] = [dice(11), pick(names), pick(names)];
  const [flags, at, size, text] = [
    pick(['r', 'r+', 'wx', 'w', 'a+', 'ax']),
    dice(40),
    dice(60),
    'text '.repeat(dice(9)),
  ];
  const recursive = dice(2) === 0;
  const what = JSON.stringify({ kind, one, other, flags, at, size, text, recursive });
  const call = async (disk: Disk, root: string): Promise<unknown> => {
    const [path, to] = [join(root, one), join(root, other)];
    switch (kind) {
      case 0:
        return disk.mkdir(path);
      case 1:
        return (await disk.readdir(path)).sort();
      case 2:
        return describe(await disk.stat(path, { bigint: true }));
      case 3:
        return disk.rename(path, to);
      case 4:
        return disk.unlink(path);
      case 5:
        return disk.rm(path, { recursive, force: true });
      case 6:
        if ((await disk.stat(path)).isDirectory()) return 'a folder is not copied';
        return disk.copyFile(path, to, recursive ? constants.COPYFILE_EXCL : 0);
      case 7:
        return describe(disk.statSync(path, { bigint: true, throwIfNoEntry: false }));
      case 8:
        return (await disk.readdir(path, { withFileTypes: true })).map((it) => [it.name, it.isDirectory()]).sort();
      default: {
        const handle = await disk.open(path, kind === 9 ? flags : readFlags);
        try {
          const isFile = (await handle.stat()).isFile();
          if (isFile && kind === 9 && flags !== 'r') await handle.write(Buffer.from(text), 0, text.length, at);
          if (isFile && flags === 'r+' && kind === 9) await handle.truncate(size);
          if (!isFile || flags.startsWith('a') || flags.startsWith('w')) return isFile;
          const bytes = Buffer.alloc(30);
          const { bytesRead } = await handle.read(bytes, 0, 20, at);
          return [bytes.toString('latin1'), bytesRead, (await handle.readFile()).toString('utf8')];
        } finally {
          await handle.close();
        }
      }
    }
  };
  return { what, call };
}

function describe(stats: { isFile(): boolean; isDirectory(): boolean; size: bigint } | undefined): unknown {
  if (!stats) return null;
  return { file: stats.isFile(), folder: stats.isDirectory(), size: stats.isFile() ? Number(stats.size) : null };
}

async function answer(call: Promise<unknown>): Promise<unknown> {
  try {
    return (await call) ?? null;
  } catch (thrown) {
    // Which of two reasons a system reports first is undefined.
    return isNotFoundError(thrown) ? 'absent' : (errorCode(thrown) ?? String(thrown));
  }
}

test('returns the same as the real disk, call by call', { tags: ['all'] }, async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const root = tempFolder();
    const simulated = createSimulatedDisk();
    withFolder(simulated, root);
    const dice = createDice(seed);
    for (let step = 0; step < 120; step++) {
      const { what, call } = callsFor(dice);
      expect(await answer(call(simulated, root)), `seed ${seed}, step ${step}: ${what}`).toEqual(
        await answer(call(nodeDisk, root)),
      );
    }
  }
});

async function write(disk: Disk, path: string, text: string, sync: boolean): Promise<void> {
  const handle = await disk.open(path, 'w');
  await handle.write(Buffer.from(text), 0, text.length, 0);
  if (sync) await handle.sync();
  await handle.close();
}

async function syncFolder(disk: Disk, path: string): Promise<void> {
  const handle = await disk.open(path, 'r');
  await handle.sync();
  await handle.close();
}

const contentsOf = (images: ReturnType<typeof powerLossImages>, path: string): Set<string | null> =>
  new Set(images.map((image) => treeOf(image).get(path)?.toString('latin1') ?? null));

test('a power loss keeps synced data and may lose or garble the rest', async () => {
  const disk = createSimulatedDisk();
  withFolder(disk, '/d');
  await write(disk, '/d/new', 'never synced', false);
  expect(treeOf(durableImage(disk.state)).has('/d/new')).toBe(false);
  const unsynced = contentsOf(powerLossImages(disk.state, 1, 50), '/d/new');
  expect(unsynced).toContain(null);
  expect(unsynced).toContain('');
  expect(unsynced).toContain('never synced');
  expect(unsynced.size).toBeGreaterThan(4);

  await write(disk, '/d/new', 'synced', true);
  expect(contentsOf(powerLossImages(disk.state, 1, 50), '/d/new')).toEqual(new Set([null, 'synced']));
  await syncFolder(disk, '/d');
  expect(isUnsynced(disk.state)).toBe(false);
  expect(contentsOf(powerLossImages(disk.state, 1, 50), '/d/new')).toEqual(new Set(['synced']));

  await disk.rename('/d/new', '/d/old');
  const renamed = powerLossImages(disk.state, 1, 50).map((image) => [...treeOf(image).keys()].sort().join());
  expect(new Set(renamed)).toEqual(new Set(['/,/d,/d/new', '/,/d,/d/old']));
});

test('a sync that fails once loses the bytes for good, though processes still see them', async () => {
  const disk = createSimulatedDisk();
  withFolder(disk, '/d');
  await write(disk, '/d/file', 'before', true);
  await syncFolder(disk, '/d');
  const handle = await disk.open('/d/file', 'r+');
  await handle.write(Buffer.from('after!'), 0, 6, 0);
  disk.onCall = ({ name }) => (name === 'datasync' ? { error: systemError('EIO') } : null);
  expect(await answer(handle.datasync())).toBe('EIO');
  disk.onCall = () => null;
  expect(await answer(handle.datasync())).toBe(null);
  expect((await handle.readFile()).toString()).toBe('after!');
  expect(contentsOf(powerLossImages(disk.state, 1, 9), '/d/file')).toEqual(new Set(['before']));
  await handle.close();
});
