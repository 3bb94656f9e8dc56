// The app on a git project, with this machine's git and none of its config files.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { MethodName, ParamsOf } from '../../../shared/contract.ts';
import type { GitSide, GitState } from '../../../shared/features/git/git.ts';
import { startTestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { type GitProject, gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

export interface GitAppOptions extends TestAppOptions {
  trusted?: boolean;
}

export async function startGitApp(
  project: GitProject = gitProject(),
  { trusted = true, ...options }: GitAppOptions = {},
) {
  const home = path.join(tempFolder(), 'user');
  mkdirSync(home);
  const env = { PATH: process.env.PATH ?? '', HOME: home, ...options.env };
  const app = await startTestApp({ ...options, folder: project.folder, env });
  const { projects } = (await app.call('app.open', {})) as unknown as { projects: { id: string; folder: string }[] };
  const projectId = projects.find(({ folder }) => folder === project.folder)?.id ?? '';
  if (trusted) await app.call('project.trust', { projectId, trusted: true });
  const place = { projectId, conversationId: null };

  async function state(): Promise<GitState> {
    const status = await app.call('git.status', place);
    if (status.kind !== 'ready') throw new Error(JSON.stringify(status));
    return status.state;
  }

  return {
    ...project,
    app,
    home,
    place,
    state,
    /** The paths on each side. */
    async paths() {
      const { staged, unstaged, conflicts } = await state();
      const names = (list: { files: { path: string }[] }): string[] => list.files.map((file) => file.path);
      return { staged: names(staged), unstaged: names(unstaged), conflicts: names(conflicts) };
    },
    /** The last commit as it is now, for an amendment. */
    async amending() {
      return { amend: true, seen: (await app.call('git.lastCommit', place)).commit };
    },
    diff: (file: string, side: GitSide) => app.call('git.diff', { ...place, file: `u:${file}`, side }),
    /** The message of the error that it must be. */
    async refusal<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<string> {
      const answer = await app.client.call(method, params);
      expect(answer.ok).toBe(false);
      return answer.ok ? '' : answer.error.message;
    },
    write: (name: string, content: string | Buffer) => writeFileSync(path.join(project.folder, name), content),
  };
}

export function bareRemote(project: GitProject, name = 'origin'): { folder: string; git: GitProject['git'] } {
  const folder = path.join(tempFolder(), 'remote.git');
  gitIn(tempFolder())('init', '--quiet', '--bare', '--initial-branch=main', folder);
  project.git('remote', 'add', name, folder);
  project.git('push', '--quiet', '--set-upstream', name, 'main');
  return { folder, git: gitIn(folder) };
}

/** Puts a program of this name first in the PATH; returns that PATH. */
export function stubProgram(name: string, script: string): string {
  const folder = tempFolder();
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
  return `${folder}:${process.env.PATH}`;
}
