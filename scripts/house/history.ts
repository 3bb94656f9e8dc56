// Measures how many product folders a commit touches, from this clone's history.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { productFolders } from './graph.ts';
import { root } from './tree.ts';

const commitCount = 200;

export interface Spread {
  median: number;
  ninetieth: number;
}

/** Examines the last commits that change the product. Returns null without history. */
export function foldersPerCommit(): Spread | null {
  let log: string;
  try {
    const range = ['-n', String(commitCount), '--no-merges', '--no-renames', '--format=%x00', '--name-only'];
    log = execFileSync('git', ['log', ...range, '--', ...productFolders], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
  const counts = log
    .split('\0')
    .map((commit) => new Set(commit.split('\n').filter(Boolean).map(path.posix.dirname)).size)
    .filter((count) => count > 0)
    .sort((one, two) => one - two);
  const at = (share: number): number => counts[Math.floor((counts.length - 1) * share)] ?? 0;
  return counts.length < commitCount ? null : { median: at(0.5), ninetieth: at(0.9) };
}
