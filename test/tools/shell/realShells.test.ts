// The reading of command lines against real shells: what it allows may start nothing but what is allowed, and write nothing.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCommandReader } from '../../../electron/tools/shell/commandFacts.ts';
import { decide } from '../../../shared/permission.ts';
import { cite } from '../../support/cite.ts';
import { allowCommand, commandCall } from '../../support/permissionRule.ts';
import { tempFolder } from '../../support/tempFolder.ts';

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

const samples = Number(process.env.THROUGHLINE_SAMPLES ?? 6_000);
const shells = ['/bin/dash', '/bin/bash', '/bin/sh'].filter((shell) => existsSync(shell));

test.runIf(process.platform === 'linux')(
  cite(
    'APPROVE-3',
    `of ${samples} command lines made of hostile pieces, those that are allowed start and write nothing else in real shells`,
  ),
  async () => {
    const root = tempFolder();
    const [bin, cwd, traces] = ['bin', 'cwd', 'traces'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [bin, cwd, traces]) mkdirSync(folder);
    writeFileSync(path.join(bin, 'ok'), '#!/bin/sh\nexit 0\n');
    // A trace for whatever else is started by any name that the pieces make.
    for (const name of ['bad', 'a', 'oka', 'okbad', 'E', 'i', 'x', 'badx', 'badok', 'f']) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\necho "$0" >> ${traces}/started\n`);
    }
    for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755);
    const read = createCommandReader('linux');
    const rules = [allowCommand('ok')];
    const next = numbers(20_260_102);
    const allowed = new Set<string>();
    for (let count = 0; count < samples; count++) {
      const length = 2 + Math.floor(next() * 9);
      const text = `ok${Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')}`;
      const facts = commandCall(await read(text));
      if (decide({ mode: 'ask', facts, rules, folder: cwd }).action === 'allow') allowed.add(text);
    }
    const all = [...allowed];
    const wrong: string[] = [];
    // Many in one shell: a bad one is found by looking closer.
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
  120_000,
);
