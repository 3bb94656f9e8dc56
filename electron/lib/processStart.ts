// Returns a text that tells a process apart from a later one with the same id. Not a date: on Linux the boot id and
// ticks since boot, elsewhere the output of `ps`.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Returns null if unknown or gone. On Linux the value is read before the first await. */
export async function processStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'win32') return null;
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/**
 * Identifies a process in a file name, as letters, digits and dots; null if it cannot be determined synchronously.
 * Includes where the pid is valid: on another machine, in another container or before a reboot it means another
 * process.
 */
function processMark(pid: number): string | null {
  const start = process.platform === 'linux' ? linuxStart(pid) : null;
  if (start === null) return null;
  const [boot = '', ticks = ''] = start.split(':');
  return `${pid}.${ticks}.${createHash('sha256').update(`${boot} ${numbering()}`).digest('hex').slice(0, 8)}`;
}

/** The mark of this process. */
export const ownMark = processMark(process.pid);

/**
 * For a result of `processMark`: null if unknown, because it belongs to another pid namespace or cannot be checked now.
 */
export function isMarkAlive(mark: string): boolean | null {
  if (ownMark === null || mark.split('.')[2] !== ownMark.split('.')[2]) return null;
  const pid = Number(mark.split('.')[0]);
  const now = processMark(pid);
  if (now !== null) return now === mark;
  return isGone(pid) ? false : null;
}

/** Asks the system, which also sees processes hidden from others. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Another container has its own pid namespace. */
function numbering(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    // The second field, the name, is in brackets and may contain anything; the start time is the 22nd.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${boot.trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function psStart(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } }, (error, out) =>
      resolve(error === null && out.trim() !== '' ? out.trim() : null),
    );
  });
}
