// A long check of a log: reports progress in a terminal, and stops on request.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { doors } from '../../support/commandLine.ts';
import { writeLongConversation } from '../../support/longConversation.ts';
import { hasTerminal } from '../../support/pseudoTerminal.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Nobody waits for its end, and it takes no space. */
const endless = 2 ** 40;

/** In its own terminal; first prints its PID. */
function inTerminal(dataDir: string) {
  const quoted = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    `${doors}cli.js`,
    'check',
    '--data',
    dataDir,
  ]
    .map((word) => `'${word}'`)
    .join(' ');
  const child = spawn('script', ['-qefc', `echo process $$; exec ${quoted}`, '/dev/null'], { cwd: dataDir });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let told = (): void => {};
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes;
    told();
  });
  const prints = (what: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      told = () => {
        const found = what.exec(said);
        if (found) resolve(found);
      };
      told();
    });
  return { child, prints, ended: once(child, 'close') as Promise<[number]> };
}

test.runIf(hasTerminal).each([
  ['Ctrl-C', 130],
  ['SIGTERM', 143],
] as const)(
  cite(['STORE-3', 'START-6'], 'a check of an endless log reports progress, and stops with %s'),
  async (how, code) => {
    const dataDir = tempFolder();
    const { path } = writeLongConversation(dataDir, { messages: 4 });
    truncateSync(path, endless);
    const { child, prints, ended } = inTerminal(dataDir);
    const [, pid] = await prints(/process (\d+)/);
    await prints(/Checking aaaaaaaa: \d+ % of /);
    if (how === 'SIGTERM') process.kill(Number(pid), 'SIGTERM');
    else child.stdin.write('\u0003');
    expect(await ended).toEqual([code, null]);
  },
);
