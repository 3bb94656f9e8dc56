// Ends a process with everything that it has started. On Linux that is: its group, its session, its children and theirs,
// and whatever has its marker in its environment, such as what called `setsid`, was started by `nohup`, or let its parents
// end before it. On macOS the group and the children whose parents are still there; on Windows what `taskkill /t` finds.
// Only what was shown to belong to it is signalled, and only while its start time is the same: ids are given out again. What
// takes its marker out of its environment and lets its parents end is not found, nor what a service of the system starts.

import { spawn } from 'node:child_process';
import type { Clock } from '../../ports/clock.ts';
import { carriesMarker, isStillRunning, isThere, type ProcessRow, runningProcesses } from './processTable.ts';

/** In the environment of every child: the markers of those that it belongs to, with commas between them. */
export const markerVariable = 'THROUGHLINE_PROCESS';

export interface ProcessTree {
  /** The child itself; its start time is null where the system does not tell. Null: it is not known whether it was started. */
  root: { pid: number; startedAt: string | null } | null;
  marker: string | null;
  /** Set by the app that started it itself: a group that has lost its leader is still the one that the child began. */
  isOurs: boolean;
}

export interface TreeEnd {
  /** How many were found. On Windows 0. */
  found: number;
  gone: boolean;
}

const defaultGraceMs = 500;
const forcedMs = 500;
const lookEveryMs = 15;
/** Environments that are read side by side. */
const atOnce = 64;

/** Resolves when nothing of it is left, at the latest half a second after the grace. `graceMs` 0: forced at once. */
export async function endTree(
  tree: ProcessTree,
  clock: Clock,
  { graceMs = defaultGraceMs }: { graceMs?: number } = {},
): Promise<TreeEnd> {
  if (process.platform === 'win32') return endOnWindows(tree);
  const members = createMembers(tree);
  const start = clock.elapsed();
  for (let alive = await members.find(); alive.length > 0; alive = await members.find()) {
    const spent = clock.elapsed() - start;
    if (spent >= graceMs + forcedMs) return { found: members.count(), gone: false };
    const isForced = spent >= graceMs;
    for (const row of alive) members.signal(row, isForced ? 'SIGKILL' : 'SIGTERM');
    const until = start + graceMs + (isForced ? forcedMs : 0);
    while (alive.some(members.isRunning) && clock.elapsed() < until) await clock.wait(lookEveryMs);
  }
  return { found: members.count(), gone: true };
}

interface Members {
  find(): Promise<ProcessRow[]>;
  count(): number;
  isRunning(row: ProcessRow): boolean;
  /** Asked once, forced as often as it takes. */
  signal(row: ProcessRow, how: 'SIGTERM' | 'SIGKILL'): void;
}

function createMembers({ root, marker, isOurs }: ProcessTree): Members {
  /** Everybody who was ever found, by id and start time: their children are found by them, and who is new. */
  const known = new Map<string, { asked: boolean }>();
  /** Whose environment was looked at; it does not change. */
  const strangers = new Set<string>();
  const isRoot = (row: ProcessRow): boolean => row.pid === root?.pid && row.startedAt === root.startedAt;

  return {
    async find() {
      const rows = (await runningProcesses()).filter(({ pid }) => pid > 1 && pid !== process.pid);
      const first = rows.find(isRoot)?.order ?? Number(root?.startedAt?.split(':').at(-1) ?? 0);
      const found = new Set(rows.filter((row) => isRoot(row) || known.has(keyOf(row))));
      if (marker !== null) {
        // Nothing that began before it can be of it.
        const unknown = rows.filter((row) => !found.has(row) && row.order >= first && !strangers.has(keyOf(row)));
        for (let at = 0; at < unknown.length; at += atOnce) {
          await Promise.all(
            unknown.slice(at, at + atOnce).map(async (row) => {
              if (await carriesMarker(row.pid, markerVariable, marker)) found.add(row);
              else strangers.add(keyOf(row));
            }),
          );
        }
      }
      const ids = new Set([...found].map(({ pid }) => pid));
      // While a group has members its id is given to nobody else.
      if (isOurs && root !== null && !rows.some(({ pid }) => pid === root.pid)) ids.add(root.pid);
      addRelatives(rows, found, ids);
      for (const row of found) if (!known.has(keyOf(row))) known.set(keyOf(row), { asked: false });
      return [...found];
    },
    count: () => known.size,
    isRunning: (row) => (process.platform === 'linux' ? isStillRunning(row) : isThere(row.pid)),
    signal(row, how) {
      const state = known.get(keyOf(row));
      if (!state || (how === 'SIGTERM' && state.asked)) return;
      state.asked = true;
      // Between the look and the signal it may have ended and its id may be another's.
      if (process.platform === 'linux' && !isStillRunning(row)) return;
      send(row.pid, how);
    },
  };
}

/** Children of members, and who is in the group or the session of one. */
function addRelatives(rows: readonly ProcessRow[], found: Set<ProcessRow>, ids: Set<number>): void {
  for (let before = -1; before !== ids.size; ) {
    before = ids.size;
    for (const row of rows) {
      if (found.has(row) || !(ids.has(row.parent) || ids.has(row.group) || ids.has(row.session))) continue;
      ids.add(row.pid);
      found.add(row);
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
    // Gone, or another user's.
  }
}

function endOnWindows({ root }: ProcessTree): Promise<TreeEnd> {
  if (root === null) return Promise.resolve({ found: 0, gone: true });
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(root.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.once('error', () => resolve({ found: 0, gone: false }));
    killer.once('close', () => resolve({ found: 0, gone: true }));
  });
}
