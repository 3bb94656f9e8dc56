// Stashes, amendments, and renamed files, with git itself as the judge.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../electron/stores/locks/locks.ts';
import { say } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bareRemote, startGitApp } from './gitApp.ts';

const lines = Array.from({ length: 20 }, (_none, at) => `line ${at}\n`).join('');

test(cite('REVIEW-4', 'a stash takes everything aside and restores it; one that conflicts is kept'), async () => {
  const git = await startGitApp(gitProject({ 'a.txt': 'one\n', 'b.txt': 'two\n' }));
  expect(await git.refusal('git.stash', git.place)).toContain('nothing to stash');
  expect(await git.refusal('git.popStash', { ...git.place, seen: '' })).toContain('no stash');
  const pop = async () => ({ ...git.place, seen: (await git.state()).stashes.commit });
  git.write('a.txt', 'staged\n');
  await git.app.call('git.stageAll', git.place);
  git.write('b.txt', 'changed\n');
  git.write('new.txt', 'new\n');
  const { commit } = await git.app.call('git.stash', git.place);
  expect(await git.state()).toMatchObject({ staged: { count: 0 }, unstaged: { count: 0 }, stashes: { count: 1 } });
  expect((await git.state()).stashes).toMatchObject({ commit, isElsewhere: false });
  expect((await git.state()).stashes.newest).toContain('WIP on main');
  expect(existsSync(path.join(git.folder, 'new.txt'))).toBe(false);
  expect(await git.app.call('git.popStash', await pop())).toEqual({ hasConflicts: false });
  expect(await git.paths()).toMatchObject({ staged: ['a.txt'], unstaged: ['b.txt', 'new.txt'] });
  expect((await git.state()).stashes.count).toBe(0);

  await git.app.call('git.stash', git.place);
  git.write('new.txt', 'another\n');
  expect(await git.refusal('git.popStash', await pop())).toContain('Commit or discard them first');
  expect(readFileSync(path.join(git.folder, 'new.txt'), 'utf8')).toBe('another\n');
  // Not in part either: git restores new files last.
  expect(await git.paths()).toMatchObject({ staged: [], unstaged: ['new.txt'] });
  rmSync(path.join(git.folder, 'new.txt'));
  git.write('a.txt', 'other\n');
  await git.app.call('git.stageAll', git.place);
  await git.app.call('git.commit', { ...git.place, message: 'Other' });
  expect(await git.app.call('git.popStash', await pop())).toEqual({ hasConflicts: true });
  expect((await git.paths()).conflicts).toEqual(['a.txt']);
  expect((await git.state()).stashes.count).toBe(1);
  expect(await git.refusal('git.stash', git.place)).toContain('Resolve them first');
});

test(cite('REVIEW-4', 'only the stash that was shown is popped, and one of another branch says so'), async () => {
  const git = await startGitApp();
  git.write('a.txt', 'first\n');
  const { commit } = await git.app.call('git.stash', git.place);
  const worktree = path.join(tempFolder(), 'tree');
  git.git('worktree', 'add', '--quiet', '-b', 'elsewhere', worktree);
  writeFileSync(path.join(worktree, 'a.txt'), 'theirs\n');
  gitIn(worktree)('stash', 'push', '--quiet', '-m', 'of: another');
  expect(await git.refusal('git.popStash', { ...git.place, seen: commit })).toContain('another one by now');
  expect(git.git('status', '--porcelain')).toBe('');
  const { stashes } = await git.state();
  expect(stashes).toMatchObject({ count: 2, newest: 'On elsewhere: of: another', isElsewhere: true });
  await git.app.call('git.popStash', { ...git.place, seen: stashes.commit });
  expect(readFileSync(path.join(git.folder, 'a.txt'), 'utf8')).toBe('theirs\n');
  expect((await git.state()).stashes).toMatchObject({ count: 1, commit, isElsewhere: false });
});

test(cite('REVIEW-4', 'from a folder within the repository, all of it must be free: every file changes'), async () => {
  const project = gitProject({ 'a.txt': 'one\n', 'sub/b.txt': 'b\n' });
  const git = await startGitApp({ ...project, folder: path.join(project.folder, 'sub') });
  writeFileSync(path.join(project.folder, 'a.txt'), 'two\n');
  // Another process of the app runs a call in the folder above.
  const calls = `calls.${createHash('sha256').update(project.folder).digest('hex').slice(0, 16)}.other`;
  const lock = tryLock(path.join(git.app.dataDir, 'locks'), calls, say`running a call`, new Date());
  expect(lock.kind).toBe('held');
  expect(await git.refusal('git.stash', git.place)).toContain('Something is running');
  if (lock.kind === 'held') lock.lock.release();
  await git.app.call('git.stash', git.place);
  expect(readFileSync(path.join(project.folder, 'a.txt'), 'utf8')).toBe('one\n');
});

test(cite('REVIEW-4', 'the last commit is amended unless it was pushed or something is unfinished'), async () => {
  const project = gitProject();
  bareRemote(project);
  const git = await startGitApp(project);
  git.write('a.txt', 'two\n');
  const pushed = git.git('rev-parse', 'HEAD');
  const last = await git.app.call('git.lastCommit', git.place);
  expect(last).toMatchObject({ message: 'first', refusal: expect.anything() });
  await git.app.call('git.stageAll', git.place);
  const amend = async (message: string) => ({ ...git.place, message, ...(await git.amending()) });
  expect(await git.refusal('git.commit', await amend('x'))).toContain('already on origin/main');
  expect(git.git('rev-parse', 'HEAD')).toBe(pushed);
  await git.app.call('git.commit', { ...git.place, message: 'Second' });
  expect(await git.app.call('git.lastCommit', git.place)).toEqual({
    commit: git.git('rev-parse', 'HEAD'),
    message: 'Second',
    refusal: null,
  });
  // Another commit was made in a terminal meanwhile: it stays.
  const earlier = await amend('Second, reworded');
  git.git('commit', '--quiet', '--allow-empty', '-m', 'From a terminal');
  expect(await git.refusal('git.commit', earlier)).toContain('another one by now');
  expect(git.git('log', '-1', '--format=%s')).toBe('From a terminal');
  git.git('reset', '--quiet', '--soft', 'HEAD^');
  // Its message alone, then its content.
  await git.app.call('git.commit', await amend('Second, reworded'));
  git.write('b.txt', 'b\n');
  await git.app.call('git.stageAll', git.place);
  await git.app.call('git.commit', await amend('Second, reworded'));
  expect(git.git('log', '--format=%s')).toBe('Second, reworded\nfirst');
  expect(git.git('show', '--name-only', '--format=', 'HEAD')).toBe('a.txt\nb.txt');
  await git.app.call('git.push', { ...git.place, remote: 'origin' });
  expect(await git.refusal('git.commit', await amend('x'))).toContain('already on origin/main');
});

test(
  cite('REVIEW-4', 'a renamed file is one, staged or not, and is staged, unstaged and discarded as one'),
  async () => {
    const git = await startGitApp(gitProject({ 'old.txt': lines, 'same.txt': lines.toUpperCase(), 'c.txt': 'c\n' }));
    mkdirSync(path.join(git.folder, 'sub'));
    renameSync(path.join(git.folder, 'old.txt'), path.join(git.folder, 'sub', 'new "name".txt'));
    git.write('sub/new "name".txt', lines.replace('line 3\n', 'line three\n'));
    git.write('unrelated.txt', 'x\n');
    const move = { kind: 'renamed', path: 'sub/new "name".txt', from: { id: 'u:old.txt', path: 'old.txt' } };
    const { unstaged } = await git.state();
    expect(unstaged).toMatchObject({ count: 2, files: [move, { kind: 'untracked', path: 'unrelated.txt' }] });
    const ids = [move.from.id, `u:${move.path}`];
    const file = { ...git.place, file: `u:${move.path}`, from: move.from.id };
    const diff = await git.app.call('git.diff', { ...file, side: 'unstaged' });
    expect(diff).toMatchObject({ canSplit: false, hunks: [expect.stringContaining('-line 3\n+line three\n')] });
    expect(diff.hunks.join('')).not.toContain('+line 1\n');

    await git.app.call('git.stage', { ...git.place, files: ids });
    const staged = await git.state();
    expect(staged.staged).toEqual({ count: 1, files: [{ ...move, id: `u:${move.path}` }] });
    expect(await git.app.call('git.diff', { ...file, side: 'staged' })).toMatchObject({
      canSplit: false,
      without: null,
    });
    await git.app.call('git.unstage', { ...git.place, files: ids });
    expect((await git.state()).unstaged.files[0]).toMatchObject(move);
    const { token } = await git.app.call('git.discard', { ...git.place, files: ids });
    expect(await git.paths()).toMatchObject({ unstaged: ['unrelated.txt'] });
    expect(readFileSync(path.join(git.folder, 'old.txt'), 'utf8')).toBe(lines);
    await git.app.call('git.undoDiscard', { ...git.place, token });
    expect((await git.state()).unstaged.files[0]).toMatchObject(move);
    await git.app.call('git.stageAll', git.place);
    await git.app.call('git.unstageAll', git.place);
    expect((await git.state()).staged.count).toBe(0);
    // Looking changes nothing: the copy of the index is the only one that names the new file.
    expect(git.git('ls-files')).not.toContain('new');
  },
);

test(cite('REVIEW-4', 'the hooks that did not run are named, with a command that runs them'), async () => {
  const git = await startGitApp();
  expect((await git.state()).hookCommand).toBeNull();
  const hooks = path.join(git.folder, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  const { execFileSync } = await import('node:child_process');
  const { chmodSync } = await import('node:fs');
  for (const name of ['pre-commit', 'commit-msg']) {
    writeFileSync(path.join(hooks, name), `#!/bin/sh\necho "${name} $(basename "$1" 2>/dev/null)" >> ran\n`);
    chmodSync(path.join(hooks, name), 0o755);
  }
  git.write('a.txt', 'two\n');
  await git.app.call('git.stageAll', git.place);
  await git.app.call('git.commit', { ...git.place, message: 'Second' });
  const { hookCommand, notes } = await git.state();
  expect(JSON.stringify(notes)).toContain('pre-commit, commit-msg');
  expect(existsSync(path.join(git.folder, 'ran'))).toBe(false);
  execFileSync('sh', ['-c', hookCommand ?? 'false'], { cwd: '/' });
  expect(readFileSync(path.join(git.folder, 'ran'), 'utf8')).toBe('pre-commit \ncommit-msg COMMIT_EDITMSG\n');
});
