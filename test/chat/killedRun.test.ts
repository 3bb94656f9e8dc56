// A run with side effects, killed with SIGKILL at its steps, then continued in another process: each call adds a line
// to its own file, so that nothing can run twice unnoticed. The steps are spread over the run; all of them with
// THROUGHLINE_TESTS=long.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../support/fakeReply.ts';
import { conversationFolder } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { testRun } from '../support/volume.ts';

const isLong = testRun === 'long';
const fewSteps = 6;
const root = fileURLToPath(new URL('../../', import.meta.url));
const calls = [0, 1, 2];

/** Makes three calls, each of which adds a line to a file; then finishes. */
function script({ messages }: RequestBody): Reply {
  if (messages.some((message) => message.role === 'tool')) return { text: ['All ', 'done.'] };
  return {
    calls: calls.map((n) => ({
      id: `count_${n}`,
      name: 'run_command',
      arguments: JSON.stringify({ command: `echo x >> counter-${n}` }),
    })),
  };
}

interface Place {
  dataDir: string;
  folder: string;
}

/** Runs until it is killed or ends; returns the number of steps. */
async function runUntil({ dataDir, folder }: Place, model: FakeModelServer, step: number, cache: string) {
  const args = ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs'];
  const child = spawn(
    process.execPath,
    [...args, './test/support/killedRun.ts', dataDir, folder, model.url, String(step)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE: cache } },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [, signal] = await once(child, 'close');
  const [id = '', end = ''] = said.split('\n');
  const [, steps = '0'] = end.split(' ');
  return { id, killed: signal === 'SIGKILL', steps: Number(steps) };
}

function place(): Place {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  return { dataDir: path.join(tempFolder(), 'data'), folder };
}

function count({ folder }: Place, n: number): number {
  const file = path.join(folder, `counter-${n}`);
  return existsSync(file) ? readFileSync(file, 'utf8').length / 2 : 0;
}

function stored(app: TestApp, id: string): Message[] {
  return existsSync(path.join(conversationFolder(app.dataDir, id), 'messages.json')) ? app.rows(id) : [];
}

/** Resolves the open calls, every other one by running it again, and continues; returns which were run again. */
async function goOn(app: TestApp, id: string, here: Place, even: boolean): Promise<Set<number>> {
  const { messages, openCalls } = await app.call('conversation.open', { conversationId: id });
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    // A stored result comes from the one time the call ran.
    expect([message.tool_call_id, count(here, Number(message.tool_call_id.slice(-1)))]).toEqual([
      message.tool_call_id,
      1,
    ]);
  }
  for (const { index, state } of openCalls) {
    if (state === 'not_started') expect([index, count(here, index)]).toEqual([index, 0]);
  }
  const again = new Set<number>();
  for (const [at, { messageId, index }] of openCalls.entries()) {
    const runs = (at % 2 === 0) === even;
    if (runs) again.add(index);
    const from = app.events.length;
    const choice = runs ? 'run_again' : at % 3 === 0 ? 'mark_done' : 'skip';
    await app.call('call.resolve', { conversationId: id, messageId, index, choice });
    if (runs) await app.event('run.ended', undefined, from);
  }
  const from = app.events.length;
  const resumed = await app.client.call('run.resume', { conversationId: id });
  if (resumed.ok) expect((await app.event('run.ended', undefined, from)).end).toBe('done');
  else expect(resumed.error.code).toBe('NOTHING_TO_RESUME');
  return again;
}

test(cite(
  ['LOOP-15', 'RESUME-4'],
  "a run killed at any step never repeats a call without the user's choice, and reports it truthfully",
), { tags: ['all'], timeout: isLong ? 900_000 : 120_000 }, async () => {
  const model = await startFakeModelServer({ otherwise: script });
  const cache = process.env.NODE_COMPILE_CACHE ?? tempFolder();
  const whole = await runUntil(place(), model, 0, cache);
  expect(whole.steps).toBeGreaterThan(40);
  const every = isLong ? 1 : Math.ceil(whole.steps / fewSteps);
  const steps = Array.from({ length: whole.steps }, (_, at) => at + 1).filter((step) => step % every === 0);
  const states = { nothing: 0, question: 0, open: 0, unknown: 0, results: 0, answered: 0 };
  let kills = 0;

  async function killAndGoOn(step: number): Promise<void> {
    const here = place();
    const { id, killed } = await runUntil(here, model, step, cache);
    if (!killed) return;
    kills++;
    const app = await startTestApp({ ...here, model, settings: { approvalMode: 'all' } });
    const before = stored(app, id);
    const { openCalls } = await app.call('conversation.open', { conversationId: id });
    const last = before.at(-1)?.role;
    if (before.length === 0) states.nothing++;
    else if (openCalls.length > 0) states.open++;
    else if (last === 'tool') states.results++;
    else if (last === 'assistant') states.answered++;
    else states.question++;
    if (openCalls.some(({ state }) => state === 'unknown')) states.unknown++;
    const again = await goOn(app, id, here, step % 2 === 0);
    const rows = stored(app, id);
    expectCallsAnswered(rows);
    const asked = rows.some((row) => row.role === 'assistant' && row.tool_calls !== undefined);
    for (const n of calls) {
      const times = count(here, n);
      expect([step, n, times <= (again.has(n) ? 2 : 1)]).toEqual([step, n, true]);
      if (again.has(n)) expect([step, n, times >= 1]).toEqual([step, n, true]);
    }
    if (rows.some((row) => row.role === 'user'))
      expect([step, asked, rows.at(-1)?.content]).toEqual([step, true, 'All done.']);
    await app.close();
  }

  const waiting = [...steps];
  await Promise.all(
    [0, 1].map(async () => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await killAndGoOn(step);
    }),
  );
  console.log(`${kills} kills at ${whole.steps} steps; found then: ${JSON.stringify(states)}`);
  expect(kills).toBeGreaterThan(steps.length * 0.8);
  expect(states.open).toBeGreaterThan(0);
  if (isLong) expect(states.unknown).toBeGreaterThan(0);
  await model.close();
});
