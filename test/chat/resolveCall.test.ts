import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { processStartTime } from '../../electron/lib/processStart.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createProcessRecords } from '../../electron/stores/processRecords.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { isRunning } from '../support/isRunning.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { goneWithin } from '../support/processes.ts';
import { executionEntries, writeConversation } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

const at = '2026-01-02T03:04:07.000Z';

interface Crashed {
  id: string;
  asked: string;
  counter: string;
}

/** Two calls that add a line to a file: the first was started, the second was not. */
async function crashed(app: TestApp, more: Message[] = [], process: object = {}): Promise<Crashed> {
  const counter = path.join(app.folder, 'counter');
  const command = JSON.stringify({ command: `echo x >> ${counter}` });
  const calls = [call('a', 'run_command', command), call('b', 'run_command', command)];
  const messages = conversationOf([userMessage('count'), assistantMessage('', calls), ...more]);
  const asked = messages[1]?.id ?? '';
  const started = { v: 1, type: 'tool_started', at, messageId: asked, toolCallId: 'a', index: 0, name: 'run_command' };
  const id = await writeConversation(app, { messages, execution: [started, { ...started, ...process }] });
  const { openCalls } = await app.call('conversation.open', { conversationId: id });
  expect(openCalls.map(({ state }) => state).slice(0, 2)).toEqual(['unknown', 'not_started']);
  return { id, asked, counter };
}

/** The same, with more calls than a reply may have. */
async function crashedWithMore(app: TestApp): Promise<Omit<Crashed, 'counter'>> {
  const calls = ['a', 'b'].map((id) => call(id, 'run_command', '{"command":"echo hi"}'));
  const messages = conversationOf([userMessage('count'), assistantMessage('', calls, { callsLeftOut: true })]);
  const id = await writeConversation(app, { messages });
  await app.call('conversation.open', { conversationId: id });
  return { id, asked: messages[1]?.id ?? '' };
}

function results(app: TestApp, id: string) {
  return app.rows(id).filter((row) => row.role === 'tool');
}

test(
  cite('RESUME-4', 'skipping a call or marking it as done gives it its one result, and then the run can continue'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'I see.' }] });
    const { id, asked, counter } = await crashed(app);
    await app.call('call.resolve', { conversationId: id, messageId: asked, index: 0, choice: 'mark_done' });
    const refused = await app.client.call('run.resume', { conversationId: id });
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_RESUME' } });
    await app.call('call.resolve', { conversationId: id, messageId: asked, index: 1, choice: 'skip' });
    expect(results(app, id)).toMatchObject([
      { tool_call_id: 'a', outcome: 'ok', resolution: 'mark_done' },
      { tool_call_id: 'b', outcome: 'interrupted', resolution: 'skip' },
    ]);
    expect((await app.call('conversation.open', { conversationId: id })).openCalls).toEqual([]);
    expect(app.model.requests).toHaveLength(0);

    const from = app.events.length;
    await app.call('run.resume', { conversationId: id });
    await app.event('run.ended', undefined, from);
    const told = app.model.requests[0]?.body.messages.filter((message) => message.role === 'tool');
    expect(told?.[0]?.content).toContain('The user marked it as done');
    expect(told?.[1]?.content).toContain('The user chose to skip it');
    expectCallsAnswered(app.rows(id));
    expect(existsSync(counter)).toBe(false);
  },
);

test(
  cite('RESUME-4', 'run again asks with the exact command, runs only that call, and its result is the only one'),
  async () => {
    const app = await startTestApp();
    const { id, asked, counter } = await crashed(app);
    const from = app.events.length;
    await app.call('call.resolve', { conversationId: id, messageId: asked, index: 0, choice: 'run_again' });
    const { approval } = await app.event('call.waiting', undefined, from);
    expect(approval).toMatchObject({ messageId: asked, index: 0, preview: { type: 'command' } });
    expect(JSON.stringify(approval.preview)).toContain(counter);
    expect(existsSync(counter)).toBe(false);
    const twice = await app.client.call('call.resolve', {
      conversationId: id,
      messageId: asked,
      index: 0,
      choice: 'skip',
    });
    expect(twice).toMatchObject({ ok: false, error: { code: 'CALL_NOT_OPEN' } });
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(readFileSync(counter, 'utf8')).toBe('x\n');
    expect(results(app, id)).toMatchObject([{ tool_call_id: 'a', outcome: 'ok', resolution: 'run_again' }]);
    const told = JSON.stringify(results(app, id)[0]);
    expect(told).toContain('The user ran it again');
    // It may have been started more than twice.
    expect(told).not.toMatch(/once|second/);
    const entries = executionEntries(app, id).filter((entry) => entry.index === 0);
    expect(entries.map((entry) => entry.type)).toContain('tool_ended');
    expect(app.model.requests).toHaveLength(0);
    const shown = await app.call('conversation.open', { conversationId: id });
    expect(shown.openCalls).toMatchObject([{ messageId: asked, index: 1, state: 'not_started' }]);
    expect(shown.run).toBeNull();
  },
);

test('a second run that is denied or stopped before it starts leaves the call open', async () => {
  const app = await startTestApp();
  const { id, asked, counter } = await crashed(app);
  const open = (await app.call('conversation.open', { conversationId: id })).openCalls;
  for (const way of ['deny', 'stop'] as const) {
    const from = app.events.length;
    await app.call('call.resolve', { conversationId: id, messageId: asked, index: 1, choice: 'run_again' });
    const { approval } = await app.event('call.waiting', undefined, from);
    if (way === 'stop') await app.call('run.stop', { conversationId: id });
    else {
      const { approvalId } = approval;
      await app.call('approval.answer', { conversationId: id, approvalId, decision: 'deny' });
    }
    expect((await app.event('run.ended', undefined, from)).end).toBe('stopped');
  }
  expect(results(app, id)).toEqual([]);
  expect(existsSync(counter)).toBe(false);
  expect((await app.call('conversation.open', { conversationId: id })).openCalls).toEqual(open);
});

test(cite('RESUME-4', 'when two windows choose at once, one wins, and the call has one result'), async () => {
  const app = await startTestApp();
  const { id, asked } = await crashed(app);
  const other = app.connect();
  const choose = (client: typeof other, choice: 'skip' | 'mark_done') =>
    client.call('call.resolve', { conversationId: id, messageId: asked, index: 0, choice });
  const answers = await Promise.all([choose(app.client, 'skip'), choose(other, 'mark_done')]);
  expect(answers.map((answer) => answer.ok).toSorted()).toEqual([false, true]);
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ error: { code: 'CALL_NOT_OPEN' } });
  expect(results(app, id)).toHaveLength(1);
  const late = await choose(other, 'skip');
  expect(late).toMatchObject({ ok: false, error: { code: 'CALL_NOT_OPEN' } });
});

test('a call of an earlier turn, which the model has seen as interrupted, is not resolved', async () => {
  const app = await startTestApp();
  const later = [userMessage('again'), assistantMessage('', [call('a', 'list_files')]), toolMessage('a', 'none')];
  const { id, asked } = await crashed(app, later);
  const before = readFileSync(app.messagesFile(id), 'utf8');
  for (const index of [0, 1]) {
    const which = { conversationId: id, messageId: asked, index };
    const answer = await app.client.call('call.resolve', { ...which, choice: 'skip' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'CALL_NOT_OPEN' } });
  }
  expect(readFileSync(app.messagesFile(id), 'utf8')).toBe(before);
});

test('a message written while a call runs again is sent after it, when nothing else is open', async () => {
  const app = await startTestApp({ replies: [{ text: 'Hello.' }] });
  const { id, asked } = await crashed(app);
  await app.call('call.resolve', { conversationId: id, messageId: asked, index: 0, choice: 'skip' });
  const from = app.events.length;
  await app.call('call.resolve', { conversationId: id, messageId: asked, index: 1, choice: 'run_again' });
  const { approval } = await app.event('call.waiting', undefined, from);
  expect(await app.call('run.send', { conversationId: id, text: 'and now?' })).toMatchObject({ queued: true });
  const { approvalId } = approval;
  await app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow' });
  await app.event('message.appended', ({ message }) => message.role === 'assistant', from);
  const said = app.rows(id).filter((row) => row.role !== 'system' && row.role !== 'tool');
  expect(said.map((row) => row.content)).toEqual(['count', null, 'and now?', 'Hello.']);
});

/** A process in its own group, like a command's, that nobody has ended. */
async function leftRunning(): Promise<{ pid: number; processStartedAt: string }> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pid = child.pid ?? 0;
  onTestFinished(() => void child.kill('SIGKILL'));
  return { pid, processStartedAt: (await processStartTime(pid)) ?? '' };
}

test(
  cite('RESUME-4', 'a command that outlived the app is found by its process, is not run in parallel, and can be ended'),
  async () => {
    const app = await startTestApp();
    const left = await leftRunning();
    const { id, asked, counter } = await crashed(app, [], left);
    const shown = await app.call('conversation.open', { conversationId: id });
    expect(shown.openCalls[0]?.process).toMatchObject({ pid: left.pid });
    expect(shown.openCalls[1]?.process).toBeUndefined();
    const which = { conversationId: id, messageId: asked, index: 0 };
    const refused = await app.client.call('call.resolve', { ...which, choice: 'run_again' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'CALL_STILL_RUNNING' } });
    expect(JSON.stringify(refused)).toContain(`process ${left.pid}`);
    expect(isRunning(left.pid)).toBe(true);
    expect(results(app, id)).toEqual([]);

    const from = app.events.length;
    await app.call('call.resolve', { ...which, choice: 'run_again', endProcess: true });
    await goneWithin(left.pid, 2000);
    const { approval } = await app.event('call.waiting', undefined, from);
    expect(existsSync(counter)).toBe(false);
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(readFileSync(counter, 'utf8')).toBe('x\n');
  },
);

test('skipping a call leaves its process alone, or ends it on request', async () => {
  const app = await startTestApp();
  for (const endProcess of [false, true]) {
    const left = await leftRunning();
    const { id, asked } = await crashed(app, [], left);
    await app.call('call.resolve', { conversationId: id, messageId: asked, index: 0, choice: 'skip', endProcess });
    if (endProcess) await goneWithin(left.pid, 2000);
    else expect(isRunning(left.pid)).toBe(true);
    expect(results(app, id)).toMatchObject([{ resolution: 'skip' }]);
  }
});

test.each([
  ['has the same id and began at another time', 'another time', null],
  ['is the first of the machine', null, 1],
  ['is this app itself', null, process.pid],
])('a process that %s is neither reported nor signaled', async (_what, startedAt, pid) => {
  const app = await startTestApp();
  const left = await leftRunning();
  const named = pid ?? left.pid;
  const began = startedAt ?? (await processStartTime(named)) ?? '';
  const { id, asked } = await crashed(app, [], { pid: named, processStartedAt: began });
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown.openCalls.map(({ process }) => process)).toEqual([undefined, undefined]);
  const which = { conversationId: id, messageId: asked, index: 0 };
  await app.call('call.resolve', { ...which, choice: 'skip', endProcess: true });
  expect(isRunning(left.pid)).toBe(true);
});

test('a process that has exited since is no longer reported', async () => {
  const app = await startTestApp();
  const left = await leftRunning();
  const { id } = await crashed(app, [], left);
  process.kill(left.pid, 'SIGKILL');
  await goneWithin(left.pid, 2000);
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown.openCalls[0]).toMatchObject({ state: 'unknown' });
  expect(shown.openCalls[0]?.process).toBeUndefined();
});

test(cite(
  'RESUME-4',
  'processes left by a killed run are ended at the start, and then the call runs again immediately',
), { tags: ['all'] }, async () => {
  const place = { dataDir: path.join(tempFolder(), 'data'), folder: path.join(tempFolder(), 'project') };
  const before = await startTestApp(place);
  const records = createProcessRecords(before.dataDir, { disk: nodeDisk, clock: systemClock, log: silentLog });
  const marker = 'a'.repeat(32);
  const script = 'trap "" TERM; echo ready; while :; do sleep 600; done';
  const env = { ...process.env, THROUGHLINE_PROCESS: marker };
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const left = { pid: child.pid ?? 0, startedAt: (await processStartTime(child.pid ?? 0)) ?? '' };
  const owner = { pid: 2 ** 22 + 1, startedAt: 'before' };
  await records.add({ marker, owner, purpose: { kind: 'command', name: script }, at });
  await records.started(marker, left);
  const { id, asked } = await crashed(before, [], { pid: left.pid, processStartedAt: left.startedAt });
  await before.close();

  const app = await startTestApp(place);
  const { openCalls } = await app.call('conversation.open', { conversationId: id });
  const which = { conversationId: id, messageId: asked, index: 0 };
  await app.call('call.resolve', { ...which, choice: 'run_again' });
  expect(isRunning(left.pid)).toBe(false);
  // A view that was opened before is notified.
  if (openCalls[0]?.process) await app.event('calls.left', undefined, 0);
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown.openCalls[0]?.process).toBeUndefined();
  await app.call('run.stop', { conversationId: id });
});

test.each(['skip', 'mark_done', 'run_again', 'go on'] as const)(
  cite(['STREAM-11', 'RESUME-4'], 'omitted calls are reported with the last result, whatever it is: %s'),
  async (choice) => {
    const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'I see.' } });
    const { id, asked } = await crashedWithMore(app);
    for (const index of choice === 'go on' ? [] : [0, 1]) {
      const from = app.events.length;
      await app.call('call.resolve', { conversationId: id, messageId: asked, index, choice });
      if (choice === 'run_again') await app.event('run.ended', () => true, from);
    }
    await app.turn(id, 'go on');
    await app.turn(id, 'and on');
    for (const { body } of app.model.requests) {
      const sent = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
      expect(sent.map((content) => content.includes('The reply had more than 128 calls'))).toEqual([false, true]);
    }
    expect(app.model.requests).toHaveLength(2);
  },
);
