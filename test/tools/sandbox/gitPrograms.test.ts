// Ways in which a command could make the user's next `git status`, commit or diff run a program outside of the sandbox.
// Each works if the command itself runs outside, so that the test can fail.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { type SandboxedPlace, sandboxedPlace } from '../../support/sandboxed.ts';
import { sample } from '../../support/volume.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

interface Attack {
  what: string;
  /** Outside, by the user. */
  before?: string;
  command: string;
  /** Outside, by the user. */
  after: string;
  /** The project, if it is a folder below the repository. */
  below?: string;
}

const first = 'git init -q . && git commit -q --allow-empty -m x';
const script = (path: string): string =>
  `mkdir -p "$(dirname ${path})" && printf '#!/bin/sh\\ntouch "$CANARY"\\nexit 1\\n' > ${path}; chmod +x ${path}`;
const harmlessScript = (path: string): string =>
  `mkdir -p $(dirname ${path}) && printf '#!/bin/sh\\nexit 0\\n' > ${path} && chmod +x ${path}`;
/** A repository at `path` whose settings run a program, and an entry in the project's index that makes git enter it. */
const entered = (path: string): string =>
  `top=$PWD; mkdir -p ${path} && cd ${path} && git init -q . && git commit -q --allow-empty -m y && git config core.fsmonitor "touch $CANARY; false"; sha=$(git rev-parse HEAD); cd "$top" && git update-index --add --cacheinfo 160000,$sha,${path}`;
const many = 'seq -f wide/d%g 1100 | xargs mkdir -p';
const commit = 'git commit -q --allow-empty -m z';

const attacks: Attack[] = [
  { what: 'a deep repository', before: first, command: entered('a/b/c/d/e/f/g/h'), after: 'git status' },
  {
    what: 'one among a thousand folders',
    before: `${first}; ${many}`,
    command: entered('wide/x/y'),
    after: 'git status',
  },
  { what: 'one in node_modules', before: first, command: entered('node_modules/x'), after: 'git status' },
  {
    what: 'one in a folder that its owner may not list',
    before: first,
    command: `${entered('shut/x')}; chmod 111 shut`,
    after: 'git status; chmod 755 shut',
  },
  {
    what: 'one deep in .git/modules',
    before: first,
    command: `${entered('lib')}; mkdir -p .git/modules/a/b/c/d/e/f/g && mv lib/.git .git/modules/a/b/c/d/e/f/g/lib && echo "gitdir: ../.git/modules/a/b/c/d/e/f/g/lib" > lib/.git`,
    after: 'git status',
  },
  {
    what: 'hooks in core.hooksPath',
    before: `${first}; mkdir -p tools/hooks; git config core.hooksPath tools/hooks`,
    command: script('tools/hooks/pre-commit'),
    after: commit,
  },
  {
    what: 'a folder of hooks that is not there yet',
    before: `${first}; git config core.hooksPath tools/hooks`,
    command: script('tools/hooks/pre-commit'),
    after: commit,
  },
  {
    what: 'a hook where there was no folder for it',
    before: `${first}; rm -r .git/hooks`,
    command: script('.git/hooks/pre-commit'),
    after: commit,
  },
  {
    what: 'a link of a hook',
    before: `${first}; ${harmlessScript('scripts/pre-commit.sh')}; ln -s ../../scripts/pre-commit.sh .git/hooks/pre-commit`,
    command: script('scripts/pre-commit.sh'),
    after: commit,
  },
  {
    what: 'a link of a link',
    before: `${first}; ${harmlessScript('scripts/real.sh')}; ln -s real.sh scripts/link.sh; ln -s ../../scripts/link.sh .git/hooks/pre-commit`,
    command: `rm scripts/link.sh; ${script('scripts/link.sh')}`,
    after: commit,
  },
  {
    what: 'a script that a hook names',
    before: `${first}; ${harmlessScript('scripts/check.sh')}; printf '#!/bin/sh\\nexec ./scripts/check.sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
    command: script('scripts/check.sh'),
    after: commit,
  },
  {
    what: 'the folder of a script that a hook names',
    before: `${first}; ${harmlessScript('scripts/check.sh')}; printf '#!/bin/sh\\nexec ./scripts/check.sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
    command: `mv scripts gone; ${script('scripts/check.sh')}`,
    after: commit,
  },
  {
    what: 'included settings',
    before: `${first}; mkdir config; printf '[user]\\n' > config/git.inc; git config include.path ../config/git.inc`,
    command: 'printf \'[core]\\nfsmonitor = "touch %s; false"\\n\' "$CANARY" > config/git.inc',
    after: 'git status',
  },
  {
    what: 'settings that are included on a condition, and were not there',
    before: `${first}; git config includeIf.onbranch:evil.path ../config/evil.inc`,
    command:
      'mkdir config; printf \'[core]\\nfsmonitor = "touch %s; false"\\n\' "$CANARY" > config/evil.inc; git checkout -q -b evil',
    after: 'git status',
  },
  {
    what: 'the program of a monitor',
    before: `${first}; ${harmlessScript('tools/watch')}; git config core.fsmonitor tools/watch`,
    command: script('tools/watch'),
    after: 'git status',
  },
  {
    what: 'the program of a filter',
    before: `${first}; ${harmlessScript('tools/clean.sh')}; git config filter.x.clean 'sh "$PWD/tools/clean.sh" %f'`,
    command: `${script('tools/clean.sh')}; echo '*.txt filter=x' > .gitattributes; echo x > a.txt`,
    after: 'git add a.txt',
  },
  {
    what: 'the program of a diff',
    before: `${first}; ${harmlessScript('tools/d')}; git config diff.external ./tools/d; echo a > a; git add a; ${commit}`,
    command: `${script('tools/d')}; echo b > a`,
    after: 'git diff',
  },
  {
    what: 'hooks of a repository that the project lies in',
    before: `${first}; git config core.hooksPath app/hooks; mkdir -p app/hooks`,
    below: 'app',
    command: script('hooks/pre-commit'),
    after: commit,
  },
  {
    what: 'a command among the steps of a rebase',
    before: `${first}; echo 1 > f; git add f; git commit -qm 1; echo 2 > f; git commit -qam 2; GIT_SEQUENCE_EDITOR="sed -i 's/^pick/edit/'" git rebase -q -i HEAD~1`,
    command: 'echo "exec touch $CANARY" >> .git/rebase-merge/git-rebase-todo',
    after: 'git rebase --continue',
  },
  {
    what: 'a repository with a name that is no text',
    before: first,
    command: entered(`"$(printf 'a\\377b')"`),
    after: 'git status',
  },
  // The last of them: its setting is the home's.
  {
    what: 'hooks of all of the user’s repositories',
    before: `${first}; git config --global core.hooksPath .team-hooks; mkdir .team-hooks`,
    command: script('.team-hooks/pre-commit'),
    after: commit,
  },
];

describe.skipIf(reason !== null)(`programs run by git${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let place: SandboxedPlace;
  let count = 0;
  beforeAll(() => {
    place = sandboxedPlace();
    writeFileSync(join(place.home, '.gitconfig'), '[user]\nname = Mei\nemail = mei@example.com\n');
  });
  afterAll(() => place.remove());

  /** A separate project with the canary: a sandboxed command could create it, but does not itself. */
  function project() {
    const at = join(place.project, `p${count++}`);
    mkdirSync(at);
    const canary = join(place.home, `canary-${count}`);
    const outside = (command: string): string => {
      try {
        return execFileSync('sh', ['-c', command], {
          cwd: at,
          env: { PATH: process.env.PATH, HOME: place.home, CANARY: canary },
          stdio: 'pipe',
        }).toString();
      } catch (thrown) {
        return String((thrown as { stderr?: Buffer }).stderr);
      }
    };
    return { at, canary, outside };
  }

  test.each(sample(2, attacks))(
    cite('BOX-5', 'nothing that git would run is left: $what'),
    async ({ before, command, after, below }) => {
      const [inside, control] = [project(), project()];
      for (const { outside } of [inside, control]) outside(before ?? 'true');
      const folder = below === undefined ? inside.at : join(inside.at, below);
      const { violations } = await place.run(`cd ${folder}; export CANARY=${inside.canary}; ${command}`, { folder });
      inside.outside(after);
      const isNamed = violations.some(({ type }) => type === 'unchecked');
      expect(existsSync(inside.canary) && !isNamed).toBe(false);
      control.outside(below === undefined ? command : `cd ${below}; ${command}`);
      control.outside(after);
      expect(existsSync(control.canary)).toBe(true);
    },
  );

  test(cite(
    'BOX-5',
    'a repository outside of the project that a new .git names is not entered, though it can be written',
  ), { tags: ['all'] }, async () => {
    const { at, canary, outside } = project();
    const notes = join(place.home, 'notes');
    mkdirSync(notes);
    outside(first);
    const opening = { paths: [notes], hosts: [], refusedHosts: [] };
    const command = `cd ${notes} && git init -q evil && git -C evil config core.fsmonitor 'touch ${canary}; false' && mkdir ${at}/lib && echo "gitdir: ${notes}/evil/.git" > ${at}/lib/.git`;
    const { violations } = await place.run(command, { folder: at, opening });
    outside('cd lib && git status');
    expect(existsSync(canary)).toBe(false);
    expect(violations).toMatchObject([{ type: 'made', path: join(at, 'lib/.git') }]);
  });

  test("a program that only an editor's task starts can be changed, and checked out", async () => {
    const { at, outside } = project();
    outside(
      `${first}; mkdir .vscode src; echo '{"tasks":[{"command":"python3 \${workspaceFolder}/src/main.py"}]}' > .vscode/tasks.json; echo 1 > src/main.py; git add -A; git commit -qm y; git checkout -qb other; echo 2 > src/main.py; git commit -qam z; git checkout -q -`,
    );
    await place.run(`cd ${at} && git checkout other && echo 3 >> src/main.py`, { folder: at });
    expect(readFileSync(join(at, 'src/main.py'), 'utf8')).toBe('2\n3\n');
  });

  test(cite('BOX-5', "beyond the limits, a command's changes are restored and never removed"), {
    tags: ['all'],
  }, async () => {
    const { at, outside } = project();
    outside(`${first}; git init -q r1; git -C r1 config user.name Mei`);
    for (let n = 2; n <= 45; n++) cpSync(join(at, 'r1'), join(at, `r${n}`), { recursive: true });
    const configs = Array.from({ length: 45 }, (_, n) => join(at, `r${n + 1}/.git/config`));
    const texts = configs.map((path) => readFileSync(path, 'utf8'));
    await place.run(
      `cd ${at}; for n in $(seq 1 45); do echo "[core] fsmonitor = x" >> r$n/.git/config; echo x > r$n/.git/hooks/pre-commit; done`,
      {
        folder: at,
      },
    );
    expect(configs.map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
    expect(outside('ls r*/.git/hooks/pre-commit')).not.toMatch(/^r\d/m);
    rmSync(at, { recursive: true });
  });

  test(cite('BOX-5', 'what could not be examined is reported, and is not called safe'), async () => {
    const { at, outside } = project();
    outside(first);
    const deep = Array.from({ length: 38 }, () => 'd'.repeat(100)).join('/');
    const { violations } = await place.run(`cd ${at} && mkdir -p ${deep}/e && cd ${deep}/e && git init -q .`, {
      folder: at,
    });
    expect(violations).toEqual([{ type: 'unchecked', path: at }]);
    rmSync(at, { recursive: true });
  });

  test(cite('BOX-7', 'what appears while a command still runs is set aside then, and reported then'), async () => {
    const { at, outside } = project();
    outside(`${first}; rm -r .git/hooks`);
    const opening = { paths: [], hosts: [], refusedHosts: [] };
    const opened = await place.sandbox.open({ conversationId: 'one', folder: at, opening });
    const program = okValue(opened);
    const command = `mkdir .vscode; ${script('.vscode/tasks.json')}; ${script('.envrc')}; ${script('.git/hooks/pre-commit')}; git init -q lib; ${script('lib/.git/hooks/pre-commit')}; echo begun; cat`;
    const { file, args, env } = program.wrap(['/bin/sh', '-c', command], at);
    const child = spawn(file, args, { cwd: at, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const made = ['.vscode/tasks.json', '.envrc', 'lib/.git/hooks/pre-commit'];
    await expect.poll(() => made.filter((path) => existsSync(join(at, path)))).toEqual([]);
    expect(existsSync(join(at, '.git/hooks/pre-commit'))).toBe(false);
    const named = program.refused().map((each) => 'path' in each && relative(at, each.path));
    expect(named.sort()).toEqual(made.toSorted());
    child.stdin.end();
    await new Promise((resolve) => child.once('close', resolve));
    expect((await program.end()).filter(({ type }) => type === 'made')).toHaveLength(made.length);
  });
});
