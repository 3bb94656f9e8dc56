// Everything started by a command ends with it, wherever it moved to.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { leftAfter, type ProcessTree, processTree } from '../support/processTree.ts';

function journalOf(app: TestApp): string[] {
  return readdirSync(path.join(app.dataDir, 'processes'));
}

/** A run whose command has started its whole tree. */
async function running(args: Record<string, unknown> = {}) {
  const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'I see.' } });
  const tree: ProcessTree = processTree(app.folder);
  app.model.push({
    calls: [{ id: 't', name: 'run_command', arguments: JSON.stringify({ command: tree.command, ...args }) }],
  });
  const id = await app.start();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const pids = await tree.pids();
  return { app, id, from, pids };
}

test(cite('LOOP-8', 'stop ends processes that left the group, their parents and their session, within 2 s'), {
  tags: ['all'],
}, async () => {
  const { app, id, pids } = await running();
  expect(journalOf(app)).toHaveLength(1);
  const stopping = app.call('run.stop', { conversationId: id });
  expect(await leftAfter(pids, 2000)).toEqual([]);
  await stopping;
  expect(journalOf(app)).toEqual([]);
  expect(app.rows(id).at(-1)).toMatchObject({ role: 'tool', outcome: 'cancelled' });
});

test('so does the time limit', { tags: ['all'] }, async () => {
  const { app, id, from, pids } = await running({ timeout_seconds: 2 });
  await app.event('message.appended', ({ message }) => message.role === 'tool', from);
  expect(await leftAfter(pids, 2000)).toEqual([]);
  expect(app.rows(id).find(({ role }) => role === 'tool')).toMatchObject({ details: { timedOut: true } });
});

test('so does closing the app', { tags: ['all'] }, async () => {
  const { app, pids } = await running();
  const closing = app.close();
  expect(await leftAfter(pids, 2000)).toEqual([]);
  await closing;
  expect(journalOf(app)).toEqual([]);
});

test(cite('AGENT-2', 'a background command and everything it started end with their conversation'), {
  tags: ['all'],
}, async () => {
  const { app, id, from, pids } = await running({ background: true });
  await app.event('run.ended', undefined, from);
  expect(await leftAfter(pids, 0)).toHaveLength(7);
  const deleting = app.call('conversation.delete', { conversationId: id });
  expect(await leftAfter(pids, 2000)).toEqual([]);
  await deleting;
  expect(await app.call('process.list', {})).toEqual({ commands: [] });
  expect(journalOf(app)).toEqual([]);
});

test(cite('AGENT-2', 'a background command continues when its run is stopped, and ends with the app'), {
  tags: ['all'],
}, async () => {
  const { app, id, from, pids } = await running({ background: true });
  await app.event('run.ended', undefined, from);
  await app.call('run.stop', { conversationId: id });
  expect(await leftAfter(pids, 0)).toHaveLength(7);
  const closing = app.close();
  expect(await leftAfter(pids, 2000)).toEqual([]);
  await closing;
});

test('killing only the started process, or its group, leaves most of them running', { tags: ['all'] }, async () => {
  const app = await startTestApp();
  const tree = processTree(app.folder);
  const child = spawn('/bin/sh', ['-c', tree.command], { cwd: app.folder, stdio: 'ignore', detached: true });
  const pids = await tree.pids();
  child.kill('SIGKILL');
  expect(await leftAfter(pids, 300)).toEqual(['child', 'grandchild', 'session', 'nohup', 'stubborn', 'daemon']);
  process.kill(-(child.pid as number), 'SIGKILL');
  expect(await leftAfter(pids, 300)).toEqual(['session', 'daemon']);
});
