// The command line alongside an open app, on the same data.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { type Started, startThroughline, throughline } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { isRunning } from '../support/isRunning.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { askFor } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const at = (app: TestApp) => ['--project', app.folder, '--data', app.dataDir];
const environment = (url: string) => ({
  OPENAI_BASE_URL: url,
  OPENAI_API_KEY: 'sk-test-0123456789abcdef',
  OPENAI_MODEL: 'fake-model',
});
const soon = { interval: 20 };

test(cite(
  ['START-5', 'STORE-12'],
  'what the command line adds to a conversation appears in its open view and in the list',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise: { text: 'from the app' } });
  const id = await app.start();
  await app.turn(id, 'one');
  const model = await startFakeModelServer({ otherwise: { text: 'from the command line' } });
  const run = (more: string[]) => throughline(['run', ...more, ...at(app), '--output', 'json'], environment(model.url));
  const from = app.events.length;
  expect(await run(['-p', 'two', '--resume', id])).toMatchObject({ code: 0 });
  const added = () =>
    app.events.slice(from).flatMap(({ event }) => (event.type === 'message.appended' ? [event.message.content] : []));
  await expect.poll(added, soon).toEqual(['two', 'from the command line']);
  const snapshot = await app.call('conversation.open', { conversationId: id });
  expect(snapshot.messages).toEqual(app.rows(id));
  const counts = () =>
    app.events
      .slice(from)
      .flatMap(({ event }) => (event.type === 'conversation.listed' && event.row.id === id ? [event.row] : []));
  await expect.poll(() => counts().at(-1)?.messageCount, soon).toBe(app.rows(id).length);

  const made = JSON.parse((await run(['-p', 'quite another thing'])).stdout).conversationId as string;
  const listed = () => app.events.flatMap(({ event }) => (event.type === 'conversation.listed' ? [event.row.id] : []));
  await expect.poll(listed, soon).toContain(made);
  expect(await app.turn(id, 'three')).toBe('done');
  const said = app.model.requests.at(-1)?.body.messages.map((message) => message.content);
  expect(said?.slice(-3)).toEqual(['two', 'from the command line', 'three']);
  await model.close();
});

test(cite('STORE-12', 'while the command line runs a conversation the app says who has it, and stores nothing'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'from the app' } });
  const id = await app.start();
  await app.turn(id, 'one');
  const gate = path.join(app.folder, 'gate');
  const command = `echo started; while [ ! -e '${gate}' ]; do sleep 0.05; done`;
  const model = await startFakeModelServer({
    replies: [{ calls: [askFor('slow', 'run_command', { command })] }, { text: 'done' }],
  });
  const run = startThroughline(
    ['run', '-p', 'slow', '--resume', id, ...at(app), '--approve', 'all', '--output', 'stream-json'],
    environment(model.url),
  );
  await run.prints('"text":"started');
  const before = app.rows(id);
  const answer = await app.client.call('run.send', { conversationId: id, text: 'two' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  expect(answer.ok ? '' : answer.error.message).toContain(String(run.child.pid));
  expect(app.rows(id)).toEqual(before);
  expect(app.model.requests).toHaveLength(1);
  expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({ run: null, queue: [] });
  writeFileSync(gate, '');
  expect(await run.finished).toMatchObject({ code: 0 });
  expect(await app.turn(id, 'three')).toBe('done');
  expectCallsAnswered(app.rows(id));
  expect(JSON.stringify(app.rows(id))).not.toContain('"two"');
  await model.close();
});

const readers = [
  { name: 'while a command prints on', command: 'echo started; while :; do sleep 0.1; echo more; done' },
];

test.each(sample(1, readers))(
  '$name: closing the output ends the run cleanly, with no stack trace, no process, and every call answered',
  async ({ command }) => {
    const root = tempFolder();
    const pidFile = path.join(root, 'pid');
    const model = await startFakeModelServer({
      replies: [{ calls: [askFor('s', 'run_command', { command: `echo $$ > '${pidFile}'; ${command}` })] }],
      otherwise: { text: 'ok' },
    });
    const data = path.join(root, 'data');
    const run = startThroughline(
      ['run', '-p', 'sleep', '--project', root, '--data', data, '--approve', 'all', '--output', 'stream-json'],
      environment(model.url),
    );
    await run.prints('"text":"started');
    const { conversationId } = JSON.parse(run.said().split('\n')[0] ?? '');
    const pid = await numberIn(pidFile);
    expect(isRunning(pid)).toBe(true);
    run.child.stdout?.destroy();
    await goneWithin(pid, 3000);
    await expectCleanEnd(run, data, conversationId);
    await model.close();
  },
);

test('a reader that takes only the first line leaves a conversation in which every call is answered', {
  tags: ['all'],
}, async () => {
  const root = tempFolder();
  const pidFile = path.join(root, 'pid');
  const model = await startFakeModelServer({
    replies: [{ calls: [askFor('s', 'run_command', { command: `echo $$ > '${pidFile}'; sleep 600` })] }],
    otherwise: { text: 'ok' },
  });
  const data = path.join(root, 'data');
  const run = startThroughline(
    ['run', '-p', 'sleep', '--project', root, '--data', data, '--approve', 'all', '--output', 'stream-json'],
    environment(model.url),
  );
  await run.prints('\n{');
  const first = run
    .said()
    .split('\n')
    .find((line) => line.startsWith('{'));
  const { conversationId } = JSON.parse(first ?? '');
  run.child.stdout?.destroy();
  await expectCleanEnd(run, data, conversationId);
  if (existsSync(pidFile)) await goneWithin(await numberIn(pidFile), 1000);
  await model.close();
});

/** The process has exited on its own within 3 s without a stack trace; the log is complete. */
async function expectCleanEnd(run: Started, data: string, conversationId: string): Promise<void> {
  await expect.poll(() => run.child.exitCode ?? run.child.signalCode).not.toBeNull();
  const { stderr } = await run.finished;
  expect(stderr).not.toMatch(/^\s+at |EPIPE|node:|went wrong/m);
  const shown = await commandHere(['show', conversationId, '--json', '--data', data]);
  const rows = JSON.parse(shown.stdout).messages as Message[];
  expectCallsAnswered(rows);
  for (const row of rows) if (row.role === 'tool') expect(row.outcome).toBe('cancelled');
}
