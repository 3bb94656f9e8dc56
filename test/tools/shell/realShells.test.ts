// The command line parser against real shells: what it allows may start nothing but what is allowed, and write nothing.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../shared/permission/permission.ts';
import { isPlainScript } from '../../../shared/permission/plainScript.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { allowCommand, commandCall, denyCommand } from '../../support/permissionRule.ts';
import { placedCommand } from '../../support/placedCommand.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const pieces = [
  ...['ok', 'ok', 'ok a', 'ok', 'bad', 'bad x', 'a', 'x=1', 'echo ', 'echo bad', 'E', 'i'],
  ...[' ', ' ', ' ', '\n', '\t', ';', ' && ', ' || ', ' | ', ' & ', '&', '|', ';;'],
  ...[
    '"',
    "'",
    '\\',
    '#',
    ' # ',
    '""',
    "''",
    '\\\n',
    ' \\\n',
    "\\'",
    '\\"',
    '\\\\\n',
    '$',
    '~',
    '*',
    '{a,b}',
    '!',
    '! ',
  ],
  ...['$(', '`', ')', '(', '{ ', '; }', '}', '$((', '))', '${', '[[ ', ' ]]', '[ ', ' ]', "$'", '$"', '<(', '>('],
  ...[
    '<<E\n',
    "<<'E'\n",
    '<<-E\n',
    'E\n',
    '\nE\n',
    '<<<',
    '>x',
    '> x',
    '2>&1',
    '>/dev/null',
    '</dev/null',
    '&>',
    '|&',
    '>&',
  ],
  ...[
    'if ',
    'then ',
    '; fi',
    'case a in a) ',
    ' esac',
    'for i in a; do ',
    '; done',
    'while ',
    'do ',
    'time ',
    'function f',
    'f() ',
  ],
  ...['eval ', 'sh -c ', 'env ', 'command ', 'exec ', '\r', '\u00a0'],
];

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const samples = Number(process.env.THROUGHLINE_SAMPLES ?? volume({ short: 300, all: 2_000, long: 6_000 }));
/** Each is tried as `sh`. */
const otherShells = [
  '/bin/dash',
  '/bin/bash',
  '/bin/zsh',
  '/bin/ksh',
  '/bin/mksh',
  '/bin/busybox',
  '/usr/bin/yash',
].filter((shell) => existsSync(shell));
const shells = ['/bin/dash', '/bin/bash', '/bin/sh'].filter((shell) => existsSync(shell));

test.runIf(process.platform === 'linux')(
  cite(
    'APPROVE-3',
    `of ${samples} command lines made of hostile pieces, the allowed ones start and write nothing else in real shells`,
  ),
  { tags: ['all'], timeout: 120_000 },
  async () => {
    const root = tempFolder();
    const [bin, cwd, traces] = ['bin', 'cwd', 'traces'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [bin, cwd, traces]) mkdirSync(folder);
    writeFileSync(path.join(bin, 'ok'), '#!/bin/sh\nexit 0\n');
    // Anything else that is started by a name in the pieces leaves a trace.
    for (const name of ['bad', 'a', 'oka', 'okbad', 'E', 'i', 'x', 'badx', 'badok', 'f']) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\necho "$0" >> ${traces}/started\n`);
    }
    for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755);
    const rules = [allowCommand('ok')];
    const next = numbers(20_260_102);
    const allowed = new Set<string>();
    for (let count = 0; count < samples; count++) {
      const length = 2 + Math.floor(next() * 9);
      const text = `ok${Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')}`;
      const facts = commandCall(await placedCommand(text, cwd));
      if (decide({ mode: 'ask', facts, rules, folder: cwd }).action === 'allow') allowed.add(text);
    }
    const all = [...allowed];
    const wrong: string[] = [];
    // Many in one shell: a bad one is found by bisecting.
    const runOne = (shell: string, text: string): boolean => {
      spawnSync(shell, ['-c', text], { cwd, env: { PATH: bin }, stdio: 'ignore', timeout: 5_000 });
      return readdirSync(traces).length > 0 || readdirSync(cwd).length > 0;
    };
    for (const text of all) {
      for (const shell of shells) if (runOne(shell, text) && !wrong.includes(text)) wrong.push(text);
      if (wrong.length > 5) break;
      if (wrong.includes(text))
        for (const folder of [traces, cwd])
          for (const name of readdirSync(folder)) spawnSync('/bin/rm', ['-rf', path.join(folder, name)]);
    }
    console.log(`command lines that were allowed and run in ${shells.length} shells: ${all.length}`);
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(samples / 100);
  },
);

const builtins =
  'test,[,printf,printf --,wait,sleep,exit,set,echo,pwd,:,true,cd,read,unset,let,type,command test'.split(',');
const told = ['', '-v', '-p', '-t', 'x = x -a -v', "'%n'", "'%s%n' x", "'%d'", "'\\x25n'"];
const given = ["'a[$(bad)]'", 'PATH', "'a[$(bad)]' -eq 0"];

test.runIf(process.platform === 'linux')(
  cite('APPROVE-7', 'if sh is any of these shells, arguments of its builtins run nothing and change no variable'),
  { tags: ['all'], timeout: 60_000 },
  async () => {
    const root = tempFolder();
    const [bin, cwd] = [path.join(root, 'bin'), path.join(root, 'cwd')];
    for (const folder of [bin, cwd]) mkdirSync(folder);
    writeFileSync(path.join(bin, 'ok'), '#!/bin/sh\nexit 0\n');
    writeFileSync(path.join(bin, 'bad'), `#!/bin/sh\n: > ${root}/started\n`);
    for (const name of ['ok', 'bad']) chmodSync(path.join(bin, name), 0o755);
    const allowed: string[] = [];
    for (const name of builtins) {
      for (const option of told) {
        for (const value of given) {
          const text = `ok; ${name} ${option} ${value}${name === '[' ? ' ]' : ''}`;
          const facts = commandCall(await placedCommand(text, cwd));
          const { action } = decide({ mode: 'ask', facts, rules: [allowCommand('ok')], folder: cwd });
          if (action === 'allow') allowed.push(text);
        }
      }
    }
    const found: string[] = [];
    for (const [at, shell] of otherShells.entries()) {
      // It acts as a POSIX shell under this name.
      const sh = path.join(root, `${at}`, 'sh');
      mkdirSync(path.dirname(sh));
      symlinkSync(shell, sh);
      const lines = allowed.map((text) => `(${text}\n[ "$PATH" = ${bin} ] || : > ${root}/started)`);
      spawnSync(sh, ['-c', lines.join('\n')], { cwd, env: { PATH: bin }, stdio: 'ignore', timeout: 60_000 });
      if (existsSync(path.join(root, 'started'))) found.push(shell);
    }
    console.log(`shells: ${otherShells.length}; lines that are allowed in them: ${allowed.length}`);
    expect(found).toEqual([]);
    expect(allowed.length).toBeGreaterThan(50);
  },
);

const sedPieces = [
  ...[
    '/[',
    '/[^',
    '[',
    ']',
    '[^]',
    '[]',
    '[:a:]',
    '[[:',
    ':]]',
    '/',
    '/',
    '/p',
    '/d',
    '/I',
    's/',
    's|',
    's|',
    'y/',
    '|',
  ],
  ...[
    '|x|',
    '|x|',
    ';',
    ';',
    '/x/',
    'x',
    '#',
    '\\',
    '\\/',
    '\\\n',
    '\n',
    ' ',
    '1,',
    '$',
    '!',
    'g',
    ';s|]',
    'p;s|]',
    '|ab|cd|',
  ],
  ...['e touch pwned #', '/e touch pwned #', ';e touch pwned', 'w pwned', '/w pwned', ';w pwned', '\nw pwned\n'],
];

test.runIf(process.platform === 'linux')(
  cite('APPROVE-7', 'sed scripts considered harmless run nothing and write nothing in the real one'),
  () => {
    const cwd = tempFolder();
    const next = numbers(20_260_103);
    const plain = new Set<string>();
    for (let count = 0; count < samples * 20; count++) {
      const length = 3 + Math.floor(next() * 7);
      const text = Array.from({ length }, () => sedPieces[Math.floor(next() * sedPieces.length)]).join('');
      if (/pwned/.test(text) && isPlainScript('sed', text)) plain.add(text);
    }
    const written = [...plain].filter((script) => {
      spawnSync('sed', ['-n', script], { cwd, input: 'abx]/[\n', stdio: ['pipe', 'ignore', 'ignore'], timeout: 5_000 });
      const names = readdirSync(cwd);
      for (const name of names) unlinkSync(path.join(cwd, name));
      return names.length > 0;
    });
    console.log(`scripts that were taken for plain: ${plain.size}`);
    expect(written).toEqual([]);
    expect(plain.size).toBeGreaterThan(volume({ short: 1, all: 10 }));
  },
  60_000,
);

/** Each really runs `bad`, so each must be detected. */
const gitRuns = [
  "git -c alias.z='!bad' z",
  'git -c core.fsmonitor=bad status',
  'git -c diff.external=bad diff',
  'git grep -Obad foo',
  'git ls-remote --upload-pack=bad .',
  'git clone -q -u bad . sub/y',
  'git rebase -q -x bad HEAD~1',
  'git difftool -y -x bad',
  'git submodule foreach bad',
  "git config alias.z '!bad'; git z",
  'git -c protocol.ext.allow=always fetch "ext::bad"',
];

test.skipIf(process.platform === 'win32')(
  cite('APPROVE-3', `git commands that run programs ask: ${gitRuns.length} lines that do, tried with git`),
  { tags: ['all'] },
  async () => {
    const { folder, git } = gitProject({ x: 'foo\n' });
    git('commit', '--quiet', '--allow-empty', '-m', 'second');
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'inner');
    git('commit', '--quiet', '-m', 'third');
    const programs = tempFolder();
    const mark = path.join(programs, 'ran');
    writeFileSync(path.join(programs, 'bad'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    const env = { ...gitEnvironment(), PATH: `${programs}:${process.env.PATH}`, TERM: 'dumb' };
    for (const line of gitRuns) {
      writeFileSync(path.join(folder, 'x'), line.includes('rebase') ? 'foo\n' : 'foo\nbar\n');
      spawnSync('/bin/sh', ['-c', line], { cwd: folder, env });
      expect([line, existsSync(mark)]).toEqual([line, true]);
      unlinkSync(mark);
      const facts = commandCall(await placedCommand(line, folder));
      const { action } = decide({ mode: 'all', rules: [denyCommand('bad')], folder, facts });
      expect([line, action]).not.toEqual([line, 'allow']);
    }
  },
);
