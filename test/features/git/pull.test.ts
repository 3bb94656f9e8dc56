// Fetches and pulls from real bare repositories, and what becomes of both sides' commits.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectionFailure } from '../../../electron/features/git/remote/remoteReply.ts';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { type GitProject, gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bareRemote, startGitApp } from './gitApp.ts';

/** Another clone, for what someone else pushes. */
function colleague(remote: string): GitProject & { push(name: string, content: string): string } {
  const folder = path.join(tempFolder(), 'other');
  gitIn(tempFolder())('clone', '--quiet', remote, folder);
  const git = gitIn(folder);
  return {
    folder,
    git,
    push(name, content) {
      writeFileSync(path.join(folder, name), content);
      git('add', '--all');
      git('commit', '--quiet', '-m', `change ${name}`);
      git('push', '--quiet', 'origin', 'HEAD');
      return git('rev-parse', 'HEAD');
    },
  };
}

test(
  cite('REVIEW-4', 'a fetch brings branches and tags with progress and only what is missing; a pull moves forward'),
  async () => {
    const project = gitProject();
    const remote = bareRemote(project);
    const other = colleague(remote.folder);
    const commit = other.push('b.txt', 'theirs\n');
    other.git('tag', 'v1');
    other.git('push', '--quiet', 'origin', 'v1', 'HEAD:feature/x');
    const git = await startGitApp(project);
    const steps: string[] = [];
    git.app.client.onEvent(({ event }) => {
      if (event.type === 'git.progress' && event.watch === 'w1') steps.push(event.step);
    });
    expect(await git.app.call('git.fetch', { ...git.place, remote: 'origin', watch: 'w1' })).toMatchObject({
      changed: 3,
    });
    expect(steps.length).toBeGreaterThan(0);
    expect(git.git('rev-parse', 'origin/main', 'origin/feature/x', 'v1')).toBe([commit, commit, commit].join('\n'));
    expect(await git.state()).toMatchObject({ ahead: 0, behind: 1, upstream: 'origin/main' });
    expect(existsSync(path.join(git.folder, 'b.txt'))).toBe(false);
    expect(await git.app.call('git.fetch', { ...git.place, remote: 'origin' })).toEqual({
      changed: 0,
      left: [],
      leftCount: 0,
    });
    // Uncommitted changes of other files stay.
    git.write('a.txt', 'mine\n');
    expect(await git.app.call('git.pull', { ...git.place, mode: 'fastForward' })).toEqual({
      commits: 1,
      hasConflicts: false,
    });
    expect(git.git('rev-parse', 'HEAD')).toBe(commit);
    expect(readFileSync(path.join(git.folder, 'b.txt'), 'utf8')).toBe('theirs\n');
    expect((await git.paths()).unstaged).toEqual(['a.txt']);
    // Uncommitted changes are never overwritten.
    other.push('a.txt', 'theirs\n');
    expect(await git.refusal('git.pull', { ...git.place, mode: 'fastForward' })).toContain(
      'Commit or stash them first',
    );
    expect(readFileSync(path.join(git.folder, 'a.txt'), 'utf8')).toBe('mine\n');
    git.git('fsck', '--full', '--strict');
  },
);

test(
  cite('REVIEW-4', 'two sides with commits are merged only if the user says so, and conflicts are shown'),
  async () => {
    const project = gitProject();
    const remote = bareRemote(project);
    const other = colleague(remote.folder);
    const git = await startGitApp(project);
    const commitMine = async (name: string, content: string): Promise<void> => {
      git.write(name, content);
      await git.app.call('git.stageAll', git.place);
      await git.app.call('git.commit', { ...git.place, message: `mine in ${name}` });
    };
    await commitMine('mine.txt', 'mine\n');
    other.push('theirs.txt', 'theirs\n');
    expect(await git.refusal('git.pull', { ...git.place, mode: 'fastForward' })).toContain('both have new commits');
    other.push('more.txt', 'more\n');
    await git.app.call('git.pull', { ...git.place, mode: 'merge' });
    expect(git.git('log', '-1', '--format=%s')).toBe("Merge branch 'main' of origin into main");

    await git.app.call('git.push', { ...git.place, remote: 'origin' });
    other.git('pull', '--quiet');
    await commitMine('a.txt', 'my line\n');
    other.push('a.txt', 'their line\n');
    const before = git.git('rev-parse', 'HEAD');
    const merge = { ...git.place, mode: 'merge' as const };
    expect(await git.app.call('git.pull', merge)).toMatchObject({ hasConflicts: true });
    expect(await git.state()).toMatchObject({ operation: 'merge', conflicts: { count: 1 } });
    expect(await git.refusal('git.pull', merge)).toContain('Finish or abort it first');
    const sides = await git.app.call('git.conflict', { ...git.place, file: 'u:a.txt' });
    expect([sides.ours, sides.theirs]).toEqual(['my line\n', 'their line\n']);
    await git.app.call('git.abort', git.place);
    expect([git.git('rev-parse', 'HEAD'), (await git.state()).operation]).toEqual([before, null]);
    await git.app.call('git.pull', merge);
    git.write('a.txt', 'both\n');
    await git.app.call('git.resolve', { ...git.place, file: 'u:a.txt', take: null });
    await git.app.call('git.commit', { ...git.place, message: 'Both' });
    expect(await git.state()).toMatchObject({ operation: null, ahead: 2, behind: 0, branch: 'main' });
    // A rebase begun in a terminal stays there.
    git.git('reset', '--quiet', '--hard', before);
    expect(() => git.git('rebase', 'origin/main')).toThrow();
    expect(await git.state()).toMatchObject({ operation: 'rebase', branch: null });
    expect(await git.refusal('git.abort', git.place)).toContain('No merge is in progress');
    expect((await git.state()).operation).toBe('rebase');
  },
);

test(
  cite('REVIEW-4', 'a fetch records what it can, and a pull names the branch that the remote no longer has'),
  async () => {
    const project = gitProject();
    const remote = bareRemote(project);
    const other = colleague(remote.folder);
    const git = await startGitApp(project);
    const fetch = () => git.app.call('git.fetch', { ...git.place, remote: 'origin' });
    // The remote replaced the branch `x` by `x/y`: both can't be recorded here.
    git.git('update-ref', 'refs/remotes/origin/x', 'HEAD');
    // Tags named like the branch and its upstream, before and meanwhile.
    for (const name of ['main', 'origin/main']) git.git('tag', name, 'HEAD');
    const commit = other.push('b.txt', 'theirs\n');
    other.git('tag', 'v1');
    other.git('push', '--quiet', 'origin', 'v1', 'HEAD:refs/heads/x/y');
    git.git('config', 'remote.origin.tagOpt', '--no-tags');
    expect(await fetch()).toEqual({ changed: 1, left: ['refs/remotes/origin/x/y'], leftCount: 1 });
    expect(git.git('tag', '--list', 'v1')).toBe('');
    git.git('config', '--unset', 'remote.origin.tagOpt');
    expect(await fetch()).toMatchObject({ changed: 1, leftCount: 1 });
    expect(await git.refusal('git.fetch', { ...git.place, remote: 'origin' })).toContain('cannot lock ref');
    expect(git.git('rev-parse', 'refs/tags/v1', 'refs/remotes/origin/main')).toBe(`${commit}\n${commit}`);
    const pull = { ...git.place, mode: 'fastForward' as const };
    expect(await git.app.call('git.pull', pull)).toEqual({ commits: 1, hasConflicts: false });
    // In Latin-1, as older repositories are.
    git.git('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '--quiet', '--allow-empty', '-m', 'placeholder');
    git.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1');
    git.write('a.txt', 'é\n');
    await git.app.call('git.stageAll', git.place);
    await git.app.call('git.commit', { ...git.place, message: 'é' });
    expect((await git.app.call('git.lastCommit', git.place)).message).toBe('é');
    remote.git('config', 'receive.denyDeleteCurrent', 'ignore');
    other.git('push', '--quiet', 'origin', 'HEAD:refs/heads/keep', ':refs/heads/main');
    expect(await git.refusal('git.pull', pull)).toContain('origin has no branch main');
  },
);

test(cite('REVIEW-4', 'a refused sign-in is not mistaken for a count of objects'), () => {
  const failing = (text: string): string => {
    const failure = connectionFailure(text, 'origin');
    return failure.ok ? '' : failure.error.message;
  };
  expect(failing('Receiving objects: 403\nfatal: early EOF')).toBe('Git failed: early EOF');
  expect(failing('fatal: unable to access: The requested URL returned error: 403')).toContain('did not accept');
});

test(cite('REVIEW-4', 'a fetch is confirmed once for its address, and can be stopped'), async () => {
  const project = gitProject();
  const remote = bareRemote(project);
  const questions: string[] = [];
  const confirm = {
    require: ({ sentence }: { sentence: string }) => {
      questions.push(sentence);
      return questions.length > 1 ? { ok: true as const, value: undefined } : fail('CONFIRMATION_REFUSED', say`No.`);
    },
    answer: async () => fail('CONFIRMATION_REFUSED', say`No.`),
  };
  const git = await startGitApp(project, { confirm });
  expect(await git.refusal('git.fetch', { ...git.place, remote: 'origin' })).toBe('No.');
  await git.app.call('git.fetch', { ...git.place, remote: 'origin' });
  await git.app.call('git.pull', { ...git.place, mode: 'fastForward' });
  expect(questions).toEqual(
    Array(2).fill(`Fetch and pull from ${remote.folder} into ${git.folder} until the app ends.`),
  );
  git.git('remote', 'set-url', 'origin', path.join(tempFolder(), 'lost.git'));
  expect(await git.refusal('git.fetch', { ...git.place, remote: 'origin' })).toContain('has no such repository');
  expect(questions).toHaveLength(3);
  git.git('remote', 'set-url', 'origin', 'ext::touch ran');
  expect(await git.refusal('git.fetch', { ...git.place, remote: 'origin' })).toContain('does not contact this address');
  git.git('checkout', '--quiet', '-b', 'alone');
  expect(await git.refusal('git.pull', { ...git.place, mode: 'merge' })).toContain('follows no branch');
  git.git('remote', 'set-url', 'origin', remote.folder);
  const controller = new AbortController();
  const stopped = git.app.client.call('git.fetch', { ...git.place, remote: 'origin' }, controller.signal);
  controller.abort();
  expect(await stopped).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});
