// Reads the log files: the last lines of all, oldest first, and new lines as they are written.

import { statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { currentLog, fullLogs } from '../../lib/logFile.ts';

/** Empty if there are none. */
export async function lastLogLines(folder: string, count: number): Promise<string[]> {
  const lines: string[] = [];
  for (const name of [currentLog, ...fullNames(folder).toReversed()]) {
    if (lines.length >= count) break;
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    lines.unshift(...text.split('\n').filter((line) => line !== ''));
  }
  return lines.slice(-count);
}

function fullNames(folder: string): string[] {
  try {
    return fullLogs(folder);
  } catch {
    return [];
  }
}

const pollMs = 250;

function sizeNow(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Calls `onText` with what is appended, also after the file was rotated, until the signal aborts. */
export async function followLogs(folder: string, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
  const path = join(folder, currentLog);
  // Before the first await: what is written from now on is new.
  let position = sizeNow(path);
  let handle = await open(path).catch(() => null);
  const buffer = Buffer.alloc(64 * 1024);
  try {
    while (!signal.aborted) {
      const { bytesRead } = handle ? await handle.read(buffer, 0, buffer.length, position) : { bytesRead: 0 };
      if (bytesRead > 0) {
        position += bytesRead;
        onText(buffer.toString('utf8', 0, bytesRead));
        continue;
      }
      const next = await open(path).catch(() => null);
      const [before, after] = [await handle?.stat(), await next?.stat()];
      if (next && after && (before?.ino !== after.ino || before.dev !== after.dev || after.size < position)) {
        await handle?.close();
        handle = next;
        position = 0;
        continue;
      }
      await next?.close();
      await wait(pollMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    await handle?.close();
  }
}
