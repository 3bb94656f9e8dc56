// A hostile repository, even in a trusted folder: whatever is done with it, no program that it names runs.

import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectionFailure } from '../../../electron/features/git/remote/remoteReply.ts';
import { createGit } from '../../../electron/features/git/repository/git.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bareRemote, startGitApp, stubProgram } from './gitApp.ts';
import { hooks, never, plant, plantHooks, plantNested } from './plants.ts';

test(
  cite(
    'REVIEW-4',
    `nothing that a repository configures runs: ${hooks.length} hooks, helpers, filters, ssh commands, rewritten addresses`,
  ),
  async () => {
    const project = gitProject({
      'a.txt': 'one\n',
      'b.evil': 'two\n',
      '.gitattributes': '*.evil filter=evil diff=evil merge=evil\n',
    });
    const remote = bareRemote(project);
    project.git('branch', 'other');
    const { ran, program } = plant(project);
    // The receiving side is a repository, too.
    plantHooks(remote.folder, ran);
    for (const key of ['core.fsmonitor', 'core.alternateRefsCommand', 'uploadpack.packObjectsHook'])
      remote.git('config', key, program);
    const git = await startGitApp(project, { replies: [{ text: 'Change a' }] });
    git.write('a.txt', 'changed\n');
    git.write('new.txt', 'new\n');
    // A repository of its own within it, whose settings nothing overrides.
    const inner = path.join(project.folder, 'inner');
    mkdirSync(inner);
    const innerGit = gitIn(inner);
    innerGit('init', '--quiet', '--initial-branch=main');
    writeFileSync(path.join(inner, 'f.txt'), 'one\n');
    innerGit('add', 'f.txt');
    innerGit('commit', '--quiet', '-m', 'inner');
    innerGit('config', 'core.fsmonitor', program);
    innerGit('config', 'filter.evil.clean', program);
    writeFileSync(path.join(inner, '.git', 'info', 'attributes'), '* filter=evil\n');
    plantHooks(path.join(inner, '.git'), ran);
    git.write('.gitmodules', '[submodule "inner"]\n\tpath = inner\n\turl = ./x\n\tignore = none\n');
    await git.app.call('git.stage', { ...git.place, files: ['u:inner/', 'u:.gitmodules'] });
    await git.diff('inner', 'staged');
    await git.diff('a.txt', 'unstaged');
    const conversation = await git.app.start();
    const files = ['u:a.txt', 'u:new.txt'];
    await git.app.call('git.stage', { ...git.place, files });
    await git.app.call('git.unstage', { ...git.place, files });
    const { token } = await git.app.call('git.discard', { ...git.place, files });
    await git.app.call('git.undoDiscard', { ...git.place, token });
    await git.app.call('git.stage', { ...git.place, files });
    await git.app.call('git.proposeMessage', { ...git.place, conversationId: conversation });
    await git.app.call('git.switch', { ...git.place, branch: 'work', create: true });
    await git.app.call('git.commit', { ...git.place, message: 'Change' });
    await git.app.call('git.branches', git.place);
    // It has another commit, and a changed file of the same length, which git would have to read.
    const quietly = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'filter.evil.clean=cat'];
    innerGit(...quietly, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    writeFileSync(path.join(inner, 'f.txt'), 'two\n');
    await git.app.call('git.stage', { ...git.place, files: ['u:inner'] });
    expect(gitIn(git.folder)(...quietly, 'ls-files', '--stage', 'inner')).toContain(innerGit('rev-parse', 'HEAD'));
    await git.app.call('git.unstage', { ...git.place, files: ['u:inner'] });
    await git.app.call('git.stageAll', git.place);
    const { commit } = await git.app.call('git.commit', { ...git.place, message: 'Inner' });
    await git.app.call('git.push', { ...git.place, remote: 'origin' });
    await git.app.call('git.switch', { ...git.place, branch: 'other', create: false });
    expect(JSON.stringify((await git.state()).notes)).toMatch(/hooks.*not signed/s);
    // Its filter doesn't run, so a file that needs one is refused.
    git.write('b.evil', 'changed\n');
    expect(await git.refusal('git.stage', { ...git.place, files: ['u:b.evil'] })).toContain('filter program');
    expect(await git.refusal('git.stageAll', git.place)).toContain('filter program');
    expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
    expect(remote.git('-c', 'core.fsmonitor=false', 'rev-parse', 'work')).toBe(commit);
    // Git itself would have run them.
    gitIn(git.folder)('status');
    expect(readFileSync(ran, 'utf8')).toContain('canary');
  },
);

test(cite('REVIEW-4', 'a commit of nothing runs no program of a nested repository'), async () => {
  const ran = path.join(tempFolder(), 'ran');
  const project = gitProject();
  const inner = plantNested(project.folder, 'inner', ran);
  writeFileSync(
    path.join(project.folder, '.gitmodules'),
    '[submodule "inner"]\n\tpath = inner\n\turl = ./x\n\tignore = none\n',
  );
  project.git('update-index', '--add', '--cacheinfo', `160000,${inner},inner`);
  project.git('add', '.gitmodules');
  project.git('commit', '--quiet', '-m', 'submodule');
  project.git('config', 'status.submoduleSummary', 'true');
  const git = await startGitApp(project);
  writeFileSync(path.join(git.folder, '.git', 'MERGE_MSG'), 'x\n');
  for (const mark of ['', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']) {
    if (mark) writeFileSync(path.join(git.folder, '.git', mark), `${git.git('rev-parse', 'HEAD')}\n`);
    // As a file, a mark is none of git's refs.
    git.git('update-ref', 'refs/heads/MERGE_HEAD', 'HEAD');
    rmSync(ran, { force: true });
    expect(await git.refusal('git.commit', { ...git.place, message: 'x' })).toContain('Nothing is staged');
    never(ran);
    if (mark) rmSync(path.join(git.folder, '.git', mark));
  }
  // Git itself would have run it.
  git.git('status');
  expect(existsSync(ran)).toBe(true);
});

test(cite('REVIEW-4', 'before the first commit, unstaging runs no program of a nested repository'), async () => {
  const ran = path.join(tempFolder(), 'ran');
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  const project = { folder, git: gitIn(folder) };
  project.git('init', '--quiet', '--initial-branch=main');
  plantNested(folder, 'inner', ran);
  const git = await startGitApp(project);
  git.write('a.txt', 'one\n');
  await git.app.call('git.stage', { ...git.place, files: ['u:inner/', 'u:a.txt'] });
  git.write('a.txt', 'two\n');
  expect((await git.paths()).staged).toEqual(['a.txt', 'inner']);
  await git.app.call('git.unstage', { ...git.place, files: ['u:inner', 'u:a.txt'] });
  expect((await git.paths()).staged).toEqual([]);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('two\n');
  never(ran);
});

test(cite('REVIEW-4', 'no side of a nested repository’s conflict is taken, and none of its programs run'), async () => {
  const ran = path.join(tempFolder(), 'ran');
  const project = gitProject();
  const inner = plantNested(project.folder, 'inner', ran);
  const git = await startGitApp(project);
  const stages = [1, 2].map((stage) => `160000 ${inner} ${stage}\tinner\n`).join('');
  execFileSync('git', ['update-index', '--index-info'], { cwd: git.folder, input: stages });
  rmSync(ran, { force: true });
  expect((await git.paths()).conflicts).toEqual(['inner']);
  for (const take of ['ours', 'theirs'] as const)
    expect(await git.refusal('git.resolve', { ...git.place, file: 'u:inner', take })).toContain('in a terminal');
  never(ran);
  expect(existsSync(path.join(git.folder, 'inner', '.git'))).toBe(true);
  await git.app.call('git.resolve', { ...git.place, file: 'u:inner', take: null });
  expect((await git.paths()).conflicts).toEqual([]);
  never(ran);
});

test(
  cite('REVIEW-4', 'a push over ssh uses the user’s own command and settings, also those of a conditional include'),
  async () => {
    const project = gitProject();
    const { ran } = plant(project);
    const mine = path.join(tempFolder(), 'mine');
    const ssh = path.join(tempFolder(), 'my-ssh');
    writeFileSync(ssh, `#!/bin/sh\necho "$*" >> ${mine}\necho 'Permission denied (publickey).' >&2\nexit 255\n`);
    chmodSync(ssh, 0o755);
    project.git('remote', 'add', 'up', 'ssh://git@example.invalid/owner/name.git');
    const git = await startGitApp(project);
    writeFileSync(path.join(git.home, '.gitconfig'), `[includeIf "gitdir:${git.folder}/"]\n\tpath = work\n`);
    writeFileSync(
      path.join(git.home, 'work'),
      `[core]\n\tsshCommand = ${ssh}\n[url "ssh://git@mirror.invalid/"]\n\tinsteadOf = ssh://git@example.invalid/\n`,
    );
    expect(await git.refusal('git.push', { ...git.place, remote: 'up' })).toContain('did not accept your sign-in');
    expect(readFileSync(mine, 'utf8')).toMatch(/git@mirror\.invalid.*git-receive-pack.*owner\/name\.git/);
    expect(existsSync(ran)).toBe(false);
  },
);

test(
  cite(
    'REVIEW-4',
    'an address that starts a helper, an option or an unknown protocol is refused, and a password is not shown',
  ),
  async () => {
    const project = gitProject();
    const { ran, program } = plant(project);
    const addresses = [
      `ext::${program}`,
      `evil::x`,
      '--upload-pack=x',
      `-oProxyCommand=${program}:x`,
      'ssh://-oProxyCommand=x/y',
      'git://example.invalid/x',
      'transport+evil://x/y',
    ];
    for (const [at, address] of addresses.entries()) project.git('config', `remote.r${at}.url`, address);
    project.git('config', 'remote.web.url', 'https://user:hunter2@127.0.0.1:1/x.git');
    const git = await startGitApp(project);
    for (const at of addresses.keys()) {
      expect(await git.refusal('git.push', { ...git.place, remote: `r${at}` })).toContain(
        'does not contact this address',
      );
    }
    expect(await git.refusal('git.push', { ...git.place, remote: 'web' })).toContain('could not be reached');
    expect(JSON.stringify(await git.state())).not.toContain('hunter2');
    expect(existsSync(ran)).toBe(false);
  },
);

test(cite('REVIEW-4', 'gh and the git that it starts see none of the repository’s configuration'), async () => {
  const project = gitProject();
  const remote = bareRemote(project);
  project.git('checkout', '--quiet', '-b', 'work');
  const { ran } = plant(project);
  const out = path.join(tempFolder(), 'out');
  // As gh does, it asks git about the repository in which it works.
  const PATH = stubProgram(
    'gh',
    `git config --list > ${out}; git status >> ${out}; git log -1 --format=%s >> ${out}; pwd >> ${out}; echo https://github.com/o/r/pull/7`,
  );
  project.git('config', '--replace-all', 'remote.origin.url', 'git@github.com:o/r.git');
  project.git('config', 'remote.origin.pushurl', 'git@github.com:o/r.git');
  const git = await startGitApp(project, { env: { PATH } });
  // The user's own rewriting leads the push to the bare repository.
  appendFileSync(path.join(git.home, '.gitconfig'), `[url "${remote.folder}"]\n\tinsteadOf = git@github.com:o/r.git\n`);
  const done = await git.app.call('git.openPullRequest', {
    ...git.place,
    remote: 'origin',
    base: 'main',
    title: 'T',
    body: 'B',
    draft: false,
  });
  expect(done).toEqual({ url: 'https://github.com/o/r/pull/7', opened: true });
  expect(readFileSync(out, 'utf8')).toContain('remote.origin.url=https://github.com/o/r.git');
  expect(readFileSync(out, 'utf8')).not.toMatch(/canary|core\.sshcommand/);
  expect(existsSync(ran)).toBe(false);
});

test(
  cite('REVIEW-4', 'a huge line of errors is read as a terminal shows it, without holding up the host'),
  async () => {
    const script = [
      '[ "$1" = --version ] && { echo git version 2.50.0; exit; }',
      String.raw`printf '1%%\r2%%\r\nold\rkept\nx\r' >&2`,
      // In pieces, and cut: no message has such a line.
      String.raw`head -c 65000 /dev/zero | tr '\0' y >&2; head -c 65000 /dev/zero | tr '\0' y >&2`,
    ];
    const git = createGit({ PATH: stubProgram('git', script.join('\n')) });
    const answer = await git(['fetch'], { cwd: tempFolder() });
    expect(answer.ok && answer.value.err).toMatch(/^2%\r\nkept\ny{2000}$/);
    const failure = connectionFailure('repository '.repeat(100_000), 'origin');
    expect(failure).toMatchObject({ ok: false, error: { code: 'GIT_FAILED' } });
  },
);
