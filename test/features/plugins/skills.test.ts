// Skills from elsewhere: looked at, installed, updated and removed on the command line, with real files and repositories.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { PluginList } from '../../../shared/features/plugins/methods.ts';
import type { PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { commitAll, fileWith, skillText, zipOf } from './packages.ts';

function place() {
  const root = tempFolder();
  const [dataDir, folder, home] = ['data', 'project', 'home'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [folder, home]) mkdirSync(each, { recursive: true });
  const plugin = (...args: string[]) => commandHere(['plugin', ...args, '--data', dataDir], { HOME: home }, '', folder);
  const list = async () => (JSON.parse((await plugin('list', '--json')).stdout) as PluginList).plugins;
  const commands = async () =>
    (await commandHere(['commands', '--data', dataDir, '--project', folder], { HOME: home })).stdout;
  return { root, dataDir, folder, plugin, list, commands };
}

test(
  cite('PLUG-1', 'a skill in a ZIP archive is shown in full, installed as shown, and used like any other'),
  async () => {
    const { dataDir, plugin, list, commands } = place();
    const file = fileWith(
      zipOf([
        { name: 'pdf-main/' },
        { name: 'pdf-main/SKILL.md', content: skillText('pdf') },
        { name: 'pdf-main/scripts/read.py', content: '#!/usr/bin/env python3\nprint(1)\n', mode: 0o100755 },
        { name: '__MACOSX/._x', content: 'x' },
      ]),
    );
    const looked = await plugin('look', file, '--json');
    expect(JSON.parse(looked.stdout) as PluginProposal).toMatchObject({
      kind: 'skill',
      name: 'pdf',
      description: 'Helps with pdf.',
      text: skillText('pdf'),
      replaces: null,
      files: [
        { path: 'skills/pdf/SKILL.md', isScript: false, change: 'added' },
        { path: 'skills/pdf/scripts/read.py', isScript: true, change: 'added' },
      ],
      effects: [
        'You call it with /pdf; then its text is sent.',
        'The model may read it on its own, and then works by it.',
        'It has scripts: skills/pdf/scripts/read.py. Each run is approved and sandboxed like any other.',
      ],
    });
    // Looking leaves nothing, and without an answer nothing is installed.
    expect(existsSync(path.join(dataDir, 'plugins'))).toBe(false);
    expect(await plugin('add', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed.'),
    });
    expect(existsSync(path.join(dataDir, 'plugins'))).toBe(false);
    expect(await plugin('add', file, '--yes')).toMatchObject({ code: 0, stdout: 'Installed pdf.\n' });
    const [pdf] = await list();
    expect(pdf).toMatchObject({ name: 'pdf', enabled: true, skills: ['pdf'], files: 2, changedByHand: [] });
    expect(readdirSync(path.join(dataDir, 'plugins')).sort()).toEqual(['pdf', 'plugins.json']);
    expect(await commands()).toContain('/pdf');
    await plugin('disable', 'pdf');
    expect(await commands()).not.toContain('/pdf');
    await plugin('enable', 'pdf');
    expect(await plugin('add', file, '--yes')).toMatchObject({ stderr: expect.stringContaining('installed already') });
    const removed = await plugin('remove', 'pdf', '--yes');
    const copy = /Its files are in (.+)\n/.exec(removed.stdout)?.[1] ?? '';
    expect(readdirSync(copy)).toHaveLength(2);
    expect(await list()).toEqual([]);
    expect(await commands()).not.toContain('/pdf');
  },
);

test(
  cite('PLUG-2', 'a skill of a Git repository is pinned to its commit, and an update shows every difference first'),
  async () => {
    const { root, plugin, list, dataDir } = place();
    const repository = path.join(root, 'repository');
    writeTree(repository, {
      'README.md': 'Not part of it.',
      'skills/review/SKILL.md': skillText('review', 'Look twice.'),
      'skills/review/old.md': 'Old.',
      'skills/other/SKILL.md': skillText('other'),
    });
    const first = commitAll(repository);
    const source = `git+${repository}`;
    expect(await plugin('look', source)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('skills/other, skills/review'),
    });
    const added = await plugin('add', source, '--path', 'skills/review', '--yes');
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining(`commit ${first}`) });
    expect(await list()).toMatchObject([{ name: 'review', commit: first, files: 2, hasPrevious: false }]);
    expect(await plugin('update', 'review')).toMatchObject({ code: 0, stdout: 'review: nothing newer.\n' });

    writeTree(repository, {
      'skills/review/SKILL.md': skillText('review', 'Look three times.'),
      'skills/review/new.sh': 'ls\n',
    });
    execFileSync('git', ['rm', '--quiet', 'skills/review/old.md'], { cwd: repository });
    const second = commitAll(repository);
    // Nothing is fetched until asked for, and nothing changes until the answer.
    const dryRun = await plugin('update', 'review');
    expect(dryRun.code).toBe(1);
    expect(dryRun.stderr).toContain('  -Look twice.\n  +Look three times.');
    expect(dryRun.stderr).toMatch(/\+ skills\/review\/new\.sh \(3 bytes, a program\)/);
    expect(dryRun.stderr).toContain('- skills/review/old.md');
    expect(await list()).toMatchObject([{ commit: first }]);
    expect(await plugin('update', '--yes')).toMatchObject({ code: 0, stdout: 'Updated review.\n' });
    expect(await list()).toMatchObject([{ commit: second, hasPrevious: true }]);
    expect(await plugin('back', 'review', '--yes')).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject([{ commit: first, hasPrevious: true, changedByHand: [] }]);

    // A file that was changed by hand is reported before it is replaced, and its version is kept.
    const { hash = '' } = (await list())[0] ?? {};
    const changed = path.join(dataDir, 'plugins/review', hash.slice(0, 32), 'skills/review/SKILL.md');
    writeFileSync(changed, skillText('review', 'Mine.'));
    expect(await list()).toMatchObject([{ changedByHand: ['skills/review/SKILL.md'] }]);
    const again = await plugin('update', 'review', '--yes');
    expect(again.stderr).toContain('Changed by hand, and replaced by the update: skills/review/SKILL.md');
    expect(again.stderr).toContain('  -Mine.');
    expect(readFileSync(changed, 'utf8')).toContain('Mine.');
  },
);

test(
  cite('PLUG-2', 'neither hooks, filters, submodules nor settings of a repository run, and odd addresses are refused'),
  async () => {
    const { root, plugin, list } = place();
    const repository = path.join(root, 'repository');
    const witness = path.join(root, 'ran');
    writeTree(repository, { 'SKILL.md': skillText('plain'), '.gitattributes': '* filter=evil\n' });
    commitAll(repository);
    execFileSync('git', ['config', 'filter.evil.smudge', `touch ${witness}`], { cwd: repository });
    execFileSync('git', ['config', 'uploadpack.packObjectsHook', `touch ${witness};`], { cwd: repository });
    execFileSync('git', ['config', 'core.fsmonitor', `touch ${witness}`], { cwd: repository });
    writeFileSync(path.join(repository, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${witness}\n`);
    chmodSync(path.join(repository, '.git/hooks/post-checkout'), 0o755);
    expect(await plugin('add', repository, '--ref', 'main', '--yes')).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject([{ name: 'plain' }]);
    expect(existsSync(witness)).toBe(false);
    for (const source of [
      `git+ext::sh -c touch% ${witness}`,
      'git+http://example.com/a.git',
      '--upload-pack=touch x',
      'git+-x',
    ]) {
      const refused = await plugin('look', ...(source.startsWith('--') ? ['--', source] : [source]));
      expect(refused.code).not.toBe(0);
    }
    expect(await plugin('look', repository, '--ref', '--output=x')).toMatchObject({ code: 2 });
    expect(existsSync(witness)).toBe(false);
    // A link or a submodule refuses the whole.
    execFileSync('git', ['config', 'core.fsmonitor', 'false'], { cwd: repository });
    execFileSync('git', ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`], {
      cwd: repository,
    });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'x'], { cwd: repository });
    const withModule = await plugin('update', 'plain', '--yes');
    expect(withModule).toMatchObject({ code: 1, stderr: expect.stringContaining('“module” is a link') });
  },
);

test(cite('PLUG-1', 'names that other skills have are not taken over'), async () => {
  const { dataDir, plugin, commands } = place();
  writeTree(dataDir, { 'skills/pdf/SKILL.md': skillText('pdf', 'Mine.') });
  const file = fileWith(zipOf([{ name: 'SKILL.md', content: skillText('pdf', 'Theirs.') }]));
  expect(await plugin('add', file, '--yes')).toMatchObject({ code: 0 });
  expect(await commands()).toContain('/pdf:pdf');
  expect(readFileSync(path.join(dataDir, 'skills/pdf/SKILL.md'), 'utf8')).toContain('Mine.');
  // Nor does a package from elsewhere replace an installed one.
  const other = fileWith(zipOf([{ name: 'SKILL.md', content: skillText('pdf', 'Others.') }]), 'other.zip');
  expect(await plugin('add', other, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already installed from'),
  });
});
