// Replaces an AppImage, which is one file: the old one stays next to it until the new one has opened its window.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { chmod, copyFile, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { VerifiedUpdate } from '../../../ports/updates.ts';
import { type PendingUpdate, writePending } from './pendingUpdate.ts';

/** Makes the app print its version and exit, before it opens anything. */
export const probeVariable = 'THROUGHLINE_PROBE';
const probeMs = 60_000;

/** One for each data folder: another instance of the same AppImage has its own. */
function besideName(target: string, folder: string, what: 'update' | 'previous'): string {
  const owner = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  return join(dirname(target), `.${basename(target)}.${owner}.${what}`);
}

export interface Start {
  args: readonly string[];
  env: Environment;
}

/** Copies the update next to the app, where renaming it is atomic, and tries whether it starts. `folder`: the journal's. */
export async function stage(
  update: VerifiedUpdate,
  target: string,
  folder: string,
  start: Start,
): Promise<Result<string>> {
  const staged = besideName(target, folder, 'update');
  try {
    await copyFile(update.path, staged);
    const { mode } = await stat(target);
    await chmod(staged, (mode & 0o777) | 0o100);
    const file = await open(staged, 'r');
    const hash = createHash('sha512');
    try {
      for await (const piece of file.createReadStream({ autoClose: false })) hash.update(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest('base64') !== update.sha512) {
      rmSync(staged, { force: true });
      return fail(
        'UPDATE_REFUSED',
        say`The downloaded update changed on the disk, so it was refused. Nothing was changed.`,
      );
    }
  } catch (thrown) {
    rmSync(staged, { force: true });
    return fail(
      'STORE_WRITE_FAILED',
      say`The update could not be put next to the app at ${dirname(target)}: ${diskErrorReason(thrown)}. Nothing was changed.`,
    );
  }
  const version = await probe(staged, start);
  if (version === update.version) return ok(staged);
  rmSync(staged, { force: true });
  return fail(
    'UPDATE_REFUSED',
    version === null
      ? say`Version ${update.version} does not start on this machine, so it was not installed. Nothing was changed.`
      : say`The file of version ${update.version} says that it is ${version}, so it was not installed. Nothing was changed.`,
  );
}

export function unstage(target: string, folder: string): void {
  rmSync(besideName(target, folder, 'update'), { force: true });
}

/** The version that a program prints; null if it does not start. */
async function probe(file: string, { args, env }: Start): Promise<string | null> {
  // Not before `--`: those are Chromium's, and one may be a port that is taken.
  const ownArgs = args.slice(args.indexOf('--') + 1);
  const child = spawn(file, ['--disable-gpu', '--', ...ownArgs], {
    env: { ...startEnvironment(env), [probeVariable]: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: probeMs,
    killSignal: 'SIGKILL',
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text = `${text}${piece.toString()}`.slice(-1000);
  });
  const [code] = await once(child, 'close').catch(() => [null]);
  return code === 0 ? (/^throughline (\S+)$/m.exec(text)?.[1] ?? null) : null;
}

/** Puts the staged file in the app's place. Synchronous: nothing else happens between its steps. Throws. */
export function replaceAppImage(folder: string, target: string, versions: { from: string; to: string }): PendingUpdate {
  const previous = besideName(target, folder, 'previous');
  const pending: PendingUpdate = {
    ...{ v: 1, ...versions, target, previous, starts: 0, reason: '' },
    state: 'replacing',
  };
  if (!writePending(folder, pending)) throw new Error(`${folder} could not be written`);
  rmSync(previous, { force: true });
  try {
    linkSync(target, previous);
  } catch {
    // Not every file system has links.
    copyFileSync(target, previous);
  }
  try {
    renameSync(besideName(target, folder, 'update'), target);
  } catch (thrown) {
    rmSync(previous, { force: true });
    throw thrown;
  }
  const installed: PendingUpdate = { ...pending, state: 'installed' };
  writePending(folder, installed);
  return installed;
}

/** The environment of a new start: without what this AppImage's runtime and start script set. */
function startEnvironment(env: Environment): Environment {
  const { APPIMAGE: _file, APPDIR: _mount, ARGV0: _name, OWD: _folder, ...rest } = env;
  return rest;
}

export function startApp(file: string, { args, env }: Start): ChildProcess {
  const child = spawn(file, [...args], { env: startEnvironment(env), detached: true, stdio: 'ignore' });
  child.unref();
  return child;
}
