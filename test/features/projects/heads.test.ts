// The branch of a project: read from HEAD, followed while it changes, never read from anything but a small regular file.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProjectHeads } from '../../../electron/features/projects/projectHeads.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(
  cite('UI-12', 'a project has its current branch, which follows switches, detached heads and new repositories'),
  async () => {
    const { folder, git } = gitProject();
    const app = await startTestApp({ folder });
    const projectOf = async (where: string): Promise<string> => (await app.call('project.open', { path: where })).id;
    const id = await projectOf(folder);
    /** As published last. */
    const headOf = (projectId: string) => {
      const events = app.events.flatMap(({ event }) => (event.type === 'projects.changed' ? [event.projects] : []));
      return events.at(-1)?.find((project) => project.id === projectId)?.head;
    };
    await app.call('app.open', {});
    await expect.poll(() => headOf(id)).toEqual({ name: 'main' });
    expect((await app.call('app.open', {})).projects.find((project) => project.id === id)?.head).toEqual({
      name: 'main',
    });
    git('switch', '--quiet', '--create', 'feature/größer');
    await expect.poll(() => headOf(id)).toEqual({ name: 'feature/größer' });
    git('switch', '--quiet', '--detach', 'main');
    const commit = git('rev-parse', 'HEAD').slice(0, 7);
    await expect.poll(() => headOf(id)).toEqual({ name: commit, detached: true });

    // A worktree has its own HEAD, and so does a folder that becomes a repository.
    const tree = path.join(tempFolder(), 'tree');
    git('worktree', 'add', '--quiet', '-b', 'side', tree);
    const treeId = await projectOf(tree);
    await expect.poll(() => headOf(treeId)).toEqual({ name: 'side' });
    gitIn(tree)('switch', '--quiet', '--create', 'other');
    await expect.poll(() => headOf(treeId)).toEqual({ name: 'other' });
    const plain = path.join(tempFolder(), 'plain');
    mkdirSync(plain);
    const plainId = await projectOf(plain);
    gitIn(plain)('init', '--quiet', '--initial-branch=trunk');
    await expect.poll(() => headOf(plainId)).toEqual({ name: 'trunk' });
    rmSync(path.join(plain, '.git'), { recursive: true });
    await expect.poll(() => headOf(plainId)).toBeUndefined();
    expect([headOf(id), headOf(treeId)]).toEqual([{ name: commit, detached: true }, { name: 'other' }]);
  },
);

test(cite('UI-12', 'a hostile HEAD shows nothing and blocks nothing'), async () => {
  const root = tempFolder();
  const outside = path.join(root, 'outside');
  writeFileSync(outside, 'ref: refs/heads/secret\n');
  const make: Record<string, (git: string) => void> = {
    huge: (git) => writeFileSync(path.join(git, 'HEAD'), `ref: refs/heads/${'x'.repeat(5_000_000)}\n`),
    pipe: (git) => void execFileSync('mkfifo', [path.join(git, 'HEAD')]),
    link: (git) => symlinkSync(outside, path.join(git, 'HEAD')),
    folder: (git) => mkdirSync(path.join(git, 'HEAD')),
    escape: (git) => writeFileSync(path.join(git, 'HEAD'), 'ref: refs/heads/../../x\n'),
    hidden: (git) => writeFileSync(path.join(git, 'HEAD'), 'ref: refs/heads/a\u202eb\n'),
    good: (git) => writeFileSync(path.join(git, 'HEAD'), 'ref: refs/heads/good\n'),
  };
  const projects = Object.keys(make).map((name): ProjectInfo => {
    const folder = path.join(root, name);
    mkdirSync(path.join(folder, '.git'), { recursive: true });
    make[name]?.(path.join(folder, '.git'));
    return { id: name, name, folder, folderExists: true, trusted: false, approvalMode: null };
  });
  const heads = createProjectHeads({ listProjects: async () => projects });
  onTestFinished(() => heads.close());
  const published: ProjectInfo[][] = [];
  heads.onChange((now) => published.push(now));
  // Nothing is read before the list is returned.
  expect((await heads.list()).some(({ head }) => head)).toBe(false);
  await expect
    .poll(() => published.at(-1)?.flatMap(({ id, head }) => (head ? [[id, head.name]] : [])))
    .toEqual([['good', 'good']]);
  expect((await heads.list()).flatMap(({ head }) => head?.name ?? [])).toEqual(['good']);
});
