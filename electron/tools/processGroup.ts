// Ends a process with everything it has started: all of its group, asked first and forced after half a second.

import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../ports/clock.ts';

const graceMs = 500;
const forcedMs = 500;
const lookEveryMs = 20;

/** Resolves when the group is gone, at the latest a second later. `leader` began the group: its id is the group's. */
export async function endGroup(leader: number, clock: Clock): Promise<void> {
  if (process.platform === 'win32') return endTree(leader);
  signalGroup(leader, 'SIGTERM');
  if (await isGoneWithin(leader, graceMs, clock)) return;
  signalGroup(leader, 'SIGKILL');
  await isGoneWithin(leader, forcedMs, clock);
}

/** At once, without asking. */
export function killGroup(leader: number): void {
  if (process.platform === 'win32') void endTree(leader);
  else signalGroup(leader, 'SIGKILL');
}

async function isGoneWithin(leader: number, ms: number, clock: Clock): Promise<boolean> {
  const end = clock.elapsed() + ms;
  for (let look = 1; signalGroup(leader, 0); look++) {
    // Ended processes count as present until their parent asks for their exit code, which some never do.
    if (look % 3 === 0 && (await onlyEndedOnes(leader))) return true;
    if (clock.elapsed() >= end) return false;
    await clock.wait(lookEveryMs);
  }
  return true;
}

/** True when everybody in the group has ended and only waits to be taken note of. Known on Linux alone. */
async function onlyEndedOnes(leader: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const names = await readdir('/proc').catch(() => []);
  const states = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => stateInGroup(pid, leader)));
  const members = states.filter((state) => state !== null);
  return members.length > 0 && members.every((state) => state === 'Z' || state === 'X');
}

async function stateInGroup(pid: string, leader: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets, which may hold anything: state, parent, group.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(group) === leader && state !== undefined ? state : null;
}

/** False when nobody of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (thrown) {
    // One that runs as another user is there though it may not be signalled.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

function endTree(leader: number): Promise<void> {
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(leader), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.once('error', () => resolve());
    killer.once('close', () => resolve());
  });
}
