// The machine's processes as far as visible: parents and start times. From /proc on Linux and `ps` on macOS; not
// available on Windows.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** 0 if unknown. */
  session: number;
  /** In the format of `processStartTime`. */
  startedAt: string;
  /** Increases with start time; 0 if unknown. */
  order: number;
}

/** Running processes, without zombies. */
export async function listProcesses(): Promise<ProcessRow[]> {
  if (process.platform === 'linux') return fromProc();
  return process.platform === 'win32' ? [] : listProcessesWithPs();
}

/** Whether this very process is still running. Linux only; elsewhere query the whole table. */
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

/** Null if missing or ended. /proc is generated in memory, so a synchronous read does not block on a disk. */
function rowOf(pid: number, boot: string): ProcessRow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, the second field, is in parentheses and may contain anything; the start time is field 22.
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

/** Exported for its test: the only macOS part that runs elsewhere. @internal */
export function listProcessesWithPs(): Promise<ProcessRow[]> {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('ps', ['-A', ...columns], options, (_error, out) => resolve(out.split('\n').flatMap(psRow)));
  });
}

function psRow(line: string): ProcessRow[] {
  const columns = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line);
  const [, pid, parent, group, state = '', startedAt = ''] = columns ?? [];
  if (!columns || state.startsWith('Z')) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, startedAt, order: 0 }];
}

/**
 * Whether its initial environment has the marker. Null if it has none, which may pass: between one program and the next, a
 * process has no environment. Linux only, for the user's own processes.
 */
export async function hasMarker(pid: number, variable: string, marker: string): Promise<boolean | null> {
  if (process.platform !== 'linux') return false;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  if (environment === '') return null;
  const start = `${variable}=`;
  const entry = environment.split('\0').find((one) => one.startsWith(start));
  return entry?.slice(start.length).split(',').includes(marker) ?? false;
}

/** Whether any process has this PID, including other users' processes that cannot be signaled. */
export function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
