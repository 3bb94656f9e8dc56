// The contenders: this program, and its own older commits, which are checked out and built in the benchmark's folder. A
// copy without the history has no older ones, which are reported as missing.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface Racer {
  name: string;
  isOurs: boolean;
  /** The executable; the command's arguments follow. */
  command: readonly string[];
}

const root = join(import.meta.dirname, '../..');
/** The last commit that wrote the request as one text and launched a second process. */
const older = [{ commit: '9e313475', name: 'Throughline of November 2026' }];

export function racersHere(folder: string): { found: Racer[]; missing: string[]; end(): void } {
  const found: Racer[] = [{ name: 'Throughline', isOurs: true, command: commandOf(root) }];
  const missing: string[] = [];
  const made: string[] = [];
  for (const { commit, name } of older) {
    const place = join(folder, commit);
    if (checkOut(commit, place)) {
      made.push(place);
      found.push({ name, isOurs: false, command: commandOf(place) });
    } else missing.push(name);
  }
  return {
    found,
    missing,
    end() {
      for (const place of made) git('worktree', 'remove', '--force', place);
    },
  };
}

function commandOf(place: string): string[] {
  return [process.execPath, join(place, 'bin', 'throughline.mjs')];
}

function checkOut(commit: string, place: string): boolean {
  mkdirSync(join(place, '..'), { recursive: true });
  if (!git('cat-file', '-e', `${commit}^{commit}`) || !git('worktree', 'add', '--detach', place, commit)) return false;
  if (!existsSync(join(place, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  execFileSync(process.execPath, [join(place, 'scripts', 'build.mjs'), 'doors'], { cwd: place, stdio: 'ignore' });
  return true;
}

function git(...words: string[]): boolean {
  try {
    execFileSync('git', words, { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
