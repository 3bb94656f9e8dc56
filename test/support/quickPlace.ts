// Where the folders of tests lie: in memory where the system has a place and room for that. A process that is killed loses
// nothing there either, and nobody waits for a sync. THROUGHLINE_TESTS=long takes the disk.

import { accessSync, constants, existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { testRun } from './volume.ts';

const memory = '/dev/shm';
/** Bytes that must be free there: a container may give a few megabytes only. */
const roomy = 2_000_000_000;

/** An absolute path with every symlink resolved. */
export function quickPlace(): string {
  return testRun !== 'long' && hasMemory() ? memory : diskPlace();
}

/** The system's own folder for what is temporary. */
export function diskPlace(): string {
  return realpathSync(tmpdir());
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(memory) || !runsPrograms()) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomy;
}

/** Some systems run no program that lies there. */
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
