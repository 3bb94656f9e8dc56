// Fetches, pulls, stashes and amendments in a hostile repository: no program that it names runs.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createErrorText } from '../../../electron/features/git/repository/errorText.ts';
import { readGitFile } from '../../../electron/tools/paths/gitFile.ts';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bareRemote, startGitApp } from './gitApp.ts';
import { gitWithConfiguredHooks, never, plant, plantHooks, plantNested } from './plants.ts';

const safely = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.alternateRefsCommand=true'];

test(
  cite('REVIEW-4', 'staging everything runs no program of a nested repository, and records its commit'),
  async () => {
    const ran = path.join(tempFolder(), 'ran');
    const project = gitProject();
    const inner = plantNested(project.folder, 'inner', ran);
    project.git('update-index', '--add', '--cacheinfo', `160000,${inner},inner`);
    project.git('commit', '--quiet', '-m', 'nested');
    const git = await startGitApp(project);
    git.write('a.txt', 'two\n');
    await git.app.call('git.stageAll', git.place);
    expect((await git.paths()).staged).toEqual(['a.txt']);
    never(ran);
    gitIn(path.join(git.folder, 'inner'))(
      ...safely,
      '-c',
      'filter.nested.clean=cat',
      'commit',
      '--quiet',
      '-am',
      'next',
    );
    rmSync(ran, { force: true });
    await git.app.call('git.stageAll', git.place);
    expect((await git.paths()).staged).toEqual(['a.txt', 'inner']);
    never(ran);
  },
);

test(cite('REVIEW-4', 'a fetch, pull, stash and amendment run nothing that either repository configures'), async () => {
  const project = gitProject({
    'a.txt': 'one\n',
    'b.txt': 'b\n',
    'c.evil': 'c\n',
    '.gitattributes': '*.evil filter=evil merge=evil\n',
  });
  const remote = bareRemote(project);
  const other = path.join(tempFolder(), 'other');
  gitIn(tempFolder())('clone', '--quiet', remote.folder, other);
  const theirs = (name: string, content: string): void => {
    writeFileSync(path.join(other, name), content);
    gitIn(other)('add', '--all');
    gitIn(other)('commit', '--quiet', '-m', name);
    gitIn(other)(...safely, 'push', '--quiet', `--receive-pack=git ${safely.join(' ')} receive-pack`);
  };
  const { ran, program } = plant(project);
  plantHooks(remote.folder, ran);
  for (const key of ['core.fsmonitor', 'core.alternateRefsCommand', 'uploadpack.packObjectsHook'])
    remote.git('config', key, program);
  const inner = plantNested(project.folder, 'inner', ran);
  const git = await startGitApp(project, { env: { PATH: gitWithConfiguredHooks() } });
  git.write('.gitmodules', '[submodule "inner"]\n\tpath = inner\n\turl = ./x\n\tignore = none\n');
  execFileSync('git', [...safely, 'update-index', '--add', '--cacheinfo', `160000,${inner},inner`], {
    cwd: git.folder,
  });
  await git.app.call('git.stage', { ...git.place, files: ['u:.gitmodules'] });
  await git.app.call('git.commit', { ...git.place, message: 'Nested' });
  rmSync(ran, { force: true });

  theirs('d.txt', 'd\n');
  await git.app.call('git.fetch', { ...git.place, remote: 'origin' });
  await git.app.call('git.commit', { ...git.place, message: 'Nested, reworded', ...(await git.amending()) });
  // Git would look into it, and its filters are its own.
  git.write('b.txt', 'mine\n');
  expect(await git.refusal('git.pull', { ...git.place, mode: 'merge' })).toContain('Do this in a terminal');
  expect(await git.refusal('git.stash', git.place)).toContain('Do this in a terminal');
  never(ran);

  // Only one that is checked out: as an untracked folder, or without files, it is left alone.
  git.git(...safely, 'update-ref', 'HEAD', 'HEAD^');
  execFileSync('git', [...safely, 'update-index', '--force-remove', 'inner', '.gitmodules'], { cwd: git.folder });
  rmSync(ran, { force: true });
  await git.app.call('git.pull', { ...git.place, mode: 'fastForward' });
  await git.app.call('git.stash', git.place);
  expect(existsSync(path.join(git.folder, 'inner', '.git'))).toBe(true);
  theirs('e.txt', 'e\n');
  await git.app.call('git.pull', { ...git.place, mode: 'merge' });
  await git.app.call('git.popStash', { ...git.place, seen: (await git.state()).stashes.commit });
  await git.app.call('git.stage', { ...git.place, files: ['u:b.txt'] });
  await git.app.call('git.commit', { ...git.place, message: 'Mine' });
  await git.app.call('git.commit', { ...git.place, message: 'Mine, reworded', ...(await git.amending()) });
  // Messages are kept whole, whatever begins a comment.
  expect(git.git(...safely, 'log', '-1', '--format=%s')).toBe('Mine, reworded');
  theirs('f.txt', 'f\n');
  await git.app.call('git.pull', { ...git.place, mode: 'merge' });
  expect(git.git(...safely, 'log', '-1', '--format=%s')).toBe("Merge branch 'main' of origin into main");
  expect(existsSync(path.join(git.folder, 'f.txt'))).toBe(true);
  theirs('b.txt', 'theirs\n');
  expect(await git.app.call('git.pull', { ...git.place, mode: 'merge' })).toMatchObject({ hasConflicts: true });
  await git.app.call('git.resolve', { ...git.place, file: 'u:b.txt', take: 'theirs' });
  await git.app.call('git.abort', git.place);
  // Moved in the working tree: compared by a copy of the index.
  rmSync(path.join(git.folder, 'a.txt'));
  git.write('moved.txt', 'one\n');
  expect((await git.state()).unstaged.files).toContainEqual(
    expect.objectContaining({ kind: 'renamed', path: 'moved.txt' }),
  );
  await git.diff('moved.txt', 'unstaged');
  await git.app.call('git.stash', git.place);
  await git.app.call('git.popStash', { ...git.place, seen: (await git.state()).stashes.commit });
  // A file that needs a filter is neither pulled nor stashed.
  theirs('c.evil', 'changed\n');
  expect(await git.refusal('git.pull', { ...git.place, mode: 'merge' })).toContain('filter program');
  git.write('c.evil', 'mine\n');
  expect(await git.refusal('git.stash', git.place)).toContain('filter program');
  never(ran);
  // Git itself would have run them.
  gitIn(git.folder)('status');
  expect(existsSync(ran) && readFileSync(ran, 'utf8')).toContain('canary');
});

test(cite('REVIEW-4', 'hooks that the user configures don’t run for a push, a fetch or a commit either'), async () => {
  const project = gitProject();
  bareRemote(project);
  const ran = path.join(tempFolder(), 'ran');
  const git = await startGitApp(project, { env: { PATH: gitWithConfiguredHooks() } });
  writeFileSync(path.join(git.home, '.gitconfig'), `[hook "mine"]\n\tevent = pre-push\n\tcommand = touch ${ran}\n`);
  git.write('a.txt', 'two\n');
  await git.app.call('git.stageAll', git.place);
  await git.app.call('git.commit', { ...git.place, message: 'Second' });
  await git.app.call('git.push', { ...git.place, remote: 'origin' });
  await git.app.call('git.fetch', { ...git.place, remote: 'origin' });
  expect(existsSync(ran)).toBe(false);
  git.git('config', 'hook.mine.command', `touch ${ran}`);
  execFileSync('git', ['status'], { cwd: git.folder, env: { PATH: gitWithConfiguredHooks() } });
  expect(existsSync(ran)).toBe(true);
});

test(cite('REVIEW-4', 'what only another branch or another commit brings to light runs nothing either'), async () => {
  const project = gitProject({ 'a.txt': 'one\n' });
  const ran = path.join(tempFolder(), 'ran');
  const git = await startGitApp(project);
  // Attributes that only the other branch has.
  git.git('checkout', '--quiet', '-b', 'filtered');
  git.write('.gitattributes', '*.bin filter=evil\n');
  git.write('x.bin', 'x\n');
  git.git('add', '--all');
  git.git('commit', '--quiet', '-m', 'filtered');
  git.git('checkout', '--quiet', 'main');
  git.git('config', 'filter.evil.smudge', `touch ${ran}`);
  const to = (branch: string, create = false) => ({ ...git.place, branch, create });
  expect(await git.refusal('git.switch', to('filtered'))).toContain('filter program');
  // The same attributes in a stash: its new files are of a commit of their own.
  git.write('.gitattributes', '*.bin filter=evil\n');
  git.write('y.bin', 'y\n');
  git.git('-c', 'filter.evil.smudge=', 'stash', 'push', '--quiet', '--include-untracked');
  const seen = (await git.state()).stashes.commit;
  expect(await git.refusal('git.popStash', { ...git.place, seen })).toContain('filter program');
  expect(git.git('status', '--porcelain')).toBe('');
  // Configuration that only the other branch has: git lists none of it before.
  git.git('config', '--remove-section', 'filter.evil');
  writeFileSync(path.join(git.folder, '.git', 'more'), `[filter "evil"]\n\tsmudge = touch ${ran}; cat\n`);
  git.git('config', 'includeIf.onbranch:filtered.path', 'more');
  for (const params of [to('filtered'), to('another', true)])
    expect(await git.refusal('git.switch', params)).toContain('depends on the branch');
  expect(existsSync(ran)).toBe(false);
  // Git itself would have run it.
  git.git('config', '--unset', 'includeIf.onbranch:filtered.path');
  git.git('config', 'include.path', 'more');
  git.git('checkout', '--quiet', 'filtered');
  expect(existsSync(ran)).toBe(true);
});

test(
  cite('REVIEW-4', 'a merge is not aborted if git would also restore a stash, or look into a submodule'),
  async () => {
    const git = await startGitApp(gitProject({ 'a.txt': 'one\n', 'b.txt': 'b\n' }));
    git.git('checkout', '--quiet', '-b', 'other');
    git.write('a.txt', 'other\n');
    git.git('commit', '--quiet', '-am', 'other');
    git.git('checkout', '--quiet', 'main');
    git.write('a.txt', 'mine\n');
    git.git('commit', '--quiet', '-am', 'mine');
    git.write('b.txt', 'open\n');
    expect(() => git.git('merge', '--quiet', '--autostash', 'other')).toThrow();
    expect(existsSync(path.join(git.folder, '.git', 'MERGE_AUTOSTASH'))).toBe(true);
    expect(await git.refusal('git.abort', git.place)).toContain('Abort it in a terminal');
    git.git('merge', '--abort');
    git.git('checkout', '--quiet', 'b.txt');
    expect(() => git.git('merge', '--quiet', 'other')).toThrow();
    const ran = path.join(tempFolder(), 'ran');
    const inner = plantNested(git.folder, 'inner', ran);
    git.git('update-index', '--add', '--cacheinfo', `160000,${inner},inner`);
    expect(await git.refusal('git.abort', git.place)).toContain('Do this in a terminal');
    git.git('update-index', '--force-remove', 'inner');
    await git.app.call('git.abort', git.place);
    expect((await git.state()).operation).toBeNull();
    never(ran);
  },
);

test(
  cite('REVIEW-4', 'files in git’s folder are read only if they are files, and an untrusted one isn’t written'),
  async () => {
    const project = gitProject({ 'old.txt': 'one\n' });
    bareRemote(project);
    const git = await startGitApp(project, { trusted: false });
    renameSync(path.join(git.folder, 'old.txt'), path.join(git.folder, 'new.txt'));
    const objects = () => git.git('count-objects');
    const before = objects();
    expect((await git.state()).unstaged.files.map(({ kind }) => kind)).toEqual(['deleted', 'untracked']);
    expect(objects()).toBe(before);
    const pipe = path.join(git.folder, '.git', 'pipe');
    execFileSync('mkfifo', [pipe]);
    const inGit = path.join(git.folder, '.git');
    await expect(readGitFile(inGit, ['pipe'], 10)).rejects.toThrow();
    await expect(readGitFile(inGit, ['HEAD'], 10)).rejects.toThrow(RangeError);
    expect(String(await readGitFile(inGit, ['HEAD'], 100))).toBe('ref: refs/heads/main\n');
  },
);

test(cite('REVIEW-4', 'a flood of progress or of one long line is cut in linear time, and the reason stays'), () => {
  const errors = createErrorText();
  // Without a line break: an expression over it would take the square of its length.
  errors.add('x'.repeat(4_000_000));
  for (let at = 0; at < 5000; at++) errors.add(`Receiving objects: ${at}\r`);
  errors.add('\nremote: no\r');
  errors.add('\nfatal: done');
  expect(errors.text()).toBe('Receiving objects: 4999\r\nremote: no\r\nfatal: done');
  const long = createErrorText();
  long.add(`${'y'.repeat(90_000)}\n`.repeat(200));
  long.add('fatal: the reason\n');
  expect(long.text().length).toBeLessThanOrEqual(65_536);
  expect(long.text()).toMatch(/y\nfatal: the reason\n$/);
});
