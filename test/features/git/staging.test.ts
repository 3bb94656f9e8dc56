// Status, staging by file and hunk, discarding with undo, and commits, on real repositories.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { gitIn, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { startGitApp } from './gitApp.ts';

const lines = (edit: Record<number, string> = {}): string =>
  Array.from({ length: 30 }, (_none, at) => `${edit[at + 1] ?? `line ${at + 1}`}\n`).join('');

test(cite('REVIEW-4', 'a hunk is staged, unstaged, discarded and restored by its exact bytes'), async () => {
  // Not UTF-8, with CRLF, and no line break at the end.
  const latin = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n').replace(/\r\n$/, ''), 'latin1');
  const git = await startGitApp(gitProject({ 'a.txt': '' }));
  git.write('a.txt', latin(lines({ 2: 'caf\u00e9' })));
  git.git('commit', '--quiet', '-am', 'second');
  const edited = latin(lines({ 2: 'th\u00e9', 28: 'LAST' }));
  git.write('a.txt', edited);
  const diff = await git.diff('a.txt', 'unstaged');
  expect(diff).toMatchObject({ without: null, canSplit: true });
  expect(diff.hunks).toHaveLength(2);
  expect(diff.hunks[0]).toContain('+th\u00e9');
  const hunk = { file: 'u:a.txt', index: 0, seen: diff.seen };
  await git.app.call('git.stageHunk', { ...git.place, hunk });
  const inIndex = (): string => gitIn(git.folder)('show', ':a.txt');
  expect(inIndex()).toContain('line 28');
  expect(await git.paths()).toEqual({ staged: ['a.txt'], unstaged: ['a.txt'], conflicts: [] });
  // The diff is another one now.
  expect(await git.refusal('git.stageHunk', { ...git.place, hunk })).toContain('has changed since');

  const staged = await git.diff('a.txt', 'staged');
  await git.app.call('git.unstageHunk', { ...git.place, hunk: { file: 'u:a.txt', index: 0, seen: staged.seen } });
  expect((await git.paths()).staged).toEqual([]);
  const { token } = await git.app.call('git.discardHunk', { ...git.place, hunk: { ...hunk, index: 1 } });
  expect(readFileSync(path.join(git.folder, 'a.txt'))).toEqual(latin(lines({ 2: 'th\u00e9' })));
  await git.app.call('git.undoDiscard', { ...git.place, token });
  expect(readFileSync(path.join(git.folder, 'a.txt'))).toEqual(edited);
});

test(
  cite('REVIEW-4', 'files of any name and kind are staged, unstaged and discarded; a discard is undone'),
  async () => {
    const git = await startGitApp(gitProject({ 'a.txt': 'one\n', 'gone.txt': 'gone\n', 'b.bin': 'x' }));
    const odd = 'we ird\n\u00fc*.txt';
    git.write('a.txt', 'two\n');
    git.write('b.bin', Buffer.from([0, 1, 2, 255]));
    git.write(odd, 'odd\n');
    chmodSync(path.join(git.folder, odd), 0o755);
    git.git('rm', '--quiet', '--cached', 'gone.txt');
    git.git('reset', '--quiet');
    const raw = Buffer.from([0x66, 0xff, 0x66]);
    writeFileSync(Buffer.concat([Buffer.from(`${git.folder}/`), raw]), 'raw\n');
    const state = await git.state();
    expect(state.unstaged.files.map(({ kind, path: name }) => `${kind} ${name}`)).toEqual([
      'modified a.txt',
      'modified b.bin',
      'untracked f\ufffdf',
      `untracked ${odd}`,
    ]);
    expect(await git.diff('b.bin', 'unstaged')).toMatchObject({ without: 'binary', hunks: [] });
    expect((await git.diff(odd, 'unstaged')).hunks).toEqual(['@@ -0,0 +1,1 @@\n+odd\n']);
    const files = state.unstaged.files.map(({ id }) => id);
    await git.app.call('git.stage', { ...git.place, files });
    expect((await git.state()).staged.count).toBe(4);
    expect(gitIn(git.folder)('show', ':a.txt')).toBe('two');
    await git.app.call('git.unstage', { ...git.place, files });
    expect((await git.state()).staged.count).toBe(0);

    const discard = ['u:a.txt', 'u:b.bin', `u:${odd}`];
    const { token } = await git.app.call('git.discard', { ...git.place, files: discard });
    expect([readFileSync(path.join(git.folder, 'a.txt'), 'utf8'), existsSync(path.join(git.folder, odd))]).toEqual([
      'one\n',
      false,
    ]);
    await git.app.call('git.undoDiscard', { ...git.place, token });
    expect(readFileSync(path.join(git.folder, 'b.bin'))).toEqual(Buffer.from([0, 1, 2, 255]));
    expect(readFileSync(path.join(git.folder, odd), 'utf8')).toBe('odd\n');
    expect(statSync(path.join(git.folder, odd)).mode & 0o100).toBe(0o100);
    // A file that has become a link is one change.
    rmSync(path.join(git.folder, 'a.txt'));
    symlinkSync('b.bin', path.join(git.folder, 'a.txt'));
    expect((await git.state()).unstaged.files[0]).toMatchObject({ kind: 'type', path: 'a.txt' });
    const link = await git.app.call('git.discard', { ...git.place, files: ['u:a.txt'] });
    expect(readFileSync(path.join(git.folder, 'a.txt'), 'utf8')).toBe('one\n');
    await git.app.call('git.undoDiscard', { ...git.place, token: link.token });
    expect(readlinkSync(path.join(git.folder, 'a.txt'))).toBe('b.bin');
    // Undone once.
    expect(await git.refusal('git.undoDiscard', { ...git.place, token })).toContain('no longer');
  },
);

test(cite('REVIEW-4', 'names that lead out of the repository are refused, and links are not followed'), async () => {
  const git = await startGitApp();
  const secret = path.join(tempFolder(), 'secret.txt');
  writeFileSync(secret, 'secret\n');
  symlinkSync(path.dirname(secret), path.join(git.folder, 'out'));
  for (const file of ['u:../x', 'u:/etc/passwd', 'u:.git/config', 'b:', 'x', 'u:a\0b']) {
    expect(await git.refusal('git.stage', { ...git.place, files: [file] })).toContain('not a file of the repository');
  }
  expect(JSON.stringify(await git.diff('out/secret.txt', 'unstaged'))).not.toContain('secret\\n');
  expect(await git.refusal('git.discard', { ...git.place, files: ['u:out/secret.txt'] })).not.toBe('');
  expect(readFileSync(secret, 'utf8')).toBe('secret\n');
});

test(cite('REVIEW-4', 'a diff shows no file that is not a change: neither unchanged nor ignored'), async () => {
  const git = await startGitApp(gitProject({ 'a.txt': 'tracked\n', '.gitignore': 'key\n' }), { trusted: false });
  mkdirSync(path.join(git.folder, 'new'));
  for (const name of ['key', 'new/key', 'new/[a].txt']) git.write(name, 'secret\n');
  for (const name of ['a.txt', 'key', 'new/key', 'new', 'none'])
    expect(await git.diff(name, 'unstaged')).toMatchObject({ without: 'empty', hunks: [] });
  expect((await git.diff('new/[a].txt', 'unstaged')).hunks).toEqual(['@@ -0,0 +1,1 @@\n+secret\n']);
});

test(cite('REVIEW-4', 'a commit contains what is staged and its exact message, from the first one on'), async () => {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  const project = { folder, git: gitIn(folder) };
  project.git('init', '--quiet', '--initial-branch=main');
  const git = await startGitApp(project);
  git.write('a.txt', 'one\n');
  git.write('b.txt', 'two\n');
  expect(await git.state()).toMatchObject({ head: null, branch: 'main', author: null, unstaged: { count: 2 } });
  await git.app.call('git.stageAll', git.place);
  await git.app.call('git.unstage', { ...git.place, files: ['u:b.txt'] });
  const message = '#12 is fixed\n\nBecause of “this”.';
  const answer = await git.app.client.call('git.commit', { ...git.place, message });
  expect(answer).toMatchObject({ ok: false, error: { details: { identity: true } } });
  expect(await git.refusal('git.setAuthor', { ...git.place, name: 'A <', email: 'a@b.c' })).toContain('angle brackets');
  await git.app.call('git.setAuthor', { ...git.place, name: 'Ada', email: 'ada@example.org' });
  const { commit } = await git.app.call('git.commit', { ...git.place, message });
  expect(project.git('log', '-1', '--format=%H%n%an <%ae>%n%B').trim()).toBe(
    `${commit}\nAda <ada@example.org>\n${message}`,
  );
  expect(project.git('ls-tree', '--name-only', 'HEAD')).toBe('a.txt');
  expect(await git.refusal('git.commit', { ...git.place, message })).toContain('Nothing is staged');
});

test(
  cite('REVIEW-4', 'without trust, a repository is shown and nothing is changed; without one, the reason is'),
  async () => {
    const git = await startGitApp(gitProject(), { trusted: false });
    git.write('a.txt', 'changed\n');
    expect(await git.state()).toMatchObject({ trusted: false, unstaged: { count: 1 } });
    expect((await git.diff('a.txt', 'unstaged')).hunks).toHaveLength(1);
    for (const method of ['git.stageAll', 'git.abort'] as const)
      expect(await git.refusal(method, git.place)).toContain('Trust this folder');
    expect(await git.refusal('git.commit', { ...git.place, message: 'x' })).toContain('Trust this folder');

    const folder = path.join(tempFolder(), 'plain');
    mkdirSync(folder);
    const plain = await startGitApp({ folder, git: gitIn(folder) });
    expect(await plain.app.call('git.status', plain.place)).toMatchObject({ kind: 'none' });
    plain.git('init', '--quiet', '--bare', '.git');
    expect(await plain.app.call('git.status', plain.place)).toMatchObject({ kind: 'none' });
  },
);

test(cite('REVIEW-4', 'another program’s lock, a detached head and an unfinished operation are reported'), async () => {
  const git = await startGitApp();
  git.write('a.txt', 'two\n');
  writeFileSync(path.join(git.folder, '.git', 'index.lock'), '');
  expect(await git.refusal('git.stageAll', git.place)).toContain('Another Git process');
  rmSync(path.join(git.folder, '.git', 'index.lock'));
  git.git('commit', '--quiet', '-am', 'second');
  git.git('checkout', '--quiet', '--detach', 'HEAD^');
  expect(await git.state()).toMatchObject({ branch: null, operation: null });
  writeFileSync(path.join(git.folder, '.git', 'CHERRY_PICK_HEAD'), `${git.git('rev-parse', 'main')}\n`);
  expect((await git.state()).operation).toBe('cherry-pick');
  expect(await git.refusal('git.switch', { ...git.place, branch: 'main', create: false })).toContain(
    'cherry-pick is in progress',
  );
});

test(cite('REVIEW-4', 'of 20,000 changed files the first are listed and all are counted'), async () => {
  const git = await startGitApp();
  mkdirSync(path.join(git.folder, 'many'));
  for (let at = 0; at < 20_000; at++) writeFileSync(path.join(git.folder, 'many', `file-${at}`), '');
  const { unstaged } = await git.state();
  expect([unstaged.files.length, unstaged.count]).toEqual([1000, 20_000]);
  const controller = new AbortController();
  const cancelled = git.app.client.call('git.status', git.place, controller.signal);
  controller.abort();
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
});
