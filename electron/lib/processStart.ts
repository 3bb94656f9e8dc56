// When a process was started, as a text that tells it apart from a later process with the same ID. Not a readable date: on
// Linux the boot ID and ticks since then, elsewhere what `ps` prints.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Null when it is unknown or the process is gone. On Linux the answer is taken before the first await. */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'win32') return null;
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/**
 * What tells a process from any other in a file name, as letters, digits and dots; null where it cannot be known at once. It
 * says where the number counts, too: on another machine, in another container and before a restart it means somebody else.
 */
function processMark(pid: number): string | null {
  const start = process.platform === 'linux' ? linuxStart(pid) : null;
  if (start === null) return null;
  const [boot = '', ticks = ''] = start.split(':');
  return `${pid}.${ticks}.${createHash('sha256').update(`${boot} ${numbering()}`).digest('hex').slice(0, 8)}`;
}

/** The mark of this process, which stays the same while it runs. */
export const ownMark = processMark(process.pid);

/**
 * Of a process that `processMark` was asked for: null when nothing is known of it, because it counts elsewhere or cannot be looked
 * at now.
 */
export function isMarkAlive(mark: string): boolean | null {
  if (ownMark === null || mark.split('.')[2] !== ownMark.split('.')[2]) return null;
  const pid = Number(mark.split('.')[0]);
  const now = processMark(pid);
  if (now !== null) return now === mark;
  return isGone(pid) ? false : null;
}

/** Told by the system, which also knows of processes that are hidden from others. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Processes in another container have numbers of their own. */
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
    // The name, the second field, is in brackets and may hold anything; the start time is the 22nd.
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
