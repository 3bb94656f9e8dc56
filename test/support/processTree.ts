// A command whose processes detach in every possible way: a grandchild, one in its own session, one that ignores
// SIGHUP, one that ignores SIGTERM, and one whose ancestors have exited.

import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { writeTree } from './fileTree.ts';
import { isRunning } from './isRunning.ts';
import { numberIn } from './processes.ts';

const script = `
sh -c 'echo $$ > child; sh -c "echo \\$\\$ > grandchild; exec sleep 600" & wait' &
setsid sh -c 'echo $$ > session; exec sleep 600' &
nohup sh -c 'echo $$ > nohup; exec sleep 600' > /dev/null 2>&1 &
sh -c 'trap "" TERM; echo $$ > stubborn; while :; do sleep 600; done' &
(setsid sh -c 'sh -c "echo \\$\\$ > daemon; exec sleep 600" > /dev/null 2>&1 & exit 0' &)
echo $$ > shell
`;

export const treeNames = ['shell', 'child', 'grandchild', 'session', 'nohup', 'stubborn', 'daemon'];

export interface ProcessTree {
  /** Runs until it is killed. */
  command: string;
  /** Their PIDs by kind, once all of them run. */
  pids(): Promise<Record<string, number>>;
}

/** Writes the script into the folder. Kills the rest of the tree at the end of the test. */
export function processTree(folder: string): ProcessTree {
  writeTree(folder, { 'tree.sh': script });
  const found: number[] = [];
  onTestFinished(() => {
    for (const pid of found) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  return {
    command: '. ./tree.sh; wait; sleep 600',
    async pids() {
      const numbers = await Promise.all(treeNames.map((name) => numberIn(path.join(folder, name))));
      found.push(...numbers);
      return Object.fromEntries(treeNames.map((name, at) => [name, numbers[at] as number]));
    },
  };
}

/** Names of those that still run after `ms`; returns as soon as all are gone. */
export async function leftAfter(pids: Record<string, number>, ms: number): Promise<string[]> {
  const left = (): string[] => Object.keys(pids).filter((name) => isRunning(pids[name] as number));
  await vi
    .waitFor(
      () => {
        if (left().length > 0) throw new Error('not gone yet');
      },
      { timeout: ms, interval: 5 },
    )
    .catch(() => {});
  return left();
}
