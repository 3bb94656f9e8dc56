// Git's current checkout, read from folders as git leaves them, and from malicious ones.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createProjectFiles } from '../../electron/tools/registry.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';

const commit = 'a1'.repeat(20);
const other = 'b2'.repeat(20);
const files = createProjectFiles(systemClock);

/** The project's folder is `work` below the given files. */
function read(tree: Record<string, string>, make: (root: string) => void = () => {}, folder = 'work') {
  const root = tempFolder();
  mkdirSync(path.join(root, 'work'));
  writeTree(root, tree);
  make(root);
  return files.checkedOut(path.join(root, folder));
}

const head = { 'work/.git/HEAD': 'ref: refs/heads/feature/one\n' };
const link = (from: string, to: string) => (root: string) => symlinkSync(path.join(root, to), path.join(root, from));

test(cite('STORE-19', 'branch and commit are read from every form of git folder'), async () => {
  const loose = { ...head, 'work/.git/refs/heads/feature/one': `${commit}\n` };
  const one = { branch: 'feature/one', commit };
  expect(await read(loose)).toEqual(one);
  expect(await read({ ...loose, 'work/deep/er/a.txt': '' }, undefined, 'work/deep/er')).toEqual(one);
  const packed = `# pack-refs with: peeled fully-peeled sorted\n${other} refs/heads/feature/on\n${commit} refs/heads/feature/one\n^${other}\n`;
  expect(await read({ ...head, 'work/.git/packed-refs': packed })).toEqual(one);
  expect(await read({ ...loose, 'work/.git/packed-refs': packed.replace(commit, other) })).toEqual(one);
  expect(await read({ 'work/.git/HEAD': `${commit}\n` })).toEqual({ commit });
  expect(await read({ 'work/.git/HEAD': `${commit}${'0'.repeat(24)}\n` })).toEqual({
    commit: `${commit}${'0'.repeat(24)}`,
  });
  // No commit yet.
  expect(await read(head)).toEqual({ branch: 'feature/one' });
  const second = {
    'main/.git/HEAD': 'ref: refs/heads/main\n',
    'main/.git/refs/heads/side': `${commit}\n`,
    'main/.git/worktrees/work/HEAD': 'ref: refs/heads/side\n',
    'main/.git/worktrees/work/commondir': '../..\n',
  };
  const named = (root: string) =>
    writeFileSync(path.join(root, 'work/.git'), `gitdir: ${path.join(root, 'main/.git/worktrees/work')}\n`);
  expect(await read(second, named)).toEqual({ branch: 'side', commit });
  const submodule = {
    'work/.git': 'gitdir: ../main/.git/modules/work\n',
    'main/.git/modules/work/HEAD': `${commit}\n`,
  };
  expect(await read(submodule)).toEqual({ commit });
});

test(
  cite('STORE-19', 'no link is followed, nothing but a name and a hash is accepted, and nothing waits'),
  async () => {
    const away = { 'away/HEAD': `${commit}\n`, 'away/refs/heads/main': `${commit}\n` };
    const main = { 'work/.git/HEAD': 'ref: refs/heads/main\n' };
    expect(await read(away, link('work/.git', 'away'))).toEqual({});
    expect(await read({ ...away, 'work/.git/config': '' }, link('work/.git/HEAD', 'away/HEAD'))).toEqual({});
    const refs = await read({ ...away, ...main }, link('work/.git/refs', 'away/refs'));
    expect(refs).toEqual({ branch: 'main' });
    const pipe = (root: string) => void execFileSync('mkfifo', [path.join(root, 'work/.git/HEAD')]);
    if (process.platform !== 'win32') expect(await read({ 'work/.git/config': '' }, pipe)).toEqual({});
    const secret = { 'work/.git/refs/heads/main': 'not a hash, but a secret\n' };
    expect(await read({ ...main, ...secret })).toEqual({ branch: 'main' });
    for (const text of [
      '',
      'root:x:0:0:root\n',
      `ref: refs/heads/../../../away/HEAD\n`,
      'ref: refs/heads/.invalid\n',
      'ref: refs/heads/a\u001b[31mb\n',
      'ref: refs/heads/a\u202eb\n',
      `ref: refs/heads/${'x'.repeat(300)}\n`,
      `ref: refs/heads/main\n${'x'.repeat(100_000)}`,
      'ref: refs/heads/main\nref: refs/heads/other\n',
    ]) {
      expect([text.slice(0, 40), await read({ ...away, 'work/.git/HEAD': text })]).toEqual([text.slice(0, 40), {}]);
    }
    for (const named of ['//server/share', '\\\\server\\share', '../nowhere', '\0']) {
      expect(await read({ 'work/.git': `gitdir: ${named}\n` })).toEqual({});
    }
    expect(await read({})).toEqual({});
  },
);
