// A repository whose configuration would run programs: none of them runs, whatever is done with its worktree.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../../support/cite.ts';
import { gitIn, gitProject } from '../../../support/gitProject.ts';
import { okValue } from '../../../support/result.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { gitWorktrees, noNote } from '../gitWorktrees.ts';

const hooks = [
  ...['post-checkout', 'post-index-change', 'pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
  ...['pre-merge-commit', 'post-merge', 'reference-transaction', 'post-rewrite', 'pre-auto-gc', 'fsmonitor-watchman'],
];

/** The program records its arguments, and continues like a filter or driver. */
function plantedProject() {
  const { folder, git } = gitProject({
    'a.txt': 'one\n',
    'b.evil': 'two\n',
    'c.driven': 'three\n',
    '.gitattributes': '*.evil filter=evil diff=evil\n*.driven merge=evil\n',
  });
  const ran = path.join(tempFolder(), 'ran');
  const program = path.join(tempFolder(), 'canary');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${ran}\ncat 2>/dev/null\n`);
  chmodSync(program, 0o755);
  const set = (key: string, value = program): string => git('config', key, value);
  for (const name of hooks) {
    mkdirSync(path.join(folder, '.git', 'hooks'), { recursive: true });
    writeFileSync(path.join(folder, '.git', 'hooks', name), `#!/bin/sh\necho ${name} >> ${ran}\n`);
    chmodSync(path.join(folder, '.git', 'hooks', name), 0o755);
  }
  for (const key of ['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.alternateRefsCommand']) {
    set(key);
  }
  for (const key of ['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process']) set(key);
  for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver']) set(key);
  for (const key of ['gpg.program', 'gpg.ssh.program', 'sequence.editor', 'credential.helper', 'core.askPass'])
    set(key);
  set('commit.gpgSign', 'true');
  set('log.showSignature', 'true');
  set('merge.verifySignatures', 'true');
  set('core.hooksPath', path.join(folder, '.git', 'hooks'));
  // One of the repository's files names more.
  writeFileSync(path.join(folder, '.git', 'more'), `[filter "more"]\n\tsmudge = ${program}\n\tclean = ${program}\n`);
  set('include.path', 'more');
  return { folder, git, ran };
}

test(cite('WORK-7', `nothing configured in a repository runs: ${hooks.length} hooks, filters, drivers, monitors`), {
  tags: ['all'],
}, async () => {
  const { folder, git, ran } = plantedProject();
  const trees = gitWorktrees();
  okValue(await trees.port.offer(folder));
  const { placed, path: at, notes } = await trees.made(folder);
  expect(notes.join('\n')).toContain('evil');
  writeFileSync(path.join(at, 'a.txt'), 'ONE\n');
  writeFileSync(path.join(at, 'new.txt'), 'new\n');
  const look = okValue(await trees.port.status(placed, trees.quietly.signal));
  expect(look.files.map((file) => file.path)).toEqual(['a.txt', 'new.txt']);
  okValue(await trees.port.file(placed, 'a.txt'));
  const merged = okValue(await trees.merge(placed));
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('ONE\n');
  okValue(await trees.port.undoMerge({ ...placed, worktree: merged.worktree }, noNote));

  // Files that need such a filter are neither committed nor merged here, which is reported.
  writeFileSync(path.join(at, 'b.evil'), 'TWO\n');
  const refused = await trees.merge(placed);
  expect(refused).toMatchObject({ ok: false, error: { details: { files: ['b.evil'] } } });
  expect(existsSync(ran)).toBe(false);
  // The planted programs do run if git is used directly.
  gitIn(at)('checkout', '--quiet', '--', 'b.evil');
  expect(existsSync(ran)).toBe(true);
  writeFileSync(ran, '');
  // A merge driver does not decide: it is a conflict.
  writeFileSync(path.join(at, 'c.driven'), 'mine\n');
  writeFileSync(path.join(folder, 'c.driven'), 'theirs\n');
  git(
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'core.fsmonitor=false',
    'commit',
    '--quiet',
    '--no-gpg-sign',
    '-am',
    'theirs',
  );
  writeFileSync(ran, '');
  expect(await trees.merge(placed)).toMatchObject({ ok: false, error: { details: { files: ['c.driven'] } } });
  const { seen } = okValue(await trees.port.removal(placed));
  okValue(await trees.port.remove(placed, { keepBranch: false, seen }));
  expect(readFileSync(ran, 'utf8')).toBe('');
});

test(
  cite(
    'WORK-7',
    "a setting or file that moves a repository's files elsewhere is rejected, and nothing is written there",
  ),
  async () => {
    const { folder, git } = gitProject();
    const elsewhere = tempFolder();
    git('config', 'core.worktree', elsewhere);
    const trees = gitWorktrees();
    expect(await trees.port.offer(folder)).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
    expect(await trees.port.plan(folder, { name: 'x', base: null })).toMatchObject({ ok: false });
  },
);

test(cite('WORK-7', 'a repository within the worktree runs none of its programs, whatever `.gitmodules` requests'), {
  tags: ['all'],
}, async () => {
  const { folder } = gitProject();
  const trees = gitWorktrees();
  const { placed, path: at } = await trees.made(folder);
  const inner = path.join(at, 'inner');
  mkdirSync(inner);
  const git = gitIn(inner);
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(inner, 'f.txt'), 'one\n');
  git('add', 'f.txt');
  git('commit', '--quiet', '-m', 'inner');
  gitIn(at)('add', 'inner');
  writeFileSync(path.join(at, '.gitmodules'), '[submodule "inner"]\n\tpath = inner\n\turl = ./x\n\tignore = none\n');
  const ran = path.join(tempFolder(), 'ran');
  git('config', 'filter.evil.clean', `echo ran >> ${ran}; cat`);
  mkdirSync(path.join(inner, '.git', 'info'), { recursive: true });
  writeFileSync(path.join(inner, '.git', 'info', 'attributes'), '* filter=evil\n');
  // Of the same length, so that git has to read it.
  writeFileSync(path.join(inner, 'f.txt'), 'two\n');
  const look = okValue(await trees.port.status(placed, trees.quietly.signal));
  expect(look.files.map((file) => file.path)).toEqual(['.gitmodules', 'inner']);
  expect(existsSync(ran)).toBe(false);
  okValue(await trees.merge(placed));
  expect(existsSync(ran)).toBe(false);
  expect(gitIn(folder)('ls-tree', 'main', 'inner')).toMatch(/^160000 commit /);

  // A later commit of it is merged as one, and nothing runs for it either.
  git('-c', 'filter.evil.clean=cat', 'commit', '--quiet', '--all', '-m', 'second');
  writeFileSync(path.join(inner, 'f.txt'), 'six\n');
  okValue(await trees.merge(placed));
  expect(gitIn(folder)('ls-tree', 'main', 'inner')).toContain(git('rev-parse', 'HEAD'));
  expect(existsSync(ran)).toBe(false);
});

test.each([
  ['skip-worktree', '--skip-worktree'],
  ['assume-unchanged', '--assume-unchanged'],
] as const)(
  cite('WORK-7', 'copied changes are never written through a link in the worktree (%s)'),
  async (_name, hidden) => {
    const outside = tempFolder();
    const { folder, git } = gitProject({ 'a.txt': 'one\n' });
    symlinkSync(outside, path.join(folder, 'd'));
    git('add', '--all');
    git('commit', '--quiet', '-m', 'links');
    unlinkSync(path.join(folder, 'd'));
    git('update-index', hidden, 'd');
    mkdirSync(path.join(folder, 'd', 'inner'), { recursive: true });
    for (const name of ['d/evil', 'd/inner/evil', 'fine']) writeFileSync(path.join(folder, name), 'payload\n');
    chmodSync(path.join(folder, 'fine'), 0o755);
    const made = await gitWorktrees().made(folder, 'work', { bring: true });
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(path.join(made.path, 'fine'), 'utf8')).toBe('payload\n');
    expect(statSync(path.join(made.path, 'fine')).mode & 0o100).toBe(0o100);
    expect(made.notes.join()).toContain('cannot be read: 2.');
  },
);
