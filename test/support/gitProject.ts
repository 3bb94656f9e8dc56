// A git repository for a test, created by the system's git with one commit on `main`.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeTree } from './fileTree.ts';
import { tempFolder } from './tempFolder.ts';

export interface GitProject {
  folder: string;
  /** Returns git's output without the final line break. */
  git(...args: string[]): string;
}

const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];

export function gitProject(files: Record<string, string> = { 'a.txt': 'one\ntwo\nthree\n' }): GitProject {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  writeTree(folder, files);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  return { folder, git };
}

export function gitIn(folder: string): GitProject['git'] {
  return (...args) => execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8' }).trimEnd();
}

/** For the app under test: git is found, and this machine's config files are ignored. */
export function gitEnvironment(): { PATH: string; HOME: string } {
  return { PATH: process.env.PATH ?? '', HOME: tempFolder() };
}
