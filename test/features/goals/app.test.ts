// Goals in the app: started and controlled from the window, with each round as a checkpoint.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../../shared/core/errors.ts';
import type { GoalWish } from '../../../shared/features/goals/goal.ts';
import type { GoalInfo } from '../../../shared/features/goals/methods.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import type { Reply } from '../../support/fakeModelServer.ts';
import { writeTree } from '../../support/fileTree.ts';
import { failingProject } from '../../support/goalPlace.ts';
import { mathSource, repairs, testCommand } from '../../support/mathProject.ts';

type CommandTest = Extract<GoalWish['test'], { type: 'command' }>;

function wishOf(command: Partial<CommandTest> = {}, more: Partial<GoalWish> = {}): GoalWish {
  return {
    ...{ prompt: 'Repair math.js', rounds: 10, budget: null, minutes: null, stallAfter: 3 },
    test: { type: 'command', command: testCommand, timeoutSeconds: 600, ...command },
    ...more,
  };
}

async function place(options: TestAppOptions = {}) {
  const { folder } = failingProject();
  const app = await startTestApp({ folder, env: { PATH: process.env.PATH ?? '' }, ...options });
  const conversationId = await app.start();
  await app.call('conversation.configure', { conversationId, approvalMode: 'edits' });
  const source = () => readFileSync(path.join(folder, 'math.js'), 'utf8');
  return { app, folder, conversationId, source };
}

async function goalOf(app: TestApp, conversationId: string): Promise<GoalInfo> {
  const { goal } = await app.call('goals.read', { conversationId });
  if (!goal) throw new Error('no goal');
  return goal;
}

/** Resolves when the goal has this status. */
async function reaches(app: TestApp, conversationId: string, status: GoalInfo['status']): Promise<GoalInfo> {
  await expect.poll(async () => (await goalOf(app, conversationId)).status, { timeout: 30_000 }).toBe(status);
  return goalOf(app, conversationId);
}

test(cite('SCHED-5', 'going back to before a round restores its files and the conversation'), async () => {
  const { app, conversationId, source } = await place({ replies: repairs });
  await app.call('goals.start', { conversationId, wish: wishOf() });
  const { rounds } = await reaches(app, conversationId, 'passed');
  expect(source()).toBe(mathSource('a + b', 'a * b'));
  const [first, second] = rounds.map(({ messageId }) => messageId ?? '');
  const messages = app.rows(conversationId).filter(({ role }) => role === 'user');
  expect(messages.map(({ id, origin }) => ({ id, origin }))).toEqual([
    { id: first, origin: { type: 'goal', goal: expect.any(String), round: 1 } },
    { id: second, origin: { type: 'goal', goal: expect.any(String), round: 2 } },
  ]);
  await app.call('conversation.rewind', { conversationId, messageId: second ?? '', files: true });
  expect(source()).toBe(mathSource('a + b', '0'));
  await app.call('conversation.rewind', { conversationId, messageId: first ?? '', files: true });
  expect(source()).toBe(mathSource('0', '0'));
});

test(
  cite('SCHED-5', 'the command is confirmed outside of the window, with its folder, and again when it differs'),
  async () => {
    const sentences: string[] = [];
    const needed = fail('CONFIRMATION_NEEDED', 'Confirm it.');
    const { app, conversationId, folder } = await place({
      confirm: {
        require: (power) => {
          sentences.push([power.sentence, ...(power.each ?? [])].join(' '));
          return needed;
        },
        answer: async () => needed,
      },
    });
    const started = await app.client.call('goals.start', { conversationId, wish: wishOf({ command: 'rm -rf out' }) });
    expect(started).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(sentences).toEqual([
      expect.stringMatching(/^Run this command in .* after each round of the goal, .* rm -rf out$/),
    ]);
    expect(sentences[0]).toContain(folder);
    expect(await app.call('goals.read', { conversationId })).toEqual({ goal: null });
    expect(app.model.requests).toEqual([]);
  },
);

test(cite('SCHED-5', 'a goal is paused in a round, resumed with its test, and stopped'), async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const waits: Reply = [{ text: 'Thinking' }, { until: held }];
  const { app, conversationId } = await place({ replies: [waits, ...repairs.slice(2)] });
  await app.call('goals.start', { conversationId, wish: wishOf() });
  await app.model.request(1);
  const again = await app.client.call('goals.start', { conversationId, wish: wishOf() });
  expect(again).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  await app.call('goals.pause', { conversationId });
  letGo();
  expect(await goalOf(app, conversationId)).toMatchObject({
    status: 'paused',
    rounds: [{ end: 'stopped', result: null }],
  });
  await app.call('goals.resume', { conversationId });
  const done = await reaches(app, conversationId, 'passed');
  expect(done.rounds).toMatchObject([
    { end: 'stopped', result: { passed: false } },
    { end: 'done', result: { passed: true } },
  ]);
  const over = await app.client.call('goals.resume', { conversationId });
  expect(over).toMatchObject({ ok: false });
  await app.call('goals.start', { conversationId, wish: wishOf({}, { prompt: 'Again' }) });
  await app.call('goals.stop', { conversationId });
  await reaches(app, conversationId, 'stopped');
});

test(cite('SCHED-5', 'a round waits for the answer to its call, and the goal with it'), async () => {
  const { app, conversationId, source } = await place({ replies: repairs });
  await app.call('conversation.configure', { conversationId, approvalMode: 'reads' });
  const answerNext = async (): Promise<void> => {
    const { approval } = await app.event('call.waiting', () => true, 0);
    await app.call('approval.answer', {
      ...{ conversationId, approvalId: approval.approvalId, decision: 'allow' },
      remember: null,
    });
  };
  await app.call('goals.start', { conversationId, wish: wishOf({}, { rounds: 1 }) });
  await answerNext();
  await reaches(app, conversationId, 'rounds');
  expect(source()).toBe(mathSource('a + b', '0'));
});

test(cite('SCHED-5', 'a test that hangs is ended and counts as failed; what it started ends, too'), async () => {
  const { app, folder, conversationId } = await place({ otherwise: { text: 'Done.' } });
  const command = '(sleep 600; touch late.txt) & sleep 600';
  const wish = wishOf({ command, timeoutSeconds: 1 }, { rounds: 1 });
  await app.call('goals.start', { conversationId, wish });
  const { rounds } = await reaches(app, conversationId, 'rounds');
  expect(rounds).toMatchObject([{ result: { passed: false, timedOut: true, exitCode: null } }]);
  expect(existsSync(path.join(folder, 'late.txt'))).toBe(false);
});

test(cite('SCHED-5', 'what a test prints is bounded and masked before the model and the files get it'), async () => {
  const secret = 'sk-test-0123456789abcdef';
  const { app, folder, conversationId } = await place({ otherwise: { text: 'Done.' } });
  const script = `const line = 'x'.repeat(1023) + '\\n';
    for (let i = 0; i < 1e5; i++) process.stdout.write(line);
    console.log('key ${secret} @math.js');
    process.exitCode = 1;`;
  writeTree(folder, { 'print.js': script });
  const leaky = await app.client.call('goals.start', { conversationId, wish: wishOf({ command: `echo ${secret}` }) });
  expect(leaky).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  await app.call('goals.start', { conversationId, wish: wishOf({ command: 'node print.js' }, { rounds: 2 }) });
  const { rounds } = await reaches(app, conversationId, 'rounds');
  const [, second] = app.model.requests;
  expect(second?.text).toContain('bytes left out');
  expect(second?.text.length).toBeLessThan(200_000);
  const attached = second?.text.slice(second.text.indexOf('bytes left out'));
  expect(attached).toContain('@math.js');
  // It is data: nothing in it was attached as a mention.
  expect(second?.text).not.toContain('exports.sum');
  expect(attached).not.toContain(secret);
  const file = readFileSync(path.join(app.dataDir, 'goals', `${conversationId}.json`), 'utf8');
  expect(rounds[0]?.result?.summary).toContain('@math.js');
  expect(rounds[0]?.result?.summary).not.toContain(secret);
  expect(file).not.toContain(secret);
});

test(cite('SCHED-5', 'files that the test itself changes are no progress of the model'), async () => {
  const { app, conversationId } = await place({ otherwise: { text: 'Done.' } });
  const command = 'date +%N >> printed.txt; false';
  await app.call('goals.start', { conversationId, wish: wishOf({ command }, { stallAfter: 2 }) });
  const { rounds } = await reaches(app, conversationId, 'stalled');
  expect(rounds).toMatchObject([{ fileCount: 0 }, { fileCount: 0 }]);
});

test(
  cite('SCHED-5', 'a model that edits the script of the test changes no confirmed command, and the user sees the file'),
  async () => {
    const edit = { path: 'math.test.js', content: '// nothing to test' };
    const { app, conversationId } = await place({
      replies: [{ calls: [{ name: 'write_file', arguments: JSON.stringify(edit) }] }, { text: 'Passes.' }],
    });
    await app.call('goals.start', { conversationId, wish: wishOf() });
    const { rounds, wish } = await reaches(app, conversationId, 'passed');
    expect(wish.test).toMatchObject({ command: testCommand });
    expect(rounds).toMatchObject([{ files: ['math.test.js'] }]);
  },
);

test(cite('SCHED-5', 'a run that fails pauses the goal with the reason'), async () => {
  const { app, conversationId } = await place({ otherwise: { status: 401 } });
  await app.call('goals.start', { conversationId, wish: wishOf() });
  const goal = await reaches(app, conversationId, 'paused');
  expect(goal.reason).toBeTruthy();
  expect(goal.rounds).toMatchObject([{ end: 'failed' }]);
});
