// Branches, conflicts, and the message that a model proposes.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cleanCommitMessage } from '../../../electron/features/git/message/commitMessage.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { startGitApp } from './gitApp.ts';

test(cite('REVIEW-4', 'branches are listed, created and switched; nothing uncommitted is overwritten'), async () => {
  const project = gitProject();
  const git = await startGitApp(project);
  project.git('worktree', 'add', '--quiet', '-b', 'elsewhere', path.join(tempFolder(), 'tree'));
  const to = (branch: string, create = false) => ({ ...git.place, branch, create });
  await git.app.call('git.switch', to('work/new', true));
  const { branches } = await git.app.call('git.branches', git.place);
  expect(branches.map(({ name, current, inUse }) => [name, current, inUse]).sort()).toEqual([
    ['elsewhere', false, true],
    ['main', false, false],
    ['work/new', true, false],
  ]);
  expect(await git.refusal('git.switch', to('work/new', true))).toContain('already is a branch');
  expect(await git.refusal('git.switch', to('elsewhere'))).toContain('another worktree');
  for (const name of ['-f', 'a..b', 'a b', '@{-1}'])
    expect(await git.refusal('git.switch', to(name, true))).toContain('not a valid branch name');
  git.write('a.txt', 'work\n');
  project.git('commit', '--quiet', '-am', 'work');
  git.write('a.txt', 'open\n');
  expect(await git.refusal('git.switch', to('main'))).toContain('would be overwritten');
  expect(readFileSync(path.join(git.folder, 'a.txt'), 'utf8')).toBe('open\n');
});

test(cite('REVIEW-4', 'a merge that changes nothing is committed'), async () => {
  const git = await startGitApp();
  git.git('switch', '--quiet', '-c', 'other');
  git.git('commit', '--quiet', '--allow-empty', '-m', 'theirs');
  git.git('switch', '--quiet', 'main');
  git.git('merge', '--quiet', '--no-ff', '--no-commit', 'other');
  expect(await git.state()).toMatchObject({ operation: 'merge', staged: { count: 0 } });
  await git.app.call('git.commit', { ...git.place, message: 'merged' });
  expect(git.git('log', '-1', '--format=%s %P').split(' ')).toHaveLength(3);
});

test(cite('REVIEW-4', 'a conflict shows both sides; one is taken, or what the user made of it'), async () => {
  const project = gitProject({ 'a.txt': 'base\n', 'b.txt': 'base\n', 'c.txt': 'base\n' });
  project.git('checkout', '--quiet', '-b', 'theirs');
  for (const name of ['a.txt', 'b.txt']) gitIn(project.folder)('config', 'x.y', name);
  const git = await startGitApp(project);
  for (const name of ['a.txt', 'b.txt']) git.write(name, 'theirs\n');
  project.git('rm', '--quiet', 'c.txt');
  project.git('commit', '--quiet', '-am', 'theirs');
  project.git('checkout', '--quiet', 'main');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) git.write(name, 'ours\n');
  project.git('commit', '--quiet', '-am', 'ours');
  expect(() => project.git('merge', 'theirs')).toThrow();

  expect(await git.state()).toMatchObject({
    operation: 'merge',
    conflicts: { count: 3, files: [{ path: 'a.txt' }, {}, { path: 'c.txt', ours: true, theirs: false }] },
  });
  const file = (name: string) => ({ ...git.place, file: `u:${name}` });
  expect(await git.app.call('git.conflict', file('a.txt'))).toEqual({
    ...{ base: 'base\n', ours: 'ours\n', theirs: 'theirs\n', hidden: false },
    ...{ oursName: 'main', theirsName: 'theirs' },
  });
  expect(await git.refusal('git.commit', { ...git.place, message: 'x' })).toContain('still have conflicts');
  await git.app.call('git.resolve', { ...file('a.txt'), take: 'theirs' });
  expect(readFileSync(path.join(git.folder, 'a.txt'), 'utf8')).toBe('theirs\n');
  expect(await git.refusal('git.resolve', { ...file('b.txt'), take: null })).toContain('conflict markers');
  git.write('b.txt', 'both\n');
  await git.app.call('git.resolve', { ...file('b.txt'), take: null });
  await git.app.call('git.resolve', { ...file('c.txt'), take: 'theirs' });
  expect(existsSync(path.join(git.folder, 'c.txt'))).toBe(false);
  expect(await git.refusal('git.resolve', { ...file('a.txt'), take: 'ours' })).toContain('no conflict any more');
  await git.app.call('git.commit', { ...git.place, message: 'Merge theirs' });
  expect(project.git('log', '-1', '--format=%s %P').split(' ')).toHaveLength(4);

  project.git('reset', '--quiet', '--hard', 'HEAD^');
  expect(() => project.git('merge', 'theirs')).toThrow();
  await git.app.call('git.abort', git.place);
  expect(await git.state()).toMatchObject({ operation: null, conflicts: { count: 0 }, unstaged: { count: 0 } });
});

test(
  cite(
    'REVIEW-4',
    'the conversation’s model proposes a message from the staged changes, without secrets and within bounds',
  ),
  async () => {
    const git = await startGitApp(gitProject(), { replies: [{ text: '```\nSort the list\n\nIt was slow.\n```' }] });
    git.write('a.txt', `ghp_${'a1B2'.repeat(9)}\n${'long line\n'.repeat(20_000)}`);
    const conversationId = await git.app.start();
    const place = { ...git.place, conversationId };
    expect(await git.refusal('git.proposeMessage', place)).toContain('Nothing is staged');
    await git.app.call('git.stageAll', git.place);
    expect(await git.app.call('git.proposeMessage', place)).toEqual({ message: 'Sort the list\n\nIt was slow.' });
    const request = JSON.stringify(git.app.model.requests.at(-1)?.body);
    expect(request).toContain('long line');
    expect(request).toContain('first');
    expect(request).not.toContain('ghp_');
    expect(request.length).toBeLessThan(40_000);
  },
);

test(
  cite('REVIEW-4', 'an answer becomes a message: no fence, thinking, quotes, introduction or invisible characters'),
  () => {
    expect(cleanCommitMessage('<think>hm</think>Here is the message:\n"Fix \u202eit"\n\n- one\n- two\n')).toBe(
      'Fix it\n\n- one\n- two',
    );
    expect(cleanCommitMessage('Sure!\n```text\nfix: a\n```\nAnything else?')).toBe('fix: a');
    expect(cleanCommitMessage('<think>never ends')).toBe('');
  },
);
