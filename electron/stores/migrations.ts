// Moves a data folder of an older format to this one: all or nothing, and only after a copy was made. Converted files are put into a
// folder of their own first; a last file there marks them as complete, and from then on the next start finishes the rest.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { dataFormat, readDataFormat, writeDataFormat } from './dataFormat.ts';
import { atomicWrite, makeFolder, syncFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason, listEntries, listNames, readWholeFile } from './files/disk.ts';

/** @internal */
export interface Migration {
  /** The format that it leads to; from the one before. */
  to: number;
  /** Returns the new content of a file; null: unchanged. `path` is relative to `projects`, with `/`. */
  convert(path: string, content: Buffer): Buffer | null;
}

/** One for each format after the first. */
const migrations: readonly Migration[] = [];

interface MigrationDeps {
  disk: Disk;
  dataDir: string;
  version: string;
  /** Makes a copy of the data. Nothing is changed unless it succeeds. */
  copy(): Promise<Result<unknown>>;
  /** For tests. */
  list?: readonly Migration[];
  format?: number;
}

const staged = 'staged.migration';
const commitName = 'migration.json';

/** The caller holds the data folder, and nothing has opened it yet. */
export async function migrateData(deps: MigrationDeps): Promise<Result<void>> {
  const { disk, dataDir, version, list = migrations, format = dataFormat } = deps;
  const stage = join(dataDir, staged);
  try {
    const before = await readDataFormat(disk, dataDir);
    if (!(await finish(disk, dataDir))) await disk.rm(stage, { recursive: true, force: true });
    const current = await readDataFormat(disk, dataDir);
    if (current.format >= format) return ok(undefined);
    const steps = list.filter(({ to }) => to > current.format && to <= format).sort((a, b) => a.to - b.to);
    if (steps.length > 0 && (await listNames(disk, join(dataDir, 'projects'))).length > 0) {
      const copied = await deps.copy();
      if (!copied.ok) return copied;
      for await (const path of filesIn(disk, join(dataDir, 'projects'), '')) await convert(disk, dataDir, path, steps);
    }
    await makeFolder(disk, stage);
    await atomicWrite(disk, join(stage, commitName), JSON.stringify({ to: format, version, from: before.format }));
    await finish(disk, dataDir);
    return ok(undefined);
  } catch (thrown) {
    return fail(
      'DATA_FOLDER_UNUSABLE',
      say`Your data could not be converted for this version: ${diskReason(thrown)}. Nothing was changed, or the next start finishes it. The version before still opens it.`,
    );
  }
}

async function convert(disk: Disk, dataDir: string, path: string, steps: readonly Migration[]): Promise<void> {
  const read = await readWholeFile(disk, join(dataDir, 'projects', path));
  if (read.kind === 'absent') return;
  if (read.kind === 'unreadable') {
    if (read.failed) throw new Error(path);
    return;
  }
  const content = steps.reduce((bytes, step) => step.convert(path, bytes) ?? bytes, read.bytes);
  if (content.equals(read.bytes)) return;
  const target = join(dataDir, staged, 'projects', path);
  await makeFolder(disk, dirname(target));
  await atomicWrite(disk, target, content);
}

/** Moves complete converted files into place. False if there are none. */
async function finish(disk: Disk, dataDir: string): Promise<boolean> {
  const stage = join(dataDir, staged);
  const read = await readWholeFile(disk, join(stage, commitName));
  if (read.kind === 'absent') return false;
  if (read.kind === 'unreadable') throw new Error(commitName);
  const { to, version } = JSON.parse(read.bytes.toString('utf8')) as { to: number; version: string };
  const touched = new Set<string>();
  for await (const path of filesIn(disk, join(stage, 'projects'), '')) {
    const target = join(dataDir, 'projects', path);
    await disk.rename(join(stage, 'projects', path), target);
    touched.add(dirname(target));
  }
  for (const folder of touched) await syncFolder(disk, folder);
  await writeDataFormat(disk, dataDir, version, to);
  await disk.rm(stage, { recursive: true, force: true });
  return true;
}

async function* filesIn(disk: Disk, root: string, folder: string): AsyncGenerator<string> {
  for (const entry of await listEntries(disk, join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(disk, root, path);
    else if (entry.isFile()) yield path;
  }
}
