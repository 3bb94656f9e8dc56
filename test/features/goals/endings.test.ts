// How a goal ends around its rounds: how its end is announced, deleted conversations, and options that stay for resuming.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGoalFiles } from '../../../electron/features/goals/goalFiles.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import type { Goal, GoalWish } from '../../../shared/features/goals/goal.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { startThroughline } from '../../support/commandLine.ts';
import { failingProject, goalPlace, mayEdit } from '../../support/goalPlace.ts';
import { mathSource, repairs, testCommand } from '../../support/mathProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const slow = 'echo started > started.txt; sleep 600';

function wishOf(command: string, more: Partial<GoalWish> = {}): GoalWish {
  return {
    ...{ prompt: 'Repair math.js', rounds: 5, budget: null, minutes: null, stallAfter: 3 },
    test: { type: 'command', command, timeoutSeconds: 600 },
    ...more,
  };
}

async function place(options: TestAppOptions = {}) {
  const { folder } = failingProject();
  const app = await startTestApp({ folder, env: { PATH: process.env.PATH ?? '' }, ...options });
  const conversationId = await app.start();
  await app.call('conversation.configure', { conversationId, approvalMode: 'edits' });
  return { app, folder, conversationId };
}

function announced(app: TestApp): string[] {
  return app.events.flatMap(({ event }) => (event.type === 'conversation.attention' ? event.what : []));
}

async function reaches(dataDir: string, conversationId: string, status: Goal['status']): Promise<Goal> {
  const file = path.join(dataDir, 'goals', `${conversationId}.json`);
  const read = (): Goal => JSON.parse(readFileSync(file, 'utf8')) as Goal;
  await expect.poll(() => read().status, { timeout: 30_000 }).toBe(status);
  return read();
}

const exists = (folder: string) => expect.poll(() => existsSync(path.join(folder, 'started.txt')), { timeout: 30_000 });

test(cite('SCHED-20', 'the end of a goal is announced once, and the ends of its rounds are not'), async () => {
  const { app, conversationId } = await place({ replies: repairs });
  await app.call('goals.start', { conversationId, wish: wishOf(testCommand) });
  await expect.poll(() => announced(app), { timeout: 30_000 }).not.toEqual([]);
  expect((await app.call('goals.read', { conversationId })).goal).toMatchObject({ status: 'passed', rounds: [{}, {}] });
  expect(announced(app)).toEqual(['done']);
  // An ordinary run is announced as before.
  app.model.push({ text: 'Hello.' });
  await app.turn(conversationId, 'Hello');
  expect(announced(app)).toEqual(['done', 'done']);
});

test(cite('SCHED-20', 'a question in a round is announced, and a goal that fails or gives up says so'), async () => {
  const { app, conversationId } = await place({ replies: repairs });
  await app.call('conversation.configure', { conversationId, approvalMode: 'reads' });
  await app.call('goals.start', { conversationId, wish: wishOf('false', { rounds: 1 }) });
  const { approval } = await app.event('call.waiting', () => true, 0);
  await app.call('approval.answer', {
    ...{ conversationId, approvalId: approval.approvalId, decision: 'allow' },
    remember: null,
  });
  await reaches(app.dataDir, conversationId, 'rounds');
  await expect.poll(() => announced(app), { timeout: 30_000 }).toEqual(['approval', 'paused']);
  const other = await place({ otherwise: { status: 401 } });
  await other.app.call('goals.start', { conversationId: other.conversationId, wish: wishOf('false') });
  await reaches(other.app.dataDir, other.conversationId, 'paused');
  await expect.poll(() => announced(other.app), { timeout: 30_000 }).toEqual(['failed']);
});

test(cite('SCHED-21', 'deleting a conversation ends its goal and the command of its test'), async () => {
  const { app, folder, conversationId } = await place({ otherwise: { text: 'Done.' } });
  await app.call('goals.start', { conversationId, wish: wishOf(slow) });
  await exists(folder).toBe(true);
  await app.call('conversation.delete', { conversationId });
  const goal = await reaches(app.dataDir, conversationId, 'stopped');
  // The command was ended.
  expect(goal.rounds).toMatchObject([{ result: null }]);
  await app.call('conversation.restore', { conversationId });
  expect((await app.call('goals.read', { conversationId })).goal).toMatchObject({ status: 'stopped' });
  expect(app.model.requests).toHaveLength(1);
});

test(cite('SCHED-21', 'a conversation that another process deletes ends its goal, too'), async () => {
  const goals = await goalPlace({ otherwise: { text: 'Done.' } });
  const line = ['goal', 'start', '-p', 'Repair math.js', '--test', slow, '--yes', ...mayEdit, '--output', 'json'];
  const running = startThroughline([...line, '--data', goals.dataDir, '--project', goals.folder], {
    PATH: process.env.PATH ?? '',
    ...goals.env,
  });
  await exists(goals.folder).toBe(true);
  const [row] = JSON.parse((await goals.run('list', '--json')).stdout) as { id: string }[];
  expect(await goals.run('delete', row?.id ?? '', '--yes')).toMatchObject({ code: 0 });
  expect((await running.finished).code).toBe(1);
  expect(goals.model.requests).toHaveLength(1);
});

test(cite('SCHED-22', 'the model and the mode of a goal stay for resuming it in another process'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const goals = await goalPlace({ replies: [[{ text: 'Thinking' }, { until: never }], ...repairs.slice(2)] });
  const line = ['goal', 'start', '-p', 'Repair math.js', '--test', testCommand, '--yes', ...mayEdit];
  const at = ['--model', 'other-model', '--output', 'stream-json', '--data', goals.dataDir, '--project', goals.folder];
  const killed = startThroughline([...line, ...at], { PATH: process.env.PATH ?? '', ...goals.env });
  await goals.model.request(1);
  await killed.prints('reply.delta');
  killed.child.kill('SIGKILL');
  await killed.finished;
  const [row] = JSON.parse((await goals.run('list', '--json')).stdout) as { id: string }[];
  expect((await goals.run('goal', 'resume', row?.id ?? '', '--yes')).code).toBe(0);
  expect(goals.model.requests.map(({ body }) => body.model)).toEqual(Array.from({ length: 3 }, () => 'other-model'));
  expect(readFileSync(path.join(goals.folder, 'math.js'), 'utf8')).toBe(mathSource('a + b', 'a * b'));
});

test(cite('SCHED-22', 'a request that a killed process left does not end a resumed goal'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const { app, conversationId } = await place({ replies: [[{ text: 'Hm.' }, { until: never }]] });
  await app.call('goals.start', { conversationId, wish: wishOf('false', { rounds: 2 }) });
  await app.model.request(1);
  await app.call('goals.pause', { conversationId });
  const file = path.join(app.dataDir, 'goals', `${conversationId}.json`);
  const left = { ...JSON.parse(readFileSync(file, 'utf8')), status: 'running', request: 'pause' };
  writeFileSync(file, JSON.stringify(left));
  app.model.push({ text: 'Done.' });
  await app.call('goals.resume', { conversationId });
  expect(await reaches(app.dataDir, conversationId, 'rounds')).toMatchObject({ request: null, rounds: [{}, {}] });
});

test(cite('SCHED-21', 'requests reach a goal where its folder cannot be watched'), async () => {
  const dataDir = tempFolder();
  const files = createGoalFiles(dataDir, nodeDisk, systemClock);
  // A folder that does not exist yet cannot be watched.
  rmSync(path.join(dataDir, 'goals'), { recursive: true, force: true });
  const seen: unknown[] = [];
  const stop = files.onChange('01ABC', (goal) => seen.push(goal));
  await expect.poll(() => seen.length, { timeout: 30_000 }).toBeGreaterThan(1);
  stop();
});

test(cite('SCHED-22', 'a changed file does not make a resumed goal run every tool without asking'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const sentences: string[] = [];
  const { app, conversationId } = await place({
    replies: [[{ text: 'Hm.' }, { until: never }]],
    confirm: {
      require: ({ sentence }) => {
        sentences.push(sentence);
        return sentences.length > 1 ? fail('CONFIRMATION_NEEDED', 'Confirm it.') : ok(undefined);
      },
      answer: async () => ok(undefined),
    },
  });
  await app.call('goals.start', { conversationId, wish: wishOf('false') });
  await app.model.request(1);
  await app.call('goals.pause', { conversationId });
  const file = path.join(app.dataDir, 'goals', `${conversationId}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), approvalMode: 'all' }));
  const resumed = await app.client.call('goals.resume', { conversationId });
  expect(resumed).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
  expect(sentences[1]).toMatch(/^Let every round of the goal run every tool without asking\. Run this command in /);
});
