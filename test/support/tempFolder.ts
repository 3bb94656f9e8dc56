// A fresh directory for one test, removed when the test has finished.

import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const memory = '/dev/shm';
/** Bytes that must be free there: a container may give a few megabytes only. */
const roomy = 2_000_000_000;
const long = process.env.THROUGHLINE_LONG === '1';

/**
 * An absolute path with every symlink resolved, in memory where the system has a place and room for that: a process that is
 * killed loses nothing there either, and nobody waits for a sync. THROUGHLINE_LONG=1 takes the disk. Call it inside a test or
 * its `beforeEach`.
 */
export function tempFolder(): string {
  return !long && hasMemory() ? removedAfter(mkdtempSync(join(memory, 'throughline-'))) : diskFolder();
}

/** The same on the system's own disk, always. */
export function diskFolder(): string {
  return removedAfter(mkdtempSync(join(realpathSync(tmpdir()), 'throughline-')));
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

function removedAfter(folder: string): string {
  onTestFinished(() => {
    // Something that still ends may write once more: look again before giving up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return folder;
}
