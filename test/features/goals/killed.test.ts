// Goals across processes: a process that is killed in a round or in a test, and one that is controlled by another.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isLocked } from '../../../electron/stores/locks/locks.ts';
import { type Goal, goalSchema } from '../../../shared/features/goals/goal.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { startThroughline } from '../../support/commandLine.ts';
import { writeTree } from '../../support/fileTree.ts';
import { type GoalPlace, goalPlace, mayEdit } from '../../support/goalPlace.ts';
import { repairs, testCommand } from '../../support/mathProject.ts';

function begin(place: GoalPlace, command: string, ...more: string[]) {
  const line = ['goal', 'start', '-p', 'Repair math.js', '--test', command, '--yes', ...mayEdit, ...more];
  const at = ['--data', place.dataDir, '--project', place.folder, '--output', 'stream-json'];
  return startThroughline([...line, ...at], { PATH: process.env.PATH ?? '', ...place.env });
}

function readTextFile(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function conversationOf(place: GoalPlace): Promise<string> {
  const [row] = JSON.parse((await place.run('list', '--json')).stdout) as { id: string }[];
  return row?.id ?? '';
}

function savedGoal(place: GoalPlace, conversationId: string): Goal {
  return goalSchema.parse(
    JSON.parse(readFileSync(path.join(place.dataDir, 'goals', `${conversationId}.json`), 'utf8')),
  );
}

async function goalMessages(place: GoalPlace, conversationId: string): Promise<string> {
  return (await place.run('show', conversationId)).stdout;
}

test(
  cite('SCHED-5', 'a goal whose process was killed in a run is interrupted, and resumes without sending twice'),
  async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const place = await goalPlace({ replies: [[{ text: 'Thinking' }, { until: never }], ...repairs.slice(2)] });
    const killed = begin(place, testCommand);
    await place.model.request(1);
    await killed.prints('reply.delta');
    killed.child.kill('SIGKILL');
    await killed.finished;
    const conversationId = await conversationOf(place);
    expect(savedGoal(place, conversationId)).toMatchObject({
      status: 'running',
      rounds: [{ end: null, result: null }],
    });
    expect((await place.run('goal', 'status', conversationId)).stdout).toContain('The goal was interrupted.');
    const app = await startTestApp({ dataDir: place.dataDir, folder: place.folder, model: place.model });
    const reported = { type: 'notice', message: expect.stringMatching(/^The goal in “.*” was interrupted/) };
    await expect
      .poll(() => app.events.map(({ event }) => event), { timeout: 30_000 })
      .toContainEqual(expect.objectContaining(reported));
    expect((await app.call('goals.read', { conversationId })).goal).toMatchObject({ status: 'interrupted' });
    await app.close();
    expect(await place.run('goal', 'resume', conversationId)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('This command needs --yes, or your answer.') },
    });
    expect(place.model.requests).toHaveLength(1);
    expect((await place.run('goal', 'resume', conversationId, ...mayEdit, '--yes')).code).toBe(0);
    expect(savedGoal(place, conversationId)).toMatchObject({
      status: 'passed',
      rounds: [
        { number: 1, end: 'interrupted', result: { passed: false } },
        { number: 2, end: 'done', result: { passed: true } },
      ],
    });
    expect(JSON.stringify(savedGoal(place, conversationId))).not.toContain('Repair math.js');
    const users = place.model.requests.at(-1)?.body.messages.filter(({ role }) => role === 'user') ?? [];
    expect(users.filter((message) => JSON.stringify(message).includes('Repair math.js'))).toHaveLength(1);
    expect(await goalMessages(place, conversationId)).toContain('Round 2 of 10');
  },
);

test(cite('SCHED-5', 'a goal whose process was killed in its test runs the test again, and no message'), async () => {
  const place = await goalPlace({ replies: repairs });
  writeTree(place.folder, {
    'slow.js': "if (!require('node:fs').existsSync('resumed')) { console.log('waits'); setInterval(() => {}, 1e6); }",
  });
  const killed = begin(place, 'echo started > test-started; node slow.js');
  await expect.poll(() => readTextFile(path.join(place.folder, 'test-started')), { timeout: 30_000 }).toBe('started\n');
  killed.child.kill('SIGKILL');
  await killed.finished;
  expect(place.model.requests).toHaveLength(2);
  const conversationId = await conversationOf(place);
  writeTree(place.folder, { resumed: '' });
  expect((await place.run('goal', 'resume', conversationId, '--yes')).code).toBe(0);
  expect(place.model.requests).toHaveLength(2);
  expect(savedGoal(place, conversationId)).toMatchObject({ status: 'passed', rounds: [{ number: 1, end: 'done' }] });
});

test(cite('SCHED-5', 'replies of a round whose process was killed count towards the budget'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const usage = { usage: { prompt_tokens: 100, completion_tokens: 0 } };
  const edit = { name: 'write_file', arguments: JSON.stringify({ path: 'a.txt', content: '1' }) };
  const place = await goalPlace({
    replies: [
      [{ calls: [edit] }, usage],
      [{ text: 'Thinking' }, { until: never }],
      [{ text: 'Hm.' }, usage],
    ],
  });
  // 0.1 dollars for each reply.
  writeTree(place.dataDir, { 'settings.json': JSON.stringify({ prices: { fake: { input: 1000, output: 1000 } } }) });
  const killed = begin(place, testCommand, '--budget', '0.15');
  await place.model.request(2);
  killed.child.kill('SIGKILL');
  await killed.finished;
  const conversationId = await conversationOf(place);
  expect((await place.run('goal', 'resume', conversationId, ...mayEdit, '--yes')).code).toBe(1);
  expect(savedGoal(place, conversationId)).toMatchObject({
    status: 'budget',
    rounds: [
      { end: 'interrupted', usd: 0.1, files: ['a.txt'], fileCount: 1 },
      { end: 'budget', usd: 0.1 },
    ],
  });
  expect(place.model.requests).toHaveLength(3);
});

test(
  cite('SCHED-5', 'the test command of a killed process ends before an app that was already open runs it again'),
  async () => {
    const place = await goalPlace({ replies: repairs });
    const env = { PATH: process.env.PATH ?? '' };
    const app = await startTestApp({ dataDir: place.dataDir, folder: place.folder, model: place.model, env });
    // Its lock ends with its process, also in the sandbox.
    writeTree(place.folder, {
      'hold.js': `const database = new (require('node:sqlite').DatabaseSync)('lock.db', { timeout: 0 });
        const write = (line) => require('node:fs').appendFileSync('starts', line);
        try { database.exec('BEGIN EXCLUSIVE'); write('alone,'); } catch { write('twice,'); }
        setInterval(() => {}, 1e6);`,
    });
    const starts = () => readTextFile(path.join(place.folder, 'starts'));
    const killed = begin(place, 'node hold.js');
    await expect.poll(starts, { timeout: 30_000 }).toBe('alone,');
    killed.child.kill('SIGKILL');
    await killed.finished;
    const conversationId = await conversationOf(place);
    await app.call('goals.resume', { conversationId });
    await expect.poll(starts, { timeout: 30_000 }).toMatch(/,.+,/);
    expect(starts()).toBe('alone,alone,');
    await app.call('goals.stop', { conversationId });
    expect(isLocked(place.folder, 'lock')).toBe(false);
  },
);

test(cite('SCHED-5', 'another process sees the goal, does not run it, pauses it and resumes it'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const place = await goalPlace({ replies: [[{ text: 'Thinking' }, { until: never }], ...repairs.slice(2)] });
  const running = begin(place, testCommand);
  await place.model.request(1);
  await running.prints('reply.delta');
  const conversationId = await conversationOf(place);
  expect((await place.run('goal', 'status', conversationId)).stdout).toContain('The goal is running.');
  expect(await place.run('goal', 'resume', conversationId, '--yes')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Another process works on this goal.') },
  });
  expect((await place.run('goal', 'pause', conversationId)).code).toBe(0);
  expect((await running.finished).code).toBe(1);
  expect(savedGoal(place, conversationId)).toMatchObject({ status: 'paused', request: null });
  expect((await place.run('goal', 'resume', conversationId, ...mayEdit, '--yes')).code).toBe(0);
});
