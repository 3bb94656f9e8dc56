// Secrets that a command shows without naming them: in folders that it reads completely, and in git's storage. The
// assumptions about git and diff are tested against their real output.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { allowCommand, answered, commandCall } from '../../support/permissionRule.ts';
import { placedCommand } from '../../support/placedCommand.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'leaked-4711';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  add(folder, files);
  return folder;
}

function add(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `${text}\n`);
  }
}

const env = {
  ...{ PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: '/' },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.test', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.test' },
};
const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: folder, env, encoding: 'utf8' }).trim();

function commit(folder: string): void {
  git(folder, 'init', '-q');
  git(folder, 'add', '-f', '.');
  git(folder, 'commit', '-qm', 'all');
}

/** With a rule for the program, and for git's subcommand. */
async function actionOf(line: string, folder: string): Promise<string> {
  const words = line.split(' ').slice(0, line.startsWith('git ') ? 2 : 1);
  const rules = [answered(allowCommand(...words))];
  return decide({ mode: 'ask', rules, folder, facts: commandCall(await placedCommand(line, folder)) }).action;
}

async function actions(lines: readonly string[], folder: string): Promise<string[]> {
  return Promise.all(lines.map(async (line) => `${await actionOf(line, folder)}: ${line}`));
}

const as = (action: string, lines: readonly string[]): string[] => lines.map((line) => `${action}: ${line}`);
const prints = (line: string, folder: string): boolean =>
  spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' }).stdout.includes(secret);

test.skipIf(process.platform === 'win32')(
  cite('APPROVE-7', "no rule prints a secret file from git's storage, however the command accesses it"),
  { tags: ['all'], timeout: 30_000 },
  async () => {
    const folder = folderWith({ '.env': secret, '.gitignore': '.env', 'src/a.ts': 'x', 'keys/server.pem': secret });
    commit(folder);
    const blob = git(folder, 'rev-parse', 'HEAD:.env');
    const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const leaking = [
      ...['git show', 'git show HEAD', 'git show --stat HEAD -p', `git show ${blob}`, `git show ${blob} -- src`],
      ...[
        'git log -p',
        'git log -u',
        'git log -U3',
        "git log -p -- '.en?'",
        "git log -p -- ':(icase).ENV'",
        'git log -p -- .',
      ],
      ...["git log -p -- '.e\\nv'", 'git --no-pager log -p', 'git log -1 --patch', 'git log -p -- src ./keys'],
      ...[
        `git diff ${empty} HEAD`,
        `git diff ${empty} HEAD -- keys`,
        `git cat-file -p ${blob}`,
        `git cat-file blob ${blob}`,
      ],
      ...['git grep leaked', 'git grep leaked HEAD', 'git grep --cached leaked', 'git grep -e leaked -- keys'],
    ];
    const silent = ["git log -p -- '.e\\nv'", 'git --no-pager log -p'];
    expect(leaking.filter((line) => !silent.includes(line) && !prints(line, folder))).toEqual([]);
    expect(await actions(leaking, folder)).toEqual(as('ask', leaking));
    const harmless = [
      ...['git log --oneline', 'git log --stat', 'git log -p -- src', 'git diff -- src/a.ts', 'git ls-files -s'],
      ...['git grep x -- src', 'git status', 'git blame src/a.ts'],
    ];
    expect(harmless.filter((line) => prints(line, folder))).toEqual([]);
    expect(await actions(harmless, folder)).toEqual(as('allow', harmless));
  },
);

test.skipIf(process.platform === 'win32')(
  cite('APPROVE-7', 'without secrets in its storage git may show it; an undecidable case asks'),
  async () => {
    const lines = ['git diff', 'git show HEAD', 'git log -p', 'git grep x', 'git diff -- src'];
    const folder = folderWith({ '.gitignore': '.env', 'src/a.ts': 'x', [`src/${'long/'.repeat(60)}b.ts`]: 'x' });
    commit(folder);
    add(folder, { '.env': secret });
    expect(await actions(lines, folder)).toEqual(as('allow', lines));
    git(folder, 'worktree', 'add', '-q', '../other');
    expect(await actions(lines, path.join(folder, '../other'))).toEqual(as('allow', lines));
    // Another machine would be contacted if the name leads to one.
    const pointer = path.join(folder, '../other/.git');
    writeFileSync(pointer, readFileSync(pointer, 'utf8').replace(/ (?=\/)/, ' /'));
    expect(await actions(lines.slice(0, 4), path.dirname(pointer))).toEqual(as('ask', lines.slice(0, 4)));
    git(folder, 'add', '-f', '-N', '.env');
    expect(await actions(lines.slice(0, 4), folder)).toEqual(as('ask', lines.slice(0, 4)));
    git(folder, 'rm', '-q', '--cached', '.env');
    git(folder, 'update-index', '--index-version', '4');
    expect(await actions(lines, folder)).toEqual(as('ask', lines));
    writeFileSync(path.join(folder, '.git/index'), 'DIRC');
    expect(await actions(lines, folder)).toEqual(as('ask', lines));
  },
  30_000,
);

test.skipIf(process.platform === 'win32')(
  cite('APPROVE-7', 'diff over a folder, and git diff outside of a repository, read every file in it'),
  async () => {
    const folder = folderWith({ '.env': secret, a: 'x', b: 'y', 'src/a': 'z', 'more/b': 'z', 'linked/c': 'x' });
    symlinkSync('../.env', path.join(folder, 'linked/d'));
    const leaking = ['diff -N . src', 'diff -rN . src', 'diff -N linked src', 'git diff . src'];
    expect(leaking.filter((line) => !prints(line, folder))).toEqual([]);
    const asked = [...leaking, 'diff . src', 'diff src .', 'git diff a b', 'git diff -- . src'];
    expect(await actions(asked, folder)).toEqual(as('ask', asked));
    const harmless = ['diff a b', 'diff -u a src/a', 'diff -r src more', 'diff -N src more'];
    expect(await actions(harmless, folder)).toEqual(as('allow', harmless));
  },
);

test.skipIf(process.platform === 'win32')(
  cite('APPROVE-7', 'rg is not assumed to skip files that it reads: ignored files only count where git has its rules'),
  async () => {
    const files = { '.gitignore': 'secrets/\n*.pem', 'secrets/.env': secret, 'server.pem': secret, 'src/a.ts': 'x' };
    const none = folderWith(files);
    expect(await actionOf('rg x', none)).toBe('ask');
    expect(await actionOf('rg x src', none)).toBe('allow');
    const own = folderWith(files);
    git(own, 'init', '-q');
    add(own, { '.env': secret });
    expect(await actions(['rg x', 'rg x src'], own)).toEqual(as('allow', ['rg x', 'rg x src']));
    const named = ['rg x secrets', 'rg x ./secrets src', 'grep -r x .', 'grep -r x secrets'];
    expect(await actions(named, own)).toEqual(as('ask', named));
    add(own, { 'sub/server.pem': secret });
    expect(await actionOf('rg x', own)).toBe('allow');
    git(own, 'init', '-q', 'sub');
    expect(await actions(['rg x', 'rg x sub'], own)).toEqual(as('ask', ['rg x', 'rg x sub']));
    const brought = folderWith({ '.gitignore': '.*\n!.env', 'src/.env': secret, 'src/a.ts': 'x' });
    git(brought, 'init', '-q');
    expect(await actions(['rg x', 'rg x src'], brought)).toEqual(as('ask', ['rg x', 'rg x src']));
    const listed = folderWith({ '.ignore': '!.env', 'src/.env': secret });
    git(listed, 'init', '-q');
    expect(await actionOf('rg x src', listed)).toBe('ask');
  },
);
