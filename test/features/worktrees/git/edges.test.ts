// Repositories in unusual states: each obstacle is reported, and nothing is lost.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { slugOf } from '../../../../electron/features/worktrees/git/planWorktree.ts';
import type { NoteWorktree } from '../../../../electron/features/worktrees/worktrees.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import type { ConversationWorktree } from '../../../../shared/features/worktrees/worktree.ts';
import { cite } from '../../../support/cite.ts';
import { gitEnvironment, gitIn, gitProject } from '../../../support/gitProject.ts';
import { errorOf, okValue } from '../../../support/result.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { sample } from '../../../support/volume.ts';
import { gitWorktrees, noNote } from '../gitWorktrees.ts';

const text = (folder: string, name: string): string => readFileSync(path.join(folder, name), 'utf8');
const put = (folder: string, name: string, content: string): void => writeFileSync(path.join(folder, name), content);

test(
  cite('WORK-7', 'no git, no repository, no commit, a bare one and a broken one are each reported as such'),
  async () => {
    const trees = gitWorktrees();
    const why = async (folder: string): Promise<string> => errorOf(await trees.port.offer(folder)).message;
    const none = gitWorktrees({ PATH: tempFolder(), HOME: tempFolder() });
    expect(errorOf(await none.port.offer(gitProject().folder)).message).toBe('Git is not installed on this machine.');
    const plain = tempFolder();
    expect(await why(plain)).toBe(`${plain} is not in a Git repository.`);
    const empty = tempFolder();
    gitIn(empty)('init', '--quiet');
    expect(await why(empty)).toContain('has no commits yet');
    const bare = tempFolder();
    gitIn(bare)('init', '--quiet', '--bare', '.git');
    expect(await why(bare)).toContain('bare repository');
    const { folder } = gitProject();
    put(path.join(folder, '.git'), 'config', '[core\n');
    expect(await why(folder)).toContain('Git failed');
  },
);

test(cite('WORK-7', 'uncommitted changes stay in the folder, and are copied only on request'), {
  tags: ['all'],
}, async () => {
  const { folder, git } = gitProject({ 'a.txt': 'one\n', 'sub/b.txt': 'two\n' });
  put(folder, 'a.txt', 'changed\n');
  put(folder, 'new.txt', 'new\n');
  symlinkSync('/etc/passwd', path.join(folder, 'link'));
  const trees = gitWorktrees();
  expect(okValue(await trees.port.offer(folder))).toMatchObject({ branch: 'main', uncommitted: 3 });
  const without = await trees.made(folder);
  expect([text(without.path, 'a.txt'), existsSync(path.join(without.path, 'new.txt'))]).toEqual(['one\n', false]);
  const along = await trees.made(folder, 'work', { bring: true });
  expect(path.basename(along.path)).toBe('work-2');
  expect([text(along.path, 'a.txt'), text(along.path, 'new.txt')]).toEqual(['changed\n', 'new\n']);
  expect(existsSync(path.join(along.path, 'link'))).toBe(false);
  expect(along.notes).toEqual([
    'New files that were not copied because they are links, are behind a link there, are too large or cannot be read: 1.',
  ]);
  expect(git('status', '--porcelain')).toBe(' M a.txt\n?? link\n?? new.txt');
  // A project in a folder of the repository.
  const inner = okValue(await trees.port.plan(path.join(folder, 'sub'), { name: 'inner', base: null }));
  expect([inner.inside, inner.repository]).toEqual(['sub', folder]);
});

test(cite('WORK-7', 'changes to a file that is not UTF-8 are copied, however diffs are configured'), async () => {
  const { folder, git } = gitProject({ 'a.txt': '1\n2\n3\n4\n' });
  const latin1 = (content: string) => writeFileSync(path.join(folder, 'b.txt'), Buffer.from(content, 'latin1'));
  latin1('café\n1\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=b');
  for (const [name, value] of Object.entries({ noprefix: 'true', context: '0', relative: 'true', submodule: 'log' }))
    git('config', `diff.${name}`, value);
  latin1('café\ndéjà vu\n');
  put(folder, 'a.txt', '1\n2\nX\n4\n');
  const { path: at } = await gitWorktrees().made(folder, 'work', { bring: true });
  expect(readFileSync(path.join(at, 'b.txt'), 'latin1')).toBe('café\ndéjà vu\n');
  expect(text(at, 'a.txt')).toBe('1\n2\nX\n4\n');
});

test(cite('WORK-7', 'a merge overwrites nothing that is uncommitted, staged, new or ignored in the base'), {
  tags: ['all'],
}, async () => {
  const { folder, git } = gitProject({ 'a.txt': 'one\n', '.gitignore': 'ignored\n' });
  const trees = gitWorktrees();
  const { placed, path: at } = await trees.made(folder);
  put(at, 'a.txt', 'theirs\n');
  put(at, 'new.txt', 'theirs\n');
  gitIn(at)('add', '--force', '.');
  gitIn(at)('commit', '--quiet', '-m', 'theirs');
  const blocked = async (): Promise<string[]> => {
    const refused = errorOf(await trees.merge(placed));
    return refused.details?.files as string[];
  };
  put(folder, 'a.txt', 'mine\n');
  expect(await blocked()).toEqual(['a.txt']);
  git('add', 'a.txt');
  expect(await blocked()).toEqual(['a.txt']);
  git('checkout', '--quiet', 'HEAD', '--', 'a.txt');
  put(folder, 'new.txt', 'mine\n');
  expect(await blocked()).toEqual(['new.txt']);
  expect(text(folder, 'new.txt')).toBe('mine\n');
  rmSync(path.join(folder, 'new.txt'));
  // git itself would overwrite ignored files.
  put(at, 'ignored', 'theirs\n');
  gitIn(at)('add', '--force', 'ignored');
  put(folder, 'ignored', 'mine\n');
  expect(errorOf(await trees.merge(placed)).code).toBe('GIT_FAILED');
  expect([text(folder, 'ignored'), text(folder, 'a.txt')]).toEqual(['mine\n', 'one\n']);
  rmSync(path.join(folder, 'ignored'));
  git('checkout', '--quiet', '-b', 'other');
  expect(errorOf(await trees.merge(placed)).message).toContain('has other checked out, not main');
  git('checkout', '--quiet', 'main');
  put(folder, 'beside.txt', 'mine\n');
  okValue(await trees.merge(placed));
  expect([text(folder, 'a.txt'), text(folder, 'ignored'), text(folder, 'beside.txt')]).toEqual([
    'theirs\n',
    'theirs\n',
    'mine\n',
  ]);
});

test.each(
  sample(1, [
    ['squash', 'before'],
    ['squash', 'after'],
    ['merge', 'after'],
  ] as const),
)(
  cite('WORK-7', 'a %s, or its undo, cut off %s git completed it is reconstructed from its note'),
  async (kind, when) => {
    const { folder } = gitProject({ 'a.txt': '1\n2\n3\n' });
    const trees = gitWorktrees();
    const { placed, path: at } = await trees.made(folder);
    put(at, 'a.txt', 'ONE\n2\n3\n');
    let noted = placed.worktree;
    /** What a crash leaves: the note, with git's part done or not. */
    const note: NoteWorktree = async (worktree) => {
      noted = worktree;
      return when === 'after' ? ok(undefined) : fail('STORE_WRITE_FAILED', 'The disk is full.');
    };
    const stood = async (worktree: ConversationWorktree): Promise<unknown> => {
      const look = okValue(await trees.port.status({ ...placed, worktree }, trees.quietly.signal));
      return { merge: look.merge.kind, fileCount: look.fileCount, canUndo: look.undoable !== null };
    };
    const merged = { merge: 'nothing', fileCount: 0, canUndo: true };
    const unmerged = { merge: 'ready', fileCount: 1, canUndo: false };
    await trees.merge(placed, kind === 'squash', note);
    expect(await stood(noted)).toEqual(when === 'after' ? merged : unmerged);
    const whole = when === 'after' ? noted : okValue(await trees.merge(placed, kind === 'squash')).worktree;
    await trees.port.undoMerge({ ...placed, worktree: whole }, note);
    expect(await stood(noted)).toEqual(when === 'after' ? unmerged : merged);
    // The next one has both changes and no conflict.
    put(at, 'a.txt', 'ONE\n2\nTHREE\n');
    okValue(await trees.merge({ ...placed, worktree: noted }, kind === 'squash'));
    expect(text(folder, 'a.txt')).toBe('ONE\n2\nTHREE\n');
  },
);

test(cite(
  'WORK-7',
  'after a squash merge, only newer changes are compared and merged; undoing it restores everything',
), {
  tags: ['all'],
}, async () => {
  const { folder, git } = gitProject({ 'a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\n' });
  const trees = gitWorktrees();
  const { placed, path: at } = await trees.made(folder);
  put(at, 'a.txt', 'ONE\n2\n3\n4\n5\n6\n7\n8\n9\n');
  const once = okValue(await trees.merge(placed, true));
  expect(git('log', '--format=%s')).toBe('Squashed\nfirst');
  const now = { ...placed, worktree: once.worktree };
  const nothing = okValue(await trees.port.status(now, trees.quietly.signal));
  expect(nothing).toMatchObject({ merge: { kind: 'nothing' }, fileCount: 0, commitCount: 0 });
  put(at, 'a.txt', 'EINS\n2\n3\n4\n5\n6\n7\n8\nNINE\n');
  const later = okValue(await trees.port.status(now, trees.quietly.signal));
  expect(later).toMatchObject({ merge: { kind: 'ready' }, fileCount: 1, added: 2, removed: 2 });
  const twice = okValue(await trees.merge(now, true));
  expect(text(folder, 'a.txt')).toBe('EINS\n2\n3\n4\n5\n6\n7\n8\nNINE\n');
  expect(git('log', '--format=%s')).toBe('Squashed\nSquashed\nfirst');
  // The first can no longer be undone; the second can, and can then be merged again.
  expect((await trees.port.undoMerge(now, noNote)).ok).toBe(false);
  const back = okValue(await trees.port.undoMerge({ ...placed, worktree: twice.worktree }, noNote));
  expect(text(folder, 'a.txt')).toBe('ONE\n2\n3\n4\n5\n6\n7\n8\n9\n');
  const again = okValue(await trees.port.status({ ...placed, worktree: back }, trees.quietly.signal));
  expect(again).toMatchObject({ merge: { kind: 'ready' }, fileCount: 1 });
});

test(cite('WORK-7', 'a lock of another git, a repository without space next to it, a moved one, a removed folder'), {
  tags: ['all'],
}, async () => {
  const { folder } = gitProject();
  const trees = gitWorktrees();
  const { placed, path: at } = await trees.made(folder);
  put(at, 'a.txt', 'mine\n');
  put(path.join(folder, '.git'), 'index.lock', '');
  const locked = errorOf(await trees.merge(placed));
  expect(locked.message).toContain('Another Git process is using this repository');
  rmSync(path.join(folder, '.git', 'index.lock'));
  expect(text(folder, 'a.txt')).toBe('one\ntwo\nthree\n');

  rmSync(at, { recursive: true });
  okValue(await trees.port.makeAgain(placed, trees.quietly));
  expect(text(at, 'a.txt')).toBe('mine\n');

  const moved = path.join(path.dirname(folder), 'moved');
  renameSync(folder, moved);
  okValue(await trees.port.makeAgain({ ...placed, project: moved }, trees.quietly));
  expect(gitIn(at)('status', '--porcelain')).toBe('');
  expect(okValue(await trees.port.status({ ...placed, project: moved }, trees.quietly.signal))).toMatchObject({
    fileCount: 1,
  });
});

// An administrator can write everywhere.
test.skipIf(process.getuid?.() === 0)(
  'without a place next to the repository the worktree goes elsewhere',
  async () => {
    const { folder } = gitProject();
    chmodSync(path.dirname(folder), 0o500);
    const { path: at } = await gitWorktrees().made(folder);
    chmodSync(path.dirname(folder), 0o700);
    expect(at).toContain(`${path.sep}other-worktrees${path.sep}`);
  },
);

test(
  cite(
    'WORK-7',
    'a worktree canceled while being created leaves nothing; an existing branch of its name is never touched',
  ),
  async () => {
    const { folder, git } = gitProject();
    const trees = gitWorktrees();
    const worktree = okValue(await trees.port.plan(folder, { name: 'work', base: null }));
    const controller = new AbortController();
    const making = trees.port.make({ worktree, project: folder }, { ...trees.quietly, signal: controller.signal });
    controller.abort();
    expect(errorOf(await making).code).toBe('CANCELLED');
    expect([
      existsSync(worktree.path),
      git('branch', '--list', 'throughline/*'),
      git('worktree', 'list').split('\n').length,
    ]).toEqual([false, '', 1]);
    // Somebody else has created it meanwhile, with work in it.
    const { path: at } = await trees.made(folder);
    put(at, 'mine.txt', 'mine\n');
    expect((await trees.port.make({ worktree, project: folder }, trees.quietly)).ok).toBe(false);
    expect(text(at, 'mine.txt')).toBe('mine\n');
    // A folder unknown to git is left alone, whatever the record says.
    const foreign = path.join(path.dirname(worktree.path), 'foreign');
    mkdirSync(foreign);
    put(foreign, 'keep.txt', 'keep\n');
    expect(
      (await trees.port.clearMaking({ worktree: { ...worktree, path: foreign, branch: 'x' }, project: folder })).ok,
    ).toBe(false);
    expect(text(foreign, 'keep.txt')).toBe('keep\n');
  },
);

test('names consist of letters and digits of any script, up to the maximum length', () => {
  expect(
    [
      'Fix the login!',
      '修复 登录',
      '  ',
      'CON',
      '../../etc',
      'a'.repeat(90),
      'The quick brown fox jumps over the lazy dog',
    ].map(slugOf),
  ).toEqual([
    'fix-the-login',
    '修复-登录',
    'work',
    'work-con',
    'etc',
    'a'.repeat(40),
    'the-quick-brown-fox-jumps-over-the-lazy',
  ]);
});

test(cite('WORK-7', 'a worktree with a submodule and a locked one are reported beforehand, and not forced'), {
  tags: ['all'],
}, async () => {
  const inner = gitProject({ 'inner.txt': 'inner\n' });
  const { folder, git } = gitProject();
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'inner');
  git('commit', '--quiet', '-m', 'with a submodule');
  const trees = gitWorktrees(gitEnvironment());
  const { placed, path: at, notes } = await trees.made(folder);
  expect(notes).toEqual(['Submodules are not checked out in worktrees, so their folders are empty there.']);
  put(at, 'a.txt', 'mine\n');
  okValue(await trees.merge(placed));
  git('worktree', 'lock', at);
  const { seen } = okValue(await trees.port.removal(placed));
  expect(errorOf(await trees.port.remove(placed, { keepBranch: false, seen })).message).toContain('locked');
  expect(existsSync(at)).toBe(true);
  git('worktree', 'unlock', at);
  put(at, 'late.txt', 'late\n');
  expect(errorOf(await trees.port.remove(placed, { keepBranch: false, seen })).message).toContain('Review it again');
  expect(existsSync(path.join(at, 'late.txt'))).toBe(true);
});

test(
  cite(
    'WORK-7',
    "the user's own worktree on a disconnected disk stays registered, whatever is removed or created again",
  ),
  async () => {
    const { folder, git } = gitProject();
    const trees = gitWorktrees();
    const away = path.join(tempFolder(), 'disk');
    git('worktree', 'add', '--quiet', '-b', 'other', path.join(away, 'other'));
    const { placed, path: at } = await trees.made(folder);
    renameSync(away, `${away}.away`);
    rmSync(at, { recursive: true });
    okValue(await trees.port.makeAgain(placed, trees.quietly));
    expect(readdirSync(at)).toContain('a.txt');
    // An interrupted creation leaves it registered with git, with an empty folder.
    rmSync(at, { recursive: true });
    mkdirSync(at);
    okValue(await trees.port.remove(placed, { keepBranch: false, seen: null }));
    expect(existsSync(at)).toBe(false);
    renameSync(`${away}.away`, away);
    expect(gitIn(path.join(away, 'other'))('branch', '--show-current')).toBe('other');
    expect(git('worktree', 'list')).not.toContain(at);
  },
);
