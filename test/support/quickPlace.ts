// The location of test folders: in memory, if the system has such a place with enough space. A killed process loses
// nothing there either, and syncs cost nothing. THROUGHLINE_TESTS=long uses the disk.

import { accessSync, constants, existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { testRun } from './volume.ts';

const memory = '/dev/shm';
/** Minimum free space in bytes: a container may have only a few megabytes. */
const roomy = 2_000_000_000;

/** An absolute path with every symlink resolved. */
export function quickPlace(): string {
  return testRun !== 'long' && hasMemory() ? memory : diskPlace();
}

/** The system's own folder for temporary files. */
export function diskPlace(): string {
  return realpathSync(tmpdir());
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory) || !runsPrograms()) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomy;
}

/** Some systems mount it without permission to execute. */
function runsPrograms(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ')[3] ?? '';
    return !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}
