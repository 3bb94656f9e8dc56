// Git repositories in the sandbox: what git itself creates there works, and what would make it run a program is
// removed.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isHarmlessConfig } from '../../../electron/tools/sandbox/gitConfig.ts';
import { cite } from '../../support/cite.ts';
import { type Ran, type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { sample } from '../../support/volume.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();
const author = '-c user.name=Mei -c user.email=mei@example.com';

describe.skipIf(reason !== null)(`git in the sandbox${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let place: SandboxedPlace;
  beforeEach(() => {
    place = sandboxedPlace();
    onTestFinished(() => place.remove());
  });
  const made = ({ violations }: Ran): string[] =>
    violations.flatMap((each) => (each.type === 'made' ? each.path.slice(place.project.length + 1) : [])).sort();
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-C', join(place.project, folder), ...args], { stdio: 'pipe' }).toString();

  test(cite('BOX-2', 'a new repository, a clone, a worktree and a submodule stay usable outside'), {
    tags: ['all'],
  }, async () => {
    rmSync(join(place.project, '.git'), { recursive: true });
    const first = await place.run(`git init -q && echo x > a && git add a && git ${author} commit -qm one`);
    expect([first.code, made(first)]).toEqual([0, []]);
    const more = await place.run(
      `git clone -q . copies/one && git worktree add -q tree && git clone -q --bare . bare.git && git init -q outer && cd outer && git -c protocol.file.allow=always submodule add -q ../copies/one libs/inner`,
    );
    expect([more.output, made(more)]).toEqual(['', []]);
    for (const folder of ['', 'copies/one', 'tree', 'bare.git', 'outer', 'outer/libs/inner'])
      expect(git(folder, 'log', '-1', '--format=%s', '--all')).toMatch(/one|^$/);
    expect(git('outer/libs/inner', 'status', '--short')).toBe('');
    expect((await place.run(`cd copies/one && echo y > b && git add b && git ${author} commit -qm two`)).code).toBe(0);
    expect(git('copies/one', 'log', '-1', '--format=%s')).toBe('two\n');
  });

  test(cite('BOX-2', 'hooks and a config that runs programs are removed, and the repository stays'), {
    tags: ['all'],
  }, async () => {
    const ran = await place.run(
      'git init -q sub && cd sub && echo "touch ../owned" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && git config core.fsmonitor "touch ../owned"',
    );
    expect(made(ran)).toEqual(['sub/.git/config', 'sub/.git/hooks/pre-commit']);
    expect(git('sub', 'status', '--short')).toBe('');
    expect(existsSync(join(place.project, 'owned'))).toBe(false);
    const aside = ran.violations.flatMap((each) => (each.type === 'made' ? each.movedTo : []));
    expect(aside.map((path) => readFileSync(path, 'utf8')).join()).toMatch(/touch \.\.\/owned/);
    expect(readdirSync(join(place.project, 'sub/.git/hooks')).every((name) => name.endsWith('.sample'))).toBe(true);
  });

  test.each([
    ['its config', 'echo "[core]\nfsmonitor = touch owned" >> sub/.git/config'],
    ['a hook', 'echo x > sub/.git/hooks/pre-commit'],
    ['the folder above it', 'mv sub old && git init -q sub && git -C sub config core.fsmonitor "touch owned"'],
    [
      'another common folder',
      'cp -r sub/.git evil && git -C evil config core.fsmonitor x; echo ../../evil > sub/.git/commondir',
    ],
    [
      'a file in its place',
      'git init -q e && git -C e config core.fsmonitor x; mv sub s; mkdir sub; echo "gitdir: ../e/.git" > sub/.git',
    ],
    ['a bare one', 'git init -q --bare b && git -C b config core.fsmonitor x'],
  ])(cite('BOX-1', 'a repository below the project is guarded like its own: %s'), async (_what, command) => {
    git('', 'init', '-q', 'sub');
    const config = readFileSync(join(place.project, 'sub/.git/config'), 'utf8');
    await place.run(command);
    const look = `grep -rlE 'fsmonitor|^x' ${place.project} --include=config --include=pre-commit || true`;
    const all = execFileSync('sh', ['-c', look]);
    expect(all.toString()).toBe('');
    expect(config).not.toMatch(/fsmonitor/);
  });

  test(cite('BOX-1', 'a file `.git` that names another place opens nothing there'), { tags: ['all'] }, async () => {
    const elsewhere = mkdtempSync('/var/tmp/throughline-');
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    rmSync(join(place.project, '.git'), { recursive: true });
    await place.run(`echo "gitdir: ${elsewhere}" > .git`);
    expect((await place.run(`echo x > ${elsewhere}/made`)).code).not.toBe(0);
    rmSync(join(place.project, '.git'), { force: true });
    await place.run(`ln -s ${elsewhere} .git`);
    expect((await place.run(`echo x > ${elsewhere}/made`)).code).not.toBe(0);
  });

  test(cite('BOX-1', 'another worktree works in its repository, whose hooks stay unchanged'), {
    tags: ['all'],
  }, async () => {
    const outer = mkdtempSync('/var/tmp/throughline-');
    onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
    execFileSync(
      'sh',
      [
        '-c',
        `cd ${outer} && git init -q main && cd main && git ${author} commit -q --allow-empty -m one && git worktree add -q ../tree`,
      ],
      { stdio: 'pipe' },
    );
    place = { ...place, project: join(outer, 'tree') };
    const more = { folder: place.project };
    const inTree = (command: string) => place.run(`cd ${place.project} && ${command}`, more);
    expect((await inTree(`echo x > a && git add a && git ${author} commit -qm two`)).output).toBe('');
    expect((await inTree('git config core.fsmonitor x')).code).not.toBe(0);
    expect((await inTree(`echo x > ${outer}/main/.git/hooks/pre-commit`)).code).not.toBe(0);
    expect((await inTree(`echo x > ${outer}/main/a`)).code).not.toBe(0);
  });

  test(cite('BOX-1', 'a link in the project does not reveal what the sandbox hides'), { tags: ['all'] }, async () => {
    symlinkSync('/proc', join(place.project, '.mcp.json'));
    const ran = await place.run(`cat /proc/${process.pid}/environ`);
    expect(ran.code).not.toBe(0);
  });

  test.each(sample(1, ['.husky/pre-commit', '.vscode/tasks.json', '.envrc', 'AGENTS.md', '.githooks/x']))(
    cite('BOX-1', 'files that others run stay unchanged, and new ones are set aside: %s'),
    async (path) => {
      const write = `mkdir -p "$(dirname ${path})" && echo new > ${path}`;
      const ran = await place.run(write);
      expect(existsSync(join(place.project, path))).toBe(false);
      expect(made(ran)).toHaveLength(1);
      mkdirSync(join(place.project, path, '..'), { recursive: true });
      writeFileSync(join(place.project, path), 'old\n');
      expect((await place.run(write)).code).not.toBe(0);
      const top = path.split('/')[0];
      await place.run(`mv ${top} moved; ${write}`);
      const left = existsSync(join(place.project, path)) ? readFileSync(join(place.project, path), 'utf8') : '';
      expect(left).not.toBe('new\n');
    },
  );
});

test.each([
  ['[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n', true],
  ['[remote "origin"]\n\turl = https://example.com/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n', true],
  [
    '[remote "o"]\n\turl = git@example.com:mei/shop.git\n[branch "main"]\n\tremote = o\n\tmerge = refs/heads/main\n',
    true,
  ],
  ['[core]\n\tworktree = ../../../sub\n', true],
  ['[core]\n\tworktree = ../../..\n', true],
  ['[core]\n\tworktree = /home/mei/shop\n\tfsmonitor = false\n\tlongpaths = true\n', true],
  ['[core]\n\tworktree = /home/mei/shopping\n', false],
  ['[core]\n\tworktree = ../../../../../elsewhere\n', false],
  ['[core]\n\tfsmonitor = touch x\n', false],
  ['[core] fsmonitor = touch x\n', false],
  ['[core]\n\tbare = false \\\nfsmonitor = x\n', false],
  ['[Core]\nHooksPath = x\n', false],
  ['[include]\n\tpath = x\n', false],
  ['[remote "o"]\n\turl = ext::sh -c x\n', false],
  ['[remote "o"]\n\turl = -x\n', false],
  ['[remote "o"]\n\turl = ssh://-oProxyCommand=x/y\n', false],
  ['[remote "o"]\n\tuploadpack = x\n', false],
  ['[core "x"]\n\tbare = true\n', false],
  ['[alias]\n\tx = !touch y\n', false],
  ['[constructor]\n\tx = y\n', false],
  ['[user]\n\tname = Mei\r\n\temail = mei@example.com\r\n', true],
])(cite('BOX-2', 'a new git config stays if each line of it is harmless: %j'), (text, stays) => {
  expect(isHarmlessConfig(text, '/home/mei/shop/.git/modules/x', '/home/mei/shop')).toBe(stays);
});
