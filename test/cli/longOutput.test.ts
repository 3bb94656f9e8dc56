// Printing or writing a whole conversation reports progress, and ends when it is stopped or nobody reads anymore.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chainOf } from '../../shared/conversation/chain.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { compileCache, doors, throughline } from '../support/commandLine.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { countedThroughline } from '../support/measuredProgram.ts';
import { hasTerminal } from '../support/pseudoTerminal.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { maxStepsInOnePiece } from '../support/turns.ts';

const longConversation = (messages = 6_000) => writeLongConversation(tempFolder(), { messages, textLength: 3_000 });

/** The command line as a shell command. */
const words = (dataDir: string, ...args: readonly string[]) =>
  [process.execPath, '--disable-warning=ExperimentalWarning', `${doors}cli.js`, ...args, '--data', dataDir]
    .map((word) => `'${word}'`)
    .join(' ');

/** Runs a shell command in a real terminal; types Ctrl-C when it prints `stopAt`. */
async function inTerminal(line: string, stopAt?: string): Promise<{ said: string; code: number }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH, HOME, TERM: 'dumb', ...compileCache },
    cwd: tempFolder(),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let stopped = false;
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    if (stopAt === undefined || stopped || !said.includes(stopAt)) return;
    stopped = true;
    child.stdin.write('\x03');
  });
  const [code] = (await once(child, 'close')) as [number];
  return { said, code };
}

/** The texts of an overwritten line in order; the last one stays. */
const overwritten = (said: string) => said.split('\r\x1b[K').map((text) => text.replaceAll('^C', '').trim());

test.skipIf(!hasTerminal)(
  cite('PERF-10', 'in a terminal an export reports progress, and the line disappears when it is done'),
  { tags: ['all'] },
  async () => {
    const { dataDir } = longConversation();
    const file = join(tempFolder(), 'out.json');
    const { said, code } = await inTerminal(words(dataDir, 'export', 'aaaaaaaa', '--to', 'json', '--out', file));
    expect(code).toBe(0);
    const lines = overwritten(said);
    expect(lines).toContainEqual(expect.stringMatching(/^Scanning 19 MB: \d+ %$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Written: [\d.]+ MB$/));
    expect(lines.at(-1)).toBe(`Written to ${file}.`);
    const chain = join(tempFolder(), 'chain');
    const printed = await inTerminal(`${words(dataDir, 'chain', 'aaaaaaaa', '--json')} > '${chain}'`);
    expect(printed.code).toBe(0);
    expect(overwritten(printed.said)).toContainEqual(expect.stringMatching(/^Scanning 19 MB: \d+ %$/));
    expect(overwritten(printed.said).at(-1)).toBe('');
    expect(readFileSync(chain, 'utf8').endsWith('}]\n')).toBe(true);
  },
);

test.skipIf(!hasTerminal)(
  cite(
    'PERF-10',
    'Ctrl-C ends an export or a chain while the log is scanned and while it is written, and leaves no file',
  ),
  { tags: ['all'] },
  async () => {
    // So long that even a busy machine types before its end.
    const { dataDir } = longConversation(24_000);
    const folder = tempFolder();
    const file = join(folder, 'out.md');
    const chain = join(tempFolder(), 'chain');
    for (const [line, at] of [
      [words(dataDir, 'export', 'aaaaaaaa', '--to', 'markdown', '--out', file), 'Scanning'],
      [words(dataDir, 'export', 'aaaaaaaa', '--to', 'markdown', '--out', file), 'Written: '],
      [`${words(dataDir, 'chain', 'aaaaaaaa')} > '${chain}'`, 'Scanning'],
    ] as const) {
      const { said, code } = await inTerminal(line, at);
      expect(code).toBe(130);
      expect(overwritten(said).at(-1)).toBe(line.includes('export') ? `Stopped. ${file} was not written.` : '');
      expect(readdirSync(folder)).toEqual([]);
    }
    expect(readFileSync(chain, 'utf8')).toBe('');
  },
);

test(cite('PERF-10', 'an export or a chain ends silently when its output is closed'), {
  tags: ['all'],
}, async () => {
  const { dataDir } = longConversation();
  for (const args of [
    ['export', 'aaaaaaaa', '--to', 'json'],
    ['export', 'aaaaaaaa', '--to', 'markdown'],
    ['chain', 'aaaaaaaa'],
  ]) {
    const child = spawn('bash', ['-c', `${words(dataDir, ...args)} | head -c 10 > /dev/null; exit \${PIPESTATUS[0]}`]);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    const [code] = (await once(child, 'close')) as [number];
    expect([said, code]).toEqual(['', 130]);
  }
});

test(cite('PERF-10', 'an export waiting for its reader is ended by Ctrl-C'), { tags: ['all'] }, async () => {
  const { dataDir } = longConversation();
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    `${doors}cli.js`,
    ...['export', 'aaaaaaaa', '--to', 'json', '--data', dataDir],
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(130);
});

test(cite(
  'PERF-5',
  'the chain is printed as it is paired, without progress on a standard error that is not a terminal',
), { tags: ['all'] }, async () => {
  const long = longConversation();
  const expected = chainOf(JSON.parse(readFileSync(long.path, 'utf8')) as Message[]);
  const { stdout, stderr, code } = await throughline(['chain', 'aaaaaaaa', '--json', '--data', long.dataDir]);
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout === `${JSON.stringify(expected)}\n`).toBe(true);
});

test(cite('PERF-5', 'the chain of 64 MB takes little more memory than an empty one, and blocks nothing'), {
  tags: ['all'],
}, () => {
  const dataDir = tempFolder();
  writeLongConversation(dataDir, { messages: 4, conversationId: 'e'.repeat(26) });
  writeLongConversation(dataDir, { messages: 4_000, textLength: 16_000 });
  const [empty, large] = ['eeeeeeee', 'aaaaaaaa'].map((id) =>
    countedThroughline(dataDir, ['chain', id, '--data', dataDir]),
  );
  expect([empty?.code, large?.code]).toEqual([0, 0]);
  expect((large?.megabytes ?? 0) - (empty?.megabytes ?? 0)).toBeLessThan(64);
  expect(large?.longest).toBeLessThanOrEqual(maxStepsInOnePiece);
  expect(large?.steps).toBeGreaterThan(4_000);
});
