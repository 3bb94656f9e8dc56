// The machine as the doctor's checks see it. Tests replace parts of it with real and faked faults.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { errorCode } from '../../lib/diskReason.ts';
import type { Environment } from '../../lib/environment.ts';

/** `late`: it was ended because it did not finish in time. */
type Ran = { kind: 'ended'; code: number; out: string } | { kind: 'missing' } | { kind: 'late' } | { kind: 'failed' };

interface DiskSpace {
  /** In bytes, for this user. */
  free: number;
  total: number;
  /** Index nodes; 0: the file system has no such limit. */
  freeFiles: number;
  files: number;
}

interface FileInfo {
  mode: number;
  uid: number;
  modifiedAt: number;
  isFolder: boolean;
  size: number;
}

export interface Machine {
  platform: NodeJS.Platform;
  env: Environment;
  home: string;
  now(): number;
  run(file: string, args: readonly string[], signal: AbortSignal): Promise<Ran>;
  /** The absolute path of a program in PATH. */
  findProgram(name: string): Promise<string | null>;
  space(path: string): Promise<DiskSpace>;
  /** Milliseconds of each of several small synced writes to a file that is removed again. Throws if it cannot write. */
  syncTimes(folder: string, signal: AbortSignal): Promise<number[]>;
  /** Whether names that differ in case are different files. Throws if it cannot write. */
  isCaseSensitive(folder: string): Promise<boolean>;
  /** A file as text, at most a megabyte; null: there is none, or it cannot be read. */
  text(path: string): Promise<string | null>;
  info(path: string): Promise<FileInfo | null>;
  names(folder: string): Promise<string[]>;
}

const maxText = 1024 * 1024;
const syncs = 8;

export function createMachine(env: Environment, home: string): Machine {
  const platform = process.platform;
  return {
    platform,
    env,
    home,
    now: () => Date.now(),
    run: (file, args, signal) => run(file, args, env, signal),
    async findProgram(name) {
      for (const folder of (env.PATH ?? '').split(delimiter).filter(isAbsolute)) {
        const path = join(folder, platform === 'win32' ? `${name}.exe` : name);
        const works = await access(path, constants.X_OK).then(
          () => true,
          () => false,
        );
        if (works) return path;
      }
      return null;
    },
    async space(path) {
      const { bavail, bsize, blocks, ffree, files } = await statfs(path);
      return { free: bavail * bsize, total: blocks * bsize, freeFiles: ffree, files };
    },
    syncTimes,
    async isCaseSensitive(folder) {
      const name = temporaryName();
      await writeFile(join(folder, name), '');
      try {
        return (await stat(join(folder, name.toUpperCase())).catch(() => null)) === null;
      } finally {
        await rm(join(folder, name), { force: true });
      }
    },
    async text(path) {
      const there = await stat(path).catch(() => null);
      if (!there?.isFile() || there.size > maxText) return null;
      return readFile(path, 'utf8').catch(() => null);
    },
    async info(path) {
      const there = await stat(path).catch(() => null);
      if (!there) return null;
      const { mode, uid, mtimeMs, size } = there;
      return { mode, uid, modifiedAt: mtimeMs, isFolder: there.isDirectory(), size };
    },
    names: (folder) => readdir(folder).catch(() => []),
  };
}

function temporaryName(): string {
  return `doctor-${randomBytes(6).toString('hex')}.tmp`;
}

async function syncTimes(folder: string, signal: AbortSignal): Promise<number[]> {
  const path = join(folder, temporaryName());
  const handle = await open(path, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let count = 0; count < syncs && !signal.aborted; count++) {
      const before = performance.now();
      await handle.write(Buffer.alloc(4096, 120), 0, 4096, count * 4096);
      await handle.datasync();
      times.push(performance.now() - before);
    }
    return times;
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

function run(file: string, args: readonly string[], env: Environment, signal: AbortSignal): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...env, LC_ALL: 'C' }, signal, killSignal: 'SIGKILL', maxBuffer: maxText } as const;
    const child = execFile(file, [...args], options, (thrown, stdout, stderr) => {
      if (signal.aborted) return resolve({ kind: 'late' });
      const code = errorCode(thrown);
      if (code === 'ENOENT') return resolve({ kind: 'missing' });
      const exit = thrown === null ? 0 : child.exitCode;
      resolve(exit === null ? { kind: 'failed' } : { kind: 'ended', code: exit, out: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
