// A compare killed with SIGKILL at steps from the message to the choice of an answer, then completed in another process.
// All steps with THROUGHLINE_TESTS=long.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../../support/fakeReply.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { conversationFolder } from '../../support/storedConversation.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { testRun } from '../../support/volume.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isLong = testRun === 'long';
const fewSteps = testRun === 'short' ? 3 : 6;

/** Adds a line to a file, so that nothing can run twice unnoticed. */
function script({ model, messages }: RequestBody): Reply {
  const question = messages.findLastIndex(({ content }) => JSON.stringify(content ?? '').includes('write it'));
  const isDone = messages.slice(question).some(({ role }) => role === 'tool');
  if (question < 0 || isDone) return { text: ['I am ', `${model}.`] };
  return {
    calls: [
      { id: `c_${model}`, name: 'run_command', arguments: JSON.stringify({ command: `echo ${model} >> b.txt` }) },
    ],
  };
}

async function runUntil(dataDir: string, folder: string, model: FakeModelServer, step: number, cache: string) {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs'];
  const child = spawn(
    process.execPath,
    [...flags, './test/support/killedCompare.ts', dataDir, folder, model.url, String(step)],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...gitEnvironment(), NODE_COMPILE_CACHE: cache },
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const [, signal] = await once(child, 'close');
  const [id = '', end = ''] = output.split('\n');
  const [hasChanges = '', steps = '0'] = end.split(' ');
  return { id, killed: signal === 'SIGKILL', hasChanges, steps: Number(steps) };
}

/** Decides about interrupted calls and continues every answer, as the user would. */
async function complete(app: TestApp, named: { conversationId: string; compareId: string }): Promise<void> {
  const look = async () => (await app.call('compare.look', named)).contestants;
  for (const { conversationId, exists, state } of await look()) {
    expect(state).not.toBe('running');
    if (state === 'done') continue;
    const open = exists ? await app.call('conversation.open', { conversationId }) : null;
    for (const { messageId, index } of open?.openCalls ?? []) {
      await app.call('call.resolve', { conversationId, messageId, index, choice: 'skip' });
    }
    await app.call('compare.resume', { ...named, contestantId: conversationId });
  }
  await expect
    .poll(async () => (await look()).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['done', 'done']);
}

test(cite('AGENT-5', 'killed at any step, the message is kept, no call repeats, and the compare can be completed'), {
  timeout: isLong ? 3_600_000 : 300_000,
}, async () => {
  const model = await startFakeModelServer({ window: 10_000_000, otherwise: script });
  onTestFinished(() => model.close());
  const cache = process.env.NODE_COMPILE_CACHE ?? tempFolder();
  const whole = await runUntil(path.join(tempFolder(), 'data'), gitProject().folder, model, 0, cache);
  expect(whole.hasChanges).toBe('true');
  expect(whole.steps).toBeGreaterThan(100);
  const every = isLong ? 1 : Math.floor(whole.steps / fewSteps);
  const states = { nothing: 0, message: 0, compare: 0, adopted: 0 };
  for (let step = 1 + Math.floor(every / 2); step <= whole.steps; step += every) {
    const { folder } = gitProject();
    const dataDir = path.join(tempFolder(), 'data');
    const { id, killed } = await runUntil(dataDir, folder, model, step, cache);
    if (!killed) continue;
    const app = await startTestApp({
      folder,
      dataDir,
      model,
      env: gitEnvironment(),
      settings: { approvalMode: 'all' },
    });
    const stored = existsSync(path.join(conversationFolder(dataDir, id), 'messages.json'));
    const before = stored ? await app.call('conversation.open', { conversationId: id }) : null;
    const compare = before?.compares?.[0];
    if (!compare) states[before?.messages.length ? 'message' : 'nothing']++;
    else states[compare.adopted ? 'adopted' : 'compare']++;
    if (compare) {
      const named = { conversationId: id, compareId: compare.id };
      if (!compare.adopted) await complete(app, named);
      const chosen = compare.contestants[0]?.conversationId ?? '';
      expect(await app.call('compare.adopt', { ...named, contestantId: chosen })).toMatchObject({});
      const { forks } = await app.call('conversation.forks', { conversationId: id });
      expect(forks.map(({ branches }) => branches.length)).toEqual([2]);
      const { worktree, messages } = await app.call('conversation.open', { conversationId: id });
      expect(JSON.stringify(messages)).toContain('I am alpha.');
      const file = path.join(worktree?.path ?? '', 'b.txt');
      expect(existsSync(file) ? readFileSync(file, 'utf8') : 'alpha\n').toBe('alpha\n');
    }
    // The next request is valid: the server refuses one that is not.
    if (stored) expect([step, await app.turn(id, 'and now?')]).toEqual([step, 'done']);
    await app.close();
  }
  if (testRun !== 'short') expect(states.compare).toBeGreaterThan(0);
});
