// Log files on disk, written by several processes at once: each entry is one append to the current file. A full file is
// renamed with its time, and only the newest are kept. Writing never throws and never waits; an entry that cannot be
// written is lost.

import { appendFileSync, mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogFiles } from './log.ts';
import { entryLine } from './logEntry.ts';

export const currentLog = 'throughline.log';
const fullLog = /^throughline-\d{8}T\d{9}Z-\d+-\d+\.log$/;

const defaultLimits = { bytes: 1024 * 1024, files: 5, perMinute: 200 };

export interface LogFileOptions {
  folder: string;
  /** `desktop`, `browser`, or a command's name. */
  host: string;
  now?: () => Date;
  pid?: number;
  limits?: Partial<typeof defaultLimits>;
}

const minuteMs = 60_000;

export function createLogFile(options: LogFileOptions): LogFiles {
  const { folder, now = () => new Date(), pid = process.pid } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const path = join(folder, currentLog);
  const host = `${/^[a-z][a-z-]{0,19}$/.test(options.host) ? options.host : 'unknown'}[${pid}]`;
  /** Makes names unique within a millisecond. */
  let rotations = 0;
  let minute = { from: Number.NEGATIVE_INFINITY, entries: 0 };

  function append(text: string): void {
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code !== 'ENOENT') throw thrown;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      appendFileSync(path, text, { mode: 0o600 });
    }
  }

  return {
    folder,
    write(level, code, fields) {
      try {
        const at = now();
        if (Math.abs(at.getTime() - minute.from) >= minuteMs) minute = { from: at.getTime(), entries: 0 };
        if (++minute.entries > limits.perMinute) {
          if (minute.entries === limits.perMinute + 1)
            append(entryLine({ at, level: 'warning', host, code: 'LINES_DROPPED' }));
          return;
        }
        append(entryLine({ at, level, host, code, fields }));
        if (statSync(path).size >= limits.bytes) rotate(path, `${timeName(at)}-${pid}-${rotations++}`, limits.files);
      } catch {
        // The disk is full or read-only: nobody could be notified.
      }
    },
  };
}

/** Two processes may both do this: the second finds a fresh file, and a short file is rotated. Nothing is lost. */
function rotate(path: string, name: string, files: number): void {
  const folder = dirname(path);
  renameSync(path, join(folder, `throughline-${name}.log`));
  const full = fullLogs(folder);
  for (const name of full.slice(0, Math.max(0, full.length - (files - 1)))) unlinkSync(join(folder, name));
}

function timeName(at: Date): string {
  return at.toISOString().replace(/[-:.]/g, '');
}

/** Names of the full files, oldest first. */
export function fullLogs(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => fullLog.test(name))
    .sort();
}
