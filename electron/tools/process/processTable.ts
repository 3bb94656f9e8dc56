// The processes of this machine, as far as the system shows them: who began whom, and when. On Linux from /proc, on macOS
// what `ps` says; Windows tells nothing of it here.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** 0 where it is not known. */
  session: number;
  /** As `processStart` gives it. */
  startedAt: string;
  /** Grows with the time of the start; 0 where it is not known. */
  order: number;
}

/** Those that have not ended; one that only waits for its parent to take note of it is left out. */
export async function runningProcesses(): Promise<ProcessRow[]> {
  if (process.platform === 'linux') return fromProc();
  return process.platform === 'win32' ? [] : fromPs();
}

/** Whether this very process is still running. Linux only; elsewhere ask the whole table. */
export function isStillRunning({ pid, startedAt }: { pid: number; startedAt: string }): boolean {
  return rowOf(pid, bootId())?.startedAt === startedAt;
}

async function fromProc(): Promise<ProcessRow[]> {
  const boot = bootId();
  const names = await readdir('/proc').catch(() => [] as string[]);
  const rows: ProcessRow[] = [];
  const slice = createTimeSlice();
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const row = rowOf(Number(name), boot);
    if (row !== null) rows.push(row);
    await slice();
  }
  return rows;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Null for one that is not there, or has ended. Such a file is made by the kernel as it is read: nothing waits for a disk. */
function rowOf(pid: number, boot: string): ProcessRow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, the second field, is in brackets and may hold anything; the start time is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session] = fields;
    const ticks = fields[19];
    if (ticks === undefined || state === 'Z' || state === 'X') return null;
    const startedAt = `${boot}:${ticks}`;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      startedAt,
      order: Number(ticks),
    };
  } catch {
    return null;
  }
}

/** Exported for its test: the only part of what is for macOS that other systems can run too. @internal */
export function fromPs(): Promise<ProcessRow[]> {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('ps', ['-A', ...columns], options, (_error, out) => resolve(out.split('\n').flatMap(psRow)));
  });
}

function psRow(line: string): ProcessRow[] {
  const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line);
  const [, pid, parent, group, state = '', startedAt = ''] = found ?? [];
  if (!found || state.startsWith('Z')) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, startedAt, order: 0 }];
}

/** Whether the environment with which it was started names the marker. Known on Linux alone, and of one's own processes. */
export async function carriesMarker(pid: number, variable: string, marker: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  const start = `${variable}=`;
  const entry = environment.split('\0').find((one) => one.startsWith(start));
  return entry?.slice(start.length).split(',').includes(marker) ?? false;
}

/** Whether anything has this id: one that runs as another user is there though it may not be signalled. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
