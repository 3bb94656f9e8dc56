// Schedules from the command line, with real runs against a model server.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ScheduleList } from '../../../shared/features/schedules/methods.ts';
import type { HistoryEntry } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type Options = Parameters<typeof startFakeModelServer>[0];

async function place(options: Options = { otherwise: { text: 'Good.' } }) {
  const model = await startFakeModelServer({ window: 10_000_000, ...options });
  const [dataDir, folder] = [path.join(tempFolder(), 'data'), path.join(tempFolder(), 'project')];
  writeTree(folder, { 'a.txt': 'one\n' });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
  const run = (...args: string[]) => commandHere([...args, '--data', dataDir, '--project', folder], env);
  const history = async (name: string) =>
    JSON.parse((await run('schedule', 'history', name, '--json')).stdout) as HistoryEntry[];
  return { run, history, model, dataDir, folder };
}

test(cite('SCHED-1', 'a schedule is added, listed, run, paused and removed from the command line'), async () => {
  const { run, history, model, dataDir } = await place();
  const added = await run('schedule', 'add', '--name', 'Greet', '-p', 'Say hello', '--at', 'every weekday at 9');
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('Runs every weekday at 09:00 (UTC).') });
  const id = added.stdout.trim();
  const listed = JSON.parse((await run('schedule', '--json')).stdout) as ScheduleList;
  expect(listed).toMatchObject({ runner: 'none', schedules: [{ id, isRunning: false, last: null }] });
  expect(await run('schedule', 'run', 'Greet')).toMatchObject({ code: 0, stdout: expect.stringContaining('done') });
  const [entry] = await history('Greet');
  expect(entry).toMatchObject({ type: 'run', end: 'done', cause: { type: 'user' } });
  const conversation = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
  expect((await run('show', conversation)).stdout).toContain('Good.');
  expect(JSON.stringify(model.requests[0]?.body)).toContain('Say hello');
  expect(await run('schedule', 'pause', id)).toMatchObject({ code: 0, stderr: 'Paused.\n' });
  expect((await run('schedule')).stdout).toContain('paused');
  expect(await run('schedule', 'edit', id, '--at', 'every hour')).toMatchObject({ code: 0 });
  expect((await run('schedule', 'show', id)).stdout).toContain('Runs every hour (UTC).');
  expect(await run('schedule', 'remove', id)).toMatchObject({ code: 1 });
  expect(await run('schedule', 'remove', id, '--yes')).toMatchObject({ code: 0 });
  expect(existsSync(path.join(dataDir, 'schedules', `${id}.json`))).toBe(false);
});

test(cite('SCHED-1', 'wrong usage is one line and creates nothing'), async () => {
  const { run, dataDir } = await place();
  for (const args of [
    ['away'],
    ['add', '--name', 'a', '-p', 'b'],
    ['add', '--name', 'a', '-p', 'b', '--at', 'soon'],
    ['add', '--name', 'a', '-p', 'b', '--at', 'daily', '--on-webhook'],
    ['add', '--name', 'a', '-p', 'b', '--at', 'daily', '--zone', 'Mars/Olympus'],
    ['add', '-p', 'b', '--at', 'daily'],
  ]) {
    expect(await run('schedule', ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^[^\n]+\n$/) });
  }
  expect(await run('schedule', 'show', 'nobody')).toMatchObject({ code: 1 });
  expect(existsSync(path.join(dataDir, 'schedules'))).toBe(false);
});

test(
  cite('SCHED-3', 'a call that the mode does not allow stays open, and the user continues the conversation'),
  async () => {
    const { run, history, folder } = await place({
      replies: [{ calls: [{ name: 'write_file', arguments: JSON.stringify({ path: 'b.txt', content: 'two' }) }] }],
      otherwise: { text: 'Written.' },
    });
    await run('schedule', 'add', '--name', 'Write', '-p', 'Write', '--at', 'daily', '--approve', 'read');
    const ran = await run('schedule', 'run', 'Write');
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('waits for you') });
    expect(existsSync(path.join(folder, 'b.txt'))).toBe(false);
    const [entry] = await history('Write');
    const conversation = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
    const waits = await run('run', '--resume', conversation);
    expect(waits.stderr).toContain('write_file');
    expect(existsSync(path.join(folder, 'b.txt'))).toBe(false);
  },
);

test(cite('SCHED-3', 'an agent whose call needs the user ends with the run, and its call stays open'), async () => {
  const { run, history, model, dataDir, folder } = await place({
    replies: [
      { calls: [{ name: 'run_agent', arguments: JSON.stringify({ task: 'Write b.txt' }) }] },
      { calls: [{ name: 'run_command', arguments: JSON.stringify({ command: 'touch b.txt' }) }] },
    ],
    otherwise: { text: 'Went on.' },
  });
  const allow = {
    ...{ id: 'r1', effect: 'allow', match: { tool: 'run_agent' }, scope: { type: 'always' } },
    ...{ origin: { type: 'settings' }, createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null },
  };
  writeTree(dataDir, { 'permissions.json': JSON.stringify({ v: 1, rules: [allow] }) });
  await run('schedule', 'add', '--name', 'Agent', '-p', 'Use an agent', '--at', 'daily', '--approve', 'edit');
  await run('schedule', 'run', 'Agent');
  const [entry] = await history('Agent');
  expect(entry).toMatchObject({ end: 'waiting' });
  expect(model.requests).toHaveLength(2);
  expect(existsSync(path.join(folder, 'b.txt'))).toBe(false);
  const conversation = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
  expect((await run('run', '--resume', conversation)).stderr).toContain('run_agent');
});

test(cite('SCHED-1', 'a schedule whose folder is gone runs nothing, and says so'), async () => {
  const { run, history, model, dataDir, folder } = await place();
  const added = await run('schedule', 'add', '--name', 'Gone', '-p', 'Go', '--at', 'daily');
  // Another project asks.
  const file = path.join(dataDir, 'schedules', `${added.stdout.trim()}.json`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(JSON.stringify(folder), JSON.stringify(`${folder}-gone`)));
  await run('schedule', 'run', 'Gone');
  expect(model.requests).toEqual([]);
  expect(await history('Gone')).toMatchObject([{ end: 'failed', conversationId: null }]);
});

test(
  cite('SCHED-3', 'a mode that never asks needs an explicit yes, and no project file makes a schedule'),
  async () => {
    const { run, dataDir, folder } = await place();
    const line = ['schedule', 'add', '--name', 'a', '-p', 'b', '--at', 'daily', '--approve', 'all'];
    expect(await run(...line)).toMatchObject({ code: 1 });
    writeTree(folder, { '.throughline/schedules/x.json': '{}', 'schedules/x.json': '{}' });
    expect(JSON.parse((await run('schedule', '--json')).stdout)).toMatchObject({ schedules: [] });
    const added = await run(...line, '--yes');
    expect(added.code).toBe(0);
    const file = path.join(dataDir, 'schedules', `${added.stdout.trim()}.json`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ approvalMode: 'all', folder });
  },
);

test(cite('SCHED-1', 'a run that fails says why in the history'), async () => {
  const { run, history } = await place({ otherwise: { status: 401 } });
  await run('schedule', 'add', '--name', 'Fails', '-p', 'Go', '--at', 'daily');
  expect(await run('schedule', 'run', 'Fails')).toMatchObject({ code: 1 });
  const [entry] = await history('Fails');
  expect(entry).toMatchObject({ end: 'failed', reason: expect.anything() });
});
