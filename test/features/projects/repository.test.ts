// Which repository a folder belongs to: real git repositories, and addresses of all forms.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGit } from '../../../electron/features/git/repository/git.ts';
import { readRepository } from '../../../electron/features/projects/readRepository.ts';
import { normalizeRemote } from '../../../electron/features/projects/remoteAddress.ts';
import { findLocalProject, isSameRepository } from '../../../shared/features/projects/repository.ts';
import { commandHere } from '../../support/commandHere.ts';
import { gitEnvironment, gitIn, gitProject } from '../../support/gitProject.ts';
import { liveNames } from '../../support/liveFiles.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test.each([
  ['git@github.com:Ada/Engine.git', 'github.com/ada/engine'],
  ['ssh://git@github.com/ada/engine', 'github.com/ada/engine'],
  ['ssh://git@github.com:22/ada/engine.git/', 'github.com/ada/engine'],
  ['ssh://git@ssh.github.com:443/ada/engine.git', 'github.com/ada/engine'],
  ['https://ada:secret@GitHub.com:443/ada/engine.git?token=1#x', 'github.com/ada/engine'],
  ['git+ssh://git@github.com/ada/engine', 'github.com/ada/engine'],
  ['http://example.org:8080/Ada/Engine.git', 'example.org:8080/Ada/Engine'],
  ['git://example.org/Ada/Engine', 'example.org/Ada/Engine'],
  ['example.org:Ada/Engine', 'example.org/Ada/Engine'],
  ['https://bücher.example/a%20b', 'xn--bcher-kva.example/a b'],
  ['git@[::1]:a/b.git', '[::1]/a/b'],
  ['https://ada@dev.azure.com/org/proj/_git/repo', 'dev.azure.com/org/proj/repo'],
  ['git@ssh.dev.azure.com:v3/org/proj/repo', 'dev.azure.com/org/proj/repo'],
  ['/srv/git/engine.git', null],
  ['../engine', null],
  ['file:///srv/git/engine.git', null],
  ['C:\\work\\engine', null],
  ['C:/code/engine', null],
  ['ext::sh -c "touch x"', null],
  ['https://example.org/', null],
  ['', null],
])('the remote %j is %j', (address, expected) => {
  expect(normalizeRemote(address)).toBe(expected);
});

test('clones over SSH and HTTPS are one repository; a subfolder, a fork and another repository are not', async () => {
  const git = createGit(gitEnvironment());
  const origin = gitProject();
  origin.git('remote', 'add', 'origin', 'git@example.org:ada/engine.git');
  const clones = tempFolder();
  const clone = (name: string, address: string, ...how: string[]) => {
    execFileSync('git', ['clone', '--quiet', ...how, `file://${origin.folder}`, name], { cwd: clones });
    gitIn(path.join(clones, name))('remote', 'set-url', 'origin', address);
    return readRepository(git, path.join(clones, name));
  };
  const here = await readRepository(git, origin.folder);
  expect(here).toEqual({ remotes: ['example.org/ada/engine'], roots: [origin.git('rev-parse', 'HEAD')], path: '' });
  const https = await clone('https', 'https://token@example.org/ada/engine');
  const shallow = await clone('shallow', 'https://example.org/ada/engine.git', '--depth', '1');
  const fork = await clone('fork', 'https://example.org/bob/engine.git');
  if (!here || !https || !shallow || !fork) throw new Error('not read');
  expect(isSameRepository(here, https)).toBe(true);
  expect(shallow.roots).toEqual([]);
  expect(isSameRepository(here, shallow)).toBe(true);
  expect(isSameRepository(here, fork)).toBe(false);
  gitIn(path.join(clones, 'fork'))('remote', 'add', 'upstream', 'ssh://example.org/ada/engine');
  const withUpstream = await readRepository(git, path.join(clones, 'fork'));
  expect(withUpstream && isSameRepository(here, withUpstream)).toBe(true);
  mkdirSync(path.join(origin.folder, 'packages', 'one'), { recursive: true });
  const part = await readRepository(git, path.join(origin.folder, 'packages', 'one'));
  expect(part).toEqual({ ...here, path: 'packages/one' });
  expect(part && isSameRepository(here, part)).toBe(false);
  origin.git('worktree', 'add', '--quiet', path.join(clones, 'tree'));
  expect(await readRepository(git, path.join(clones, 'tree'))).toEqual(here);
});

test('a folder without a repository has none; one without commits or remotes is the same only as what it shares', async () => {
  const git = createGit(gitEnvironment());
  const plain = tempFolder();
  expect(await readRepository(git, plain)).toBeNull();
  gitIn(plain)('init', '--quiet');
  const empty = await readRepository(git, plain);
  expect(empty).toEqual({ remotes: [], roots: [], path: '' });
  expect(empty && isSameRepository(empty, empty)).toBe(false);
  const committed = await readRepository(git, gitProject().folder);
  expect(committed && isSameRepository(committed, committed)).toBe(true);
});

test('what a repository configures does not run', async () => {
  const project = gitProject();
  const mark = path.join(tempFolder(), 'ran');
  const script = path.join(project.folder, '.git', 'run.sh');
  writeFileSync(script, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  for (const name of [
    'core.fsmonitor',
    'core.pager',
    'pager.config',
    'core.sshCommand',
    'alias.config',
    'core.hooksPath',
  ]) {
    project.git('config', name, name === 'alias.config' ? `!${script}` : script);
  }
  project.git('config', 'remote.origin.url', `ext::${script}`);
  expect(await readRepository(createGit(gitEnvironment()), project.folder)).toMatchObject({ remotes: [], path: '' });
  expect(liveNames(path.dirname(mark))).toEqual([]);
});

test('a project of another machine is found by its ID, else by its repository if only one has it', () => {
  const repository = { remotes: ['example.org/ada/engine'], roots: ['a'.repeat(40)], path: '' };
  const one = { id: 'one', repository };
  const two = { id: 'two', repository: { ...repository, path: 'docs' } };
  expect(findLocalProject([one, two], { id: 'two', repository })).toEqual({ project: two, by: 'id' });
  expect(findLocalProject([one, two], { id: 'far', repository })).toEqual({ project: one, by: 'repository' });
  expect(findLocalProject([one, { ...one, id: 'copy' }], { id: 'far', repository })).toBeNull();
  expect(findLocalProject([one], { id: 'far', repository: null })).toBeNull();
});

test('throughline projects names the repository and the other folders of it, and creates nothing', async () => {
  const { dataDir, store } = openStore();
  const project = gitProject();
  project.git('remote', 'add', 'origin', 'https://secret@example.org/ada/engine.git');
  const clone = path.join(tempFolder(), 'clone');
  execFileSync('git', ['clone', '--quiet', `file://${project.folder}`, clone]);
  gitIn(clone)('remote', 'set-url', 'origin', 'git@example.org:ada/engine');
  const one = okValue(await store.openProject(project.folder)).id;
  const other = okValue(await store.openProject(clone)).id;
  const listed = await commandHere(['projects', '--data', dataDir], gitEnvironment());
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain('repository example.org/ada/engine\n');
  expect(listed.stdout).toContain(`the same repository as ${other.slice(0, 8)}`);
  expect(listed.stdout).not.toContain('secret');
  const json = JSON.parse((await commandHere(['projects', '--json', '--data', dataDir], gitEnvironment())).stdout);
  expect(json).toMatchObject([
    { id: one, conversations: 0, sameRepository: [other] },
    { id: other, sameRepository: [one] },
  ]);
  const none = path.join(tempFolder(), 'data');
  expect((await commandHere(['projects', '--data', none], gitEnvironment())).stdout).toBe('');
  expect(liveNames(path.dirname(none))).toEqual([]);
});
