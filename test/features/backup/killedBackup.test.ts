// Real processes, killed with SIGKILL at random calls to the file system while they back up or restore. THROUGHLINE_SEED selects them.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { backedUp, filesIn, smallData } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { createDice } from '../../support/powerLoss.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const kills = volume({ short: 4, all: 25, long: 300 });
const dice = createDice(Number(process.env.THROUGHLINE_SEED ?? 1));
const child = fileURLToPath(new URL('../../support/backupChild.ts', import.meta.url));
const run = (...args: string[]) => startProgram(child, args).finished;

const data = {
  ...smallData(),
  ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`notes/${n}.md`, `note ${n} `.repeat(500)])),
};

test(cite('SHIP-6', 'a killed backup leaves no file with its name, and the next one is whole'), async () => {
  const { dataDir, file } = await backedUp(data);
  const size = readFileSync(file).length;
  const folder = join(file, '..');
  rmSync(file);
  const calls = Number((await run('backup', dataDir, file, '0')).stdout);
  for (let n = 0; n < kills; n++) {
    rmSync(file, { force: true });
    const killed = await run('backup', dataDir, file, String(1 + dice(calls)));
    expect(killed.signal).toBe('SIGKILL');
    // Between the rename and the sync of the folder it has its name.
    if (existsSync(file)) expect(readFileSync(file).length).toBe(size);
    else expect(await run('backup', dataDir, file, '0')).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(['backup.tar']);
  }
});

test(cite('SHIP-6', 'a killed restore has changed nothing, or the next start finishes it'), async () => {
  const { dataDir, file } = await backedUp(data);
  const files = filesIn(dataDir);
  const calls = Number((await run('restore', join(tempFolder(), 'data'), file, '0')).stdout);
  for (let n = 0; n < kills; n++) {
    const target = join(tempFolder(), 'data');
    expect((await run('restore', target, file, String(1 + dice(calls)))).signal).toBe('SIGKILL');
    expect(await run('restore', target, file, '0')).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(target)).toEqual(files);
    expect(readdirSync(target).filter((name) => name.startsWith('staged'))).toEqual([]);
  }
});
