// The demo's sample folder: a few bundled files, placed next to the app's data, where tools may read and write. Created
// once; existing files belong to the user and stay.

import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { diskReason } from '../files/disk.ts';
import readme from './demo/readme.md?raw';
import sailing from './demo/sailing.mjs?raw';
import tides from './demo/tides.csv?raw';
import todo from './demo/todo.md?raw';

const files: Readonly<Record<string, string>> = {
  'README.md': readme,
  'sailing.mjs': sailing,
  'tides.csv': tides,
  'todo.md': todo,
};

/** Returns its absolute path. Next to the data folder, since no tool may write inside that. */
export async function makeDemoFolder(dataDir: string): Promise<Result<string>> {
  const folder = path.join(path.dirname(path.resolve(dataDir)), 'throughline-demo');
  try {
    const before = await stat(folder).catch(() => null);
    if (before?.isDirectory()) return ok(folder);
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text, { flag: 'wx' });
    return ok(folder);
  } catch (error) {
    return fail(
      'STORE_WRITE_FAILED',
      say`The sample folder ${folder} could not be created: ${diskReason(error)}. Choose your own folder instead.`,
    );
  }
}
