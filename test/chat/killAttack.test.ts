// The program is killed at random moments, again and again, in the middle of everything it does. After each kill the
// check finds no problems, `request` shows what the next message sends, and the next start leaves no temporary file of
// the previous one. 300 kills with THROUGHLINE_TESTS=long; THROUGHLINE_SEED selects the moments.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { isTemporaryName } from '../../electron/stores/files/atomicWrite.ts';
import { cite } from '../support/cite.ts';
import { throughline } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../support/fakeReply.ts';
import { createDice } from '../support/powerLoss.ts';
import { okValue } from '../support/result.ts';
import { askFor } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { testRun, volume } from '../support/volume.ts';

const isLong = testRun === 'long';
const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const kills = Number(process.env.THROUGHLINE_KILLS ?? volume({ short: 3, all: 4, long: 300 }));
/** Checks the data with the command line after this many kills. */
const killsPerCheck = isLong ? 10 : 3;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The calls for each word of the attacked program; a result is answered with text. */
const asked: Record<string, readonly [name: string, args: unknown][]> = {
  parallel: [
    ['read_file', { path: 'notes.md' }],
    ['read_file', { path: 'notes.md' }],
    ['list_files', { path: '.' }],
    ['run_command', { command: 'sleep 0.05; echo done' }],
    ['run_command', { command: 'echo again' }],
  ],
  large: [['run_command', { command: 'for n in 1 2 3 4 5; do seq 1 20000; sleep 0.05; done' }]],
  background: [['run_command', { command: 'while :; do seq 1 2000; sleep 0.05; done', background: true }]],
  agent: [['run_agent', { task: 'parallel work' }]],
  ask: [['run_command', { command: 'echo never' }]],
  edit: [
    ['write_file', { path: 'made.txt', content: 'one\ntwo\n' }],
    ['edit_file', { path: 'made.txt', old_text: 'two', new_text: 'three' }],
  ],
};

function answer({ messages }: RequestBody): Reply {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: ['Done ', 'with ', 'all of it.'] };
  const said = JSON.stringify(last?.content);
  const word = Object.keys(asked).find((each) => said.includes(`${each} `));
  const calls = (word && asked[word]) || [];
  if (calls.length === 0) return { text: ['A plain ', 'answer.'] };
  return { calls: calls.map(([name, args], n) => askFor(`c${messages.length}_${n}`, name, args)) };
}

/** The most recently written conversations, including the one the kill interrupted. */
function lastWritten(dataDir: string, most: number): string[] {
  const names = readdirSync(dataDir, { recursive: true }) as string[];
  const logs = names.filter((name) => name.endsWith('/messages.json') && !name.includes('.copying/'));
  const byTime = logs.map((name) => ({ name, at: statSync(join(dataDir, name)).mtimeMs })).sort((a, b) => b.at - a.at);
  return byTime.slice(0, most).map(({ name }) => basename(dirname(name)));
}

/** Unfinished files of a write, changed before that moment. */
function temporaryFiles(dataDir: string, before: number): string[] {
  const names = readdirSync(dataDir, { recursive: true }) as string[];
  return names.filter((name) => {
    if (!isTemporaryName(name)) return false;
    const stats = statSync(join(dataDir, name), { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs < before;
  });
}

test(cite(
  ['STORE-2', 'STORE-4', 'SEQ-1', 'SEQ-10', 'RESUME-4'],
  'after kills at random moments the check finds nothing wrong, the preview is sent, and no temporary file is left',
), { tags: ['all'], timeout: isLong ? 1_800_000 : 120_000 }, async () => {
  const dice = createDice(seed);
  const model = await startFakeModelServer({ otherwise: answer, window: 100_000_000 });
  const dataDir = join(tempFolder(), 'data');
  const folder = join(tempFolder(), 'project');
  const cache = tempFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes.md'), 'What was noted.\n');
  const did: Record<string, number> = {};
  const notes: Record<string, number> = {};
  let killed = 0;
  let compared = 0;
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };

  /** As `request` and then `run --resume` do, each in its own process. */
  async function sendsWhatIsShown(): Promise<void> {
    const begin = () => createCore({ dataDir, env, log: silentLog, person: false });
    const ids = lastWritten(dataDir, 3);
    const looking = begin();
    const shown = new Map<string, string>();
    for (const id of ids) shown.set(id, JSON.stringify(okValue(await looking.previewRequest(id, 'Go on.'))));
    await looking.close();
    const sending = begin();
    for (const [id, body] of shown) {
      const from = model.requests.length;
      await okValue(await sending.chat.send(id, 'Go on.')).ended;
      expect([killed, model.requests[from]?.text]).toEqual([killed, body]);
      compared++;
    }
    await sending.close();
  }

  /** As a user sees it. */
  async function checkedByCommand(): Promise<void> {
    const { code, stdout, stderr } = await throughline(['check', '--data', dataDir]);
    expect([killed, code, code === 0 ? '' : stdout + stderr]).toEqual([killed, 0, '']);
  }

  const figures = (): string =>
    `${killed} kills (seed ${seed}), ${compared} requests sent as they were shown, ` +
    `after ${JSON.stringify(did)}; notes of the check: ${JSON.stringify(notes)}`;

  function start(...more: string[]) {
    const args = ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs'];
    const given = [dataDir, folder, model.url, String(dice(1_000_000)), ...more];
    const child = spawn(process.execPath, [...args, './test/support/attackedRun.ts', ...given], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString('utf8').split('\n').filter(Boolean)));
    const closed = once(child, 'close') as Promise<[number | null, string | null]>;
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    /** Waits for this many lines: its progress, however slow the machine is. */
    async function said(count: number): Promise<void> {
      while (lines.length < count && !isClosed) await Promise.race([once(child.stdout, 'data'), closed]);
    }
    return { child, lines, closed, said };
  }

  while (killed < kills || compared === 0) {
    const { child, lines, closed, said } = start();
    await said(1 + dice(8));
    await new Promise((resolve) => setTimeout(resolve, dice(150)));
    child.kill('SIGKILL');
    const [, signal] = await closed;
    expect(signal).toBe('SIGKILL');
    killed++;
    for (const word of lines) did[word] = (did[word] ?? 0) + 1;
    const report = await checkData(dataDir, null, { repair: false });
    expect([killed, report.problems]).toEqual([killed, []]);
    if (killed % killsPerCheck === 0) await checkedByCommand();
    for (const { what } of report.notes) {
      const kind = what.split(' ').slice(0, 4).join(' ');
      notes[kind] = (notes[kind] ?? 0) + 1;
    }
    // After the other steps, the attacked program itself continues.
    if (killed % 2 === 0) await sendsWhatIsShown();
    if (isLong && killed % 10 === 0) console.log(figures());
  }
  const begins = Date.now();
  const last = start('end');
  const [code] = await last.closed;
  expect([code, last.lines]).toEqual([0, ['begun']]);
  expect(temporaryFiles(dataDir, begins)).toEqual([]);
  expect((await checkData(dataDir, null, { repair: false })).problems).toEqual([]);
  await checkedByCommand();
  console.log(figures());
  expect(compared).toBeGreaterThan(0);
  await model.close();
});
