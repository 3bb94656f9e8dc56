// Kills a process with all its descendants. On Linux: its group, session, children recursively, and anything with its
// marker in the environment, which catches `setsid`, `nohup` and orphans. On macOS: the group, and children whose
// parents are alive; on Windows: what `taskkill /t` finds. Signals only verified members with an unchanged start time,
// because PIDs are reused. Misses an orphan that clears its environment, and anything started through a system service.

import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { hasMarker, isPidInUse, isStillRunning, listProcesses, type ProcessRow } from './processTable.ts';

/** The environment variable that marks every child: comma-separated markers of its owners. */
export const markerVariable = 'THROUGHLINE_PROCESS';

export interface ProcessTree {
  /** The child itself, with a null start time if unavailable. Null if unknown whether it started. */
  root: { pid: number; startedAt: string | null } | null;
  marker: string | null;
  /** Set by the app that started it: a leaderless group is still the one that the child created. */
  isOurs: boolean;
}

export interface TreeEnd {
  /** Number of processes found; 0 on Windows. */
  processCount: number;
  allEnded: boolean;
}

const defaultGraceMs = 500;
const defaultForcedMs = 500;
const lookEveryMs = 15;
/** Environments to read in parallel. */
const atOnce = 64;

/** Resolves when nothing is left, at most `forcedMs` after the grace period. `graceMs` 0 kills at once. */
export async function endProcessTree(
  tree: ProcessTree,
  clock: Clock,
  { graceMs = defaultGraceMs, forcedMs = defaultForcedMs }: { graceMs?: number; forcedMs?: number } = {},
): Promise<TreeEnd> {
  if (process.platform === 'win32') return endOnWindows(tree);
  const members = createMembers(tree);
  const start = clock.elapsed();
  for (let alive = await members.find(); alive.length > 0; alive = await members.find()) {
    const spent = clock.elapsed() - start;
    if (spent >= graceMs + forcedMs) return { processCount: members.count(), allEnded: false };
    const isForced = spent >= graceMs;
    for (const row of alive) members.signal(row, isForced ? 'SIGKILL' : 'SIGTERM');
    const until = start + graceMs + (isForced ? forcedMs : 0);
    while (alive.some(members.isRunning) && clock.elapsed() < until) await clock.wait(lookEveryMs);
  }
  return { processCount: members.count(), allEnded: true };
}

interface Members {
  find(): Promise<ProcessRow[]>;
  count(): number;
  isRunning(row: ProcessRow): boolean;
  /** SIGTERM once, SIGKILL as often as needed. */
  signal(row: ProcessRow, how: 'SIGTERM' | 'SIGKILL'): void;
}

function createMembers({ root, marker, isOurs }: ProcessTree): Members {
  /** All members ever found, by PID and start time; used to find their children and spot new ones. */
  const members = new Map<string, { asked: boolean }>();
  /** Processes with an environment without the marker, which stays as it is. */
  const strangers = new Set<string>();
  const isRoot = (row: ProcessRow): boolean => row.pid === root?.pid && row.startedAt === root.startedAt;

  return {
    async find() {
      const rows = (await listProcesses()).filter(({ pid }) => pid > 1 && pid !== process.pid);
      const first = rows.find(isRoot)?.order ?? Number(root?.startedAt?.split(':').at(-1) ?? 0);
      const memberRows = new Set(rows.filter((row) => isRoot(row) || members.has(keyOf(row))));
      if (marker !== null) {
        // Anything that started earlier cannot belong to it.
        const unknown = rows.filter((row) => !memberRows.has(row) && row.order >= first && !strangers.has(keyOf(row)));
        for (let at = 0; at < unknown.length; at += atOnce) {
          await Promise.all(
            unknown.slice(at, at + atOnce).map(async (row) => {
              const isMember = await hasMarker(row.pid, markerVariable, marker);
              if (isMember) memberRows.add(row);
              else if (isMember === false) strangers.add(keyOf(row));
            }),
          );
        }
      }
      const ids = new Set([...memberRows].map(({ pid }) => pid));
      // A group's ID is not reused while it has members.
      if (isOurs && root !== null && !rows.some(({ pid }) => pid === root.pid)) ids.add(root.pid);
      addRelatives(rows, memberRows, ids);
      for (const row of memberRows) if (!members.has(keyOf(row))) members.set(keyOf(row), { asked: false });
      return [...memberRows];
    },
    count: () => members.size,
    isRunning: (row) => (process.platform === 'linux' ? isStillRunning(row) : isPidInUse(row.pid)),
    signal(row, how) {
      const state = members.get(keyOf(row));
      if (!state || (how === 'SIGTERM' && state.asked)) return;
      state.asked = true;
      // It may have ended since the listing, and its PID may be reused.
      if (process.platform === 'linux' && !isStillRunning(row)) return;
      send(row.pid, how);
    },
  };
}

/** Adds children of members, and members of their groups and sessions. */
function addRelatives(rows: readonly ProcessRow[], members: Set<ProcessRow>, ids: Set<number>): void {
  for (let before = -1; before !== ids.size; ) {
    before = ids.size;
    for (const row of rows) {
      if (members.has(row) || !(ids.has(row.parent) || ids.has(row.group) || ids.has(row.session))) continue;
      ids.add(row.pid);
      members.add(row);
    }
  }
}

function keyOf({ pid, startedAt }: ProcessRow): string {
  return `${pid} ${startedAt}`;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or another user's process.
  }
}

function endOnWindows({ root }: ProcessTree): Promise<TreeEnd> {
  if (root === null) return Promise.resolve({ processCount: 0, allEnded: true });
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(root.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.once('error', () => resolve({ processCount: 0, allEnded: false }));
    killer.once('close', () => resolve({ processCount: 0, allEnded: true }));
  });
}
