// Converting data of an older format: all or nothing, whatever interrupts it, and never without a copy.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataFormat } from '../../electron/stores/dataFormat.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { type Migration, migrateData } from '../../electron/stores/migrations.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { filesIn, smallData, writeFiles } from '../support/backedUpFolder.ts';
import { cite } from '../support/cite.ts';
import { diskError, type FaultDisk, faultDisk } from '../support/faultDisk.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const replacing = (to: number, from: string, by: string): Migration => ({
  to,
  convert: (path, content) =>
    path.endsWith('messages.json') ? Buffer.from(content.toString('utf8').replaceAll(from, by)) : null,
});
const list = [replacing(3, '"second"', '"third"'), replacing(2, '"one"', '"second"')];
const converted = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('messages.json') ? text.replaceAll('"one"', '"third"') : text,
    ]),
  );

function olderData(): { dataDir: string; before: Record<string, string> } {
  const dataDir = join(tempFolder(), 'data');
  writeFiles(dataDir, smallData());
  return { dataDir, before: filesIn(dataDir) };
}

const migrate = (
  dataDir: string,
  disk: FaultDisk | typeof nodeDisk,
  copy = async () => ok(undefined) as ReturnType<typeof fail> | ReturnType<typeof ok>,
) => migrateData({ disk, dataDir, version: '2.0.0', copy, list, format: 3 });

test(cite('SHIP-2', 'every format in between is passed, and the folder says which version wrote it'), async () => {
  const { dataDir, before } = olderData();
  okValue(await migrate(dataDir, nodeDisk));
  expect(filesIn(dataDir)).toEqual(converted(before));
  expect(await readDataFormat(nodeDisk, dataDir)).toEqual({ format: 3, version: '2.0.0' });
  const again = filesIn(dataDir);
  okValue(await migrate(dataDir, nodeDisk, async () => fail('STORE_WRITE_FAILED', 'never asked')));
  expect(filesIn(dataDir)).toEqual(again);
});

test(cite('SHIP-2', 'without a copy nothing is converted'), async () => {
  const { dataDir, before } = olderData();
  const refused = await migrate(dataDir, nodeDisk, async () => fail('STORE_WRITE_FAILED', 'the disk is full'));
  expect(refused.ok).toBe(false);
  expect(filesIn(dataDir)).toEqual(before);
  expect((await readDataFormat(nodeDisk, dataDir)).format).toBe(1);
});

test(
  cite('SHIP-2', 'a conversion that is interrupted at any step has changed nothing, or the next start finishes it'),
  async () => {
    const counting = faultDisk();
    okValue(await migrate(olderData().dataDir, counting));
    const steps = Array.from({ length: counting.calls.length }, (_, at) => at + 1);
    for (const kind of ['once', 'dead'] as const) {
      for (const step of sample(40, steps)) {
        const { dataDir, before } = olderData();
        const disk = faultDisk();
        disk.onCall = ({ number }) =>
          (kind === 'dead' ? number >= step : number === step) ? { error: diskError('EIO') } : null;
        const done = await migrate(dataDir, disk);
        const isConverted = (await readDataFormat(nodeDisk, dataDir)).format === 3;
        if (isConverted) expect(filesIn(dataDir), `${kind} ${step}`).toEqual(converted(before));
        else expect(done.ok, `${kind} ${step}`).toBe(false);
        okValue(await migrate(dataDir, nodeDisk));
        expect(filesIn(dataDir), `${kind} ${step}`).toEqual(converted(before));
        expect(readdirSync(dataDir).filter((name) => name.startsWith('staged'))).toEqual([]);
      }
    }
  },
);
