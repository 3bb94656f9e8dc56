// A restore that cannot be finished, and what the user can do about it.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stageRestore } from '../../../electron/features/backup/prepareRestore.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { backedUp, filesIn, messagesPath } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { okValue } from '../../support/result.ts';

test(cite('SHIP-6', 'a restore that cannot be finished is discarded on request, and what is here stays'), async () => {
  const { dataDir, file } = await backedUp();
  const watch = { signal: new AbortController().signal, onBytes: () => {} };
  const request = { dataDir, path: file, keys: {}, salvage: false, permissions: 'never' } as const;
  const { folder } = okValue(await stageRestore(nodeDisk, request, watch));
  // As if its key were missing.
  writeFileSync(
    join(folder, 'files', messagesPath),
    Buffer.concat([Buffer.from('TLSEALED\u0001\0'), Buffer.alloc(64)]),
  );
  const before = filesIn(dataDir);
  const stuck = await commandHere(['restore', file, '--data', dataDir]);
  expect(stuck.code).toBe(1);
  expect(stuck.stderr).toContain('restore --discard');
  const discarded = await commandHere(['restore', '--discard', '--data', dataDir]);
  expect(discarded).toMatchObject({ code: 0, stdout: 'Discarded: 1 unfinished restore\n' });
  expect(existsSync(folder)).toBe(false);
  expect(filesIn(dataDir)).toEqual(before);
  expect((await commandHere(['restore', file, '--data', dataDir])).code).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('staged.'))).toEqual([]);
  expect((await commandHere(['restore', file, '--discard', '--data', dataDir])).code).toBe(2);
  expect((await commandHere(['restore', '--data', dataDir])).code).toBe(2);
});
