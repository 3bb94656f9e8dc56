// Copies from before a new version, once the data is encrypted.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainCopies, removeKeptCopies } from '../../../electron/features/backup/keptCopies.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { backedUp, backup, smallData } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';

const encryption = JSON.stringify({
  ...{ v: 1, keyId: 'ab'.repeat(8), state: 'on', wrappedKey: '', createdAt: '' },
});

test(cite('SEC-9', 'copies in clear are removed when the data is encrypted, later ones are kept'), async () => {
  const { dataDir } = await backedUp();
  const folder = join(dataDir, 'backups');
  expect(await removeKeptCopies(nodeDisk, dataDir)).toEqual({ removed: [], left: [] });
  const before = okValue(await backup(dataDir, { folder, keep: 3 })).file ?? '';
  writeFileSync(join(dataDir, 'memory.md'), 'Remember more.\n');
  const increment = okValue(await backup(dataDir, { folder, keep: 3 }));
  expect(increment.isIncrement).toBe(true);
  const unfinished = `${before}.part`;
  writeFileSync(unfinished, 'killed');
  writeFileSync(join(dataDir, 'encryption.json'), encryption);
  const after = okValue(await backup(dataDir, { folder, keep: 3 }));
  // Never an increment of a copy in clear.
  expect(after.isIncrement).toBe(false);
  const plain = [before, increment.file ?? '', unfinished].toSorted();
  expect((await plainCopies(nodeDisk, dataDir)).toSorted()).toEqual(plain);
  expect(await removeKeptCopies(nodeDisk, dataDir)).toEqual({ removed: plain, left: [] });
  expect(existsSync(after.file ?? '')).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.tar'))).toHaveLength(1);
});

test('a copy that cannot be removed is reported', async () => {
  const { dataDir } = await backedUp(smallData());
  const folder = join(dataDir, 'backups');
  const { file } = okValue(await backup(dataDir, { folder, keep: 3 }));
  const disk = {
    ...nodeDisk,
    unlink: async () => {
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    },
  };
  expect(await removeKeptCopies(disk, dataDir)).toEqual({ removed: [], left: [file] });
  mkdirSync(join(dataDir, 'other'));
  expect(await removeKeptCopies(nodeDisk, join(dataDir, 'other'))).toEqual({ removed: [], left: [] });
});
