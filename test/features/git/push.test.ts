// Pushes to real bare repositories, pull requests through stub programs and pages, and their errors in words.

import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { forgeOf, pullRequestPage } from '../../../electron/features/git/remote/forge.ts';
import { tokensFor } from '../../../electron/features/git/remote/pullRequest.ts';
import { remotesOf, safeAddress, withoutPasswords } from '../../../electron/features/git/remote/remotes.ts';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bareRemote, startGitApp, stubProgram } from './gitApp.ts';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

test(
  cite('REVIEW-4', 'a new branch is pushed under its name with its upstream, also from a worktree, and never by force'),
  async () => {
    const project = gitProject();
    const remote = bareRemote(project);
    const tree = path.join(tempFolder(), 'tree');
    project.git('worktree', 'add', '--quiet', '-b', 'feature/x', tree);
    const git = await startGitApp({ folder: tree, git: gitIn(tree) });
    git.write('a.txt', 'more\n');
    await git.app.call('git.stageAll', git.place);
    const { commit } = await git.app.call('git.commit', { ...git.place, message: 'More' });
    expect(await git.state()).toMatchObject({ branch: 'feature/x', upstream: null, pushTo: 'origin' });
    expect(await git.app.call('git.push', { ...git.place, remote: 'origin' })).toEqual({ notes: [] });
    expect(remote.git('rev-parse', 'feature/x')).toBe(commit);
    expect(await git.state()).toMatchObject({ upstream: 'origin/feature/x', ahead: 0, behind: 0 });

    // Someone else pushes.
    const other = path.join(tempFolder(), 'other');
    gitIn(tempFolder())('clone', '--quiet', '--branch', 'feature/x', remote.folder, other);
    gitIn(other)('commit', '--quiet', '--allow-empty', '-m', 'theirs');
    gitIn(other)('push', '--quiet');
    const theirs = remote.git('rev-parse', 'feature/x');
    gitIn(tree)(...author, 'commit', '--quiet', '--amend', '-m', 'rewritten');
    expect(await git.refusal('git.push', { ...git.place, remote: 'origin' })).toContain(
      'has commits on feature/x that are not here',
    );
    expect(remote.git('rev-parse', 'feature/x')).toBe(theirs);
  },
);

test(
  cite('REVIEW-4', 'a push says what is missing: a branch, a commit, a remote, its repository, or the confirmation'),
  async () => {
    const project = gitProject();
    project.git('remote', 'add', 'lost', path.join(tempFolder(), 'nowhere.git'));
    const questions: string[] = [];
    const refused = fail('CONFIRMATION_REFUSED', say`Not confirmed.`);
    const confirm = {
      require: ({ sentence }: { sentence: string }) => {
        questions.push(sentence);
        return questions.length > 1 ? refused : { ok: true as const, value: undefined };
      },
      answer: async () => refused,
    };
    const git = await startGitApp(project, { confirm });
    const push = (remote: string): Promise<string> => git.refusal('git.push', { ...git.place, remote });
    expect(await push('none')).toContain('no remote none');
    expect(await push('lost')).toContain('has no such repository');
    const remote = bareRemote(project);
    expect(await push('origin')).toContain('Not confirmed');
    const head = project.git('rev-parse', 'main');
    expect(questions[1]).toBe(
      `Push the branch “main” (commit ${head.slice(0, 10)}) of ${project.folder} to ${remote.folder}.`,
    );
    project.git('checkout', '--quiet', '--detach');
    expect(await push('origin')).toContain('No branch is checked out');
  },
);

test(cite('REVIEW-4', 'a pull request is opened by gh or glab with the text that the user wrote'), async () => {
  for (const [name, address, page] of [
    ['gh', 'git@github.com:o/r.git', 'https://github.com/o/r/pull/1'],
    ['glab', 'https://gitlab.example.com/group/sub/r.git', 'https://gitlab.example.com/group/sub/r/-/merge_requests/1'],
  ] as const) {
    const project = gitProject();
    const remote = bareRemote(project);
    project.git('checkout', '--quiet', '-b', 'feature/long-lists');
    project.git('commit', '--quiet', '--allow-empty', '-m', 'Sort long lists', '-m', 'They were slow.');
    project.git('config', 'remote.origin.url', address);
    const log = path.join(tempFolder(), 'log');
    const PATH = stubProgram(
      name,
      `env > ${log}.env; printf '%s\\n' "$@" > ${log}; cat >> ${log}; echo "Creating…" >&2; echo ${page}`,
    );
    const secrets = { GH_TOKEN: 'a1', GH_ENTERPRISE_TOKEN: 'b2', GITLAB_TOKEN: 'c3' };
    const git = await startGitApp(project, { env: { PATH, ...secrets } });
    appendFileSync(path.join(git.home, '.gitconfig'), `[url "${remote.folder}"]\n\tinsteadOf = ${address}\n`);
    expect(await git.app.call('git.pullRequestOffer', { ...git.place, remote: 'origin' })).toEqual({
      program: name,
      branch: 'feature/long-lists',
      bases: ['main'],
      title: 'Sort long lists',
      body: 'They were slow.',
      commitCount: 1,
      address: name === 'gh' ? address : address,
    });
    const wish = { remote: 'origin', base: 'main', title: '--web $(x)', body: 'Line 1\nLine 2', draft: true };
    expect(await git.app.call('git.openPullRequest', { ...git.place, ...wish })).toEqual({ url: page, opened: true });
    expect(remote.git('log', '-1', '--format=%s', 'feature/long-lists')).toBe('Sort long lists');
    const passed = readFileSync(`${log}.env`, 'utf8').match(/^\w+_TOKEN=.*$/gm);
    expect(passed).toEqual(name === 'gh' ? ['GH_TOKEN=a1'] : null);
    const args = readFileSync(log, 'utf8');
    expect(args).toContain('--title=--web $(x)\n');
    expect(args).toContain('Line 1\nLine 2');
    expect(args).toContain('--draft');
    expect(args).toContain(
      name === 'gh'
        ? '--repo=github.com/o/r\n--head=feature/long-lists\n--base=main\n'
        : '--repo=https://gitlab.example.com/group/sub/r\n',
    );
  }
});

test(cite('REVIEW-4', 'without the program, the site’s own form opens; what the program refuses is said'), async () => {
  const project = gitProject();
  const remote = bareRemote(project);
  project.git('checkout', '--quiet', '-b', 'work');
  project.git('config', 'remote.origin.url', 'https://codeberg.org/o/r');
  const stub = stubProgram(
    'gh',
    'echo "a pull request for branch work already exists: https://github.com/o/r/pull/3" >&2; exit 1',
  );
  const git = await startGitApp(project, { env: { PATH: stub } });
  const config = path.join(git.home, '.gitconfig');
  appendFileSync(
    config,
    `[url "${remote.folder}"]\n\tinsteadOf = https://codeberg.org/o/r\n\tinsteadOf = https://github.com/o/r\n`,
  );
  const wish = { ...git.place, remote: 'origin', base: 'main', title: 'T', body: '', draft: false };
  expect(await git.app.call('git.openPullRequest', wish)).toEqual({
    url: 'https://codeberg.org/o/r/compare/main...work',
    opened: false,
  });
  project.git('config', 'remote.origin.url', 'https://github.com/o/r');
  expect(await git.refusal('git.openPullRequest', wish)).toBe(
    'There already is a pull request for work: https://github.com/o/r/pull/3',
  );
  const gh = path.join(stub.split(':')[0] ?? '', 'gh');
  writeFileSync(gh, '#!/bin/sh\necho "To get started with GitHub CLI, please run:  gh auth login" >&2\nexit 4\n');
  chmodSync(gh, 0o755);
  expect(await git.refusal('git.openPullRequest', wish)).toContain('gh auth login');
});

test(cite('REVIEW-4', 'the pages of GitHub, GitLab, Bitbucket and Gitea are computed from any form of address'), () => {
  const page = (address: string): string | null => {
    const forge = forgeOf(address);
    return forge && pullRequestPage(forge, { base: 'main', branch: 'a/b c', title: 'T&x', body: 'B' });
  };
  expect(page('git@github.com:o/r.git')).toBe(
    'https://github.com/o/r/compare/main...a/b%20c?expand=1&title=T%26x&body=B',
  );
  expect(page('ssh://git@ssh.github.com:443/o/r.git')).toContain('https://github.com/o/r/compare/');
  expect(page('https://user:pass@gitlab.com/g/s/r.git/')).toMatch(
    /^https:\/\/gitlab\.com\/g\/s\/r\/-\/merge_requests\/new\?merge_request%5Bsource_branch%5D=a%2Fb\+c&/,
  );
  expect(page('git@bitbucket.org:o/r.git')).toContain(
    'https://bitbucket.org/o/r/pull-requests/new?source=a%2Fb+c&dest=main',
  );
  expect(page('https://gitea.example.com:3000/o/r')).toBe('https://gitea.example.com:3000/o/r/compare/main...a/b%20c');
  for (const other of [
    '/srv/git/r.git',
    'https://example.com/o/r',
    'git@github.com:r',
    'javascript://github.com/%0aalert(1)',
    'https://github.com/o/r?x=y',
    'https://github.com.evil"x/o/r',
  ]) {
    expect(page(other)).toBeNull();
  }
});

test(
  cite('REVIEW-4', 'a token goes only to the host that the user keeps it for, whatever the remote is called'),
  () => {
    const github = ['GH_TOKEN', 'GITHUB_TOKEN'];
    const enterprise = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
    const gitlab = ['GITLAB_TOKEN', 'OAUTH_TOKEN'];
    for (const [address, environment, expected] of [
      ['https://github.com/o/r', {}, github],
      ['git@ssh.github.com:o/r', { GH_HOST: 'github.mine.org' }, github],
      ['https://github.mine.org/o/r', { GH_HOST: 'GitHub.mine.org' }, enterprise],
      ['https://github.evil.com/o/r', { GH_HOST: 'github.mine.org' }, []],
      ['https://github.evil.com/o/r', {}, []],
      ['https://github.com:8443/o/r', {}, []],
      ['https://gitlab.com/o/r', {}, gitlab],
      ['https://gitlab.mine.org/o/r', { GITLAB_HOST: 'https://gitlab.mine.org/' }, gitlab],
      ['https://gitlab.mine.org/o/r', { GITLAB_HOST: 'gitlab.mine.org' }, gitlab],
      ['https://gitlab.com/o/r', { GITLAB_HOST: 'gitlab.mine.org' }, []],
      ['https://gitlab.evil.com/o/r', {}, []],
      ['https://gitlab.evil.com/o/r', { GITLAB_HOST: 'gitlab.mine.org' }, []],
      ['https://codeberg.org/o/r', {}, []],
    ] as const) {
      const forge = forgeOf(address);
      expect([address, forge && tokensFor(forge, environment)]).toEqual([address, expected]);
    }
  },
);

test(cite('REVIEW-4', 'an address never looks like another host than the one that git talks to'), () => {
  const displayed = (url: string): string | undefined =>
    remotesOf([{ scope: 'local', key: 'remote.o.url', value: url }])[0]?.shown;
  for (const address of [
    'https://evil.com?@github.com/me/repo.git',
    'https://evil.com#@github.com/me/repo.git',
    'https://evil.com\\@github.com/me/repo.git',
    'https://evil.com @github.com/me/repo.git',
    'https://evil.com/?@github.com/me/repo.git',
    'ssh://evil.com?@github.com/me/repo.git',
  ]) {
    expect(displayed(address)).toBe(address);
    expect(withoutPasswords(`fatal: '${address}'`)).toBe(`fatal: '${address}'`);
  }
  for (const address of [
    'https://evil.com?@github.com/me/repo.git',
    'https://evil.com#@github.com/me/repo.git',
    'https://evil.com\\@github.com/me/repo.git',
    'https://evil.com @github.com/me/repo.git',
    'https://a@evil.com:80@github.com/me/repo.git',
    'https://github.com%2fevil.com/me/repo.git',
    'ssh://evil.com%2fx@github.com/me/repo.git',
    'ssh://[evil.com]@github.com/me/repo.git',
    'ssh://evil.com#@github.com/me/repo.git',
    '[evil.com]@github.com:me/repo.git',
  ]) {
    expect([address, forgeOf(address), safeAddress(address, '/r').ok]).toEqual([address, null, false]);
  }
  for (const address of ['ssh://-oProxyCommand=x/r', 'ssh://a@-x/r', 'ssh://a@b@-x/r', 'https://-x/r'])
    expect([address, safeAddress(address, '/r').ok]).toEqual([address, false]);
  for (const [address, display] of [
    ['https://me:p%40ss@github.com/me/repo.git', 'https://github.com/me/repo.git'],
    ['https://me:p@ss@github.com/me/repo.git', 'https://github.com/me/repo.git'],
    ['ssh://me:pass@host:22/repo.git', 'ssh://me@host:22/repo.git'],
    ['ssh://me@corp.org@host/repo.git', 'ssh://me@corp.org@host/repo.git'],
  ] as const) {
    expect(displayed(address)).toBe(display);
  }
  for (const address of [
    'https://me:p%40ss@github.com/me/repo.git',
    'https://example.org:8443/r.git',
    'https://example.org',
    'ssh://me@corp.org@host:22/~/repo.git',
    'ssh://git@[::1]:22/repo.git',
    'file:///srv/My Repo#1.git',
    'git@github.com:o/r.git',
  ]) {
    expect([address, safeAddress(address, '/r')]).toEqual([address, { ok: true, value: address }]);
  }
});
