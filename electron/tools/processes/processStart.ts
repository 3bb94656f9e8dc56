// When a process was started, as a text that tells it from a later process with the same id. Not a date to be read:
// on Linux the boot and the ticks since then, elsewhere what `ps` says.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Null when it is unknown or the process is gone. On Linux the answer is taken before the first await. */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'win32') return null;
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
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
