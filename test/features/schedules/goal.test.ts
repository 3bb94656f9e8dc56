// Schedules whose runs are goals: a confirmed test, rounds, and ends that count as failures.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../../shared/core/errors.ts';
import type { HistoryEntry, ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { type GoalPlace, goalPlace, mayEdit } from '../../support/goalPlace.ts';
import { repairs, testCommand } from '../../support/mathProject.ts';

const add = ['schedule', 'add', '--name', 'Repair', '-p', 'Repair math.js', '--at', 'daily', '--yes'];

async function runOnce(place: GoalPlace, ...options: string[]) {
  const added = await place.run(...add, ...options);
  expect(added).toMatchObject({ code: 0 });
  const ran = await place.run('schedule', 'run', 'Repair');
  const history = JSON.parse((await place.run('schedule', 'history', 'Repair', '--json')).stdout) as HistoryEntry[];
  const [entry] = history;
  if (entry?.type !== 'run') throw new Error('It did not run.');
  const file = path.join(place.dataDir, 'schedules', `${added.stdout.trim().split('\n')[0]}.json`);
  return { added, ran, entry, file, conversationId: entry.conversationId ?? '' };
}

test(cite('SCHED-23', 'a run works in rounds until its test passes, and its history leads to the goal'), async () => {
  const place = await goalPlace({ replies: repairs });
  const { added, ran, entry, file, conversationId } = await runOnce(place, '--test', testCommand, ...mayEdit);
  expect(added.stderr).toContain(testCommand);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    goal: { test: { type: 'command', command: testCommand }, rounds: 10, stallAfter: 3 },
    place: { folder: place.folder },
  });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('The test passed in round 2.') });
  expect(entry).toMatchObject({ end: 'done' });
  const status = await place.run('goal', 'status', conversationId, '--output', 'json');
  expect(JSON.parse(status.stdout)).toMatchObject({ status: 'passed', rounds: [{ number: 1 }, { number: 2 }] });
  expect((await place.run('schedule', 'show', 'Repair')).stdout).toContain(testCommand);
});

test(
  cite('SCHED-23', 'a goal without progress or with a spent budget is a failure, after which the schedule pauses'),
  async () => {
    const place = await goalPlace({ otherwise: { text: 'It cannot be done.' } });
    const limits = ['--stall', '1', '--rounds', '3', '--pause-after', '1'];
    const { ran, entry } = await runOnce(place, '--test', testCommand, ...limits);
    expect(ran.code).toBe(1);
    expect(entry).toMatchObject({ end: 'failed', reason: expect.stringContaining('No file changed') });
    const details = await place.run('schedule', 'show', 'Repair');
    expect(details.stdout).toContain('No file changed in the last 1 rounds');
    expect(JSON.parse((await place.run('schedule', '--json')).stdout)).toMatchObject({
      schedules: [{ schedule: { paused: { at: expect.anything() } } }],
    });
  },
);

test(cite('SCHED-23', 'a round whose call needs the user waits for them, as a run does'), async () => {
  const place = await goalPlace({ replies: repairs });
  const { ran, entry, conversationId } = await runOnce(place, '--test', testCommand, '--approve', 'read');
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('waits for you') });
  expect(entry).toMatchObject({ end: 'waiting' });
  expect((await place.run('goal', 'status', conversationId)).stdout).toContain('paused');
});

test(cite('SCHED-23', 'a command that the user did not confirm for this folder does not run'), async () => {
  const place = await goalPlace({ otherwise: { text: 'Hm.' } });
  const { file } = await runOnce(place, '--test', 'touch ran.txt; false', '--rounds', '1', '--pause-after', '9');
  expect(existsSync(path.join(place.folder, 'ran.txt'))).toBe(true);
  const requests = place.model.requests.length;
  // As a file from elsewhere could be.
  const schedule = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...schedule, place: null }));
  const ran = await place.run('schedule', 'run', 'Repair');
  expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('was not confirmed') });
  expect(place.model.requests).toHaveLength(requests);
});

test(cite('SCHED-23', 'what could never run is refused when it is saved, and nothing is stored'), async () => {
  const place = await goalPlace();
  for (const [options, why] of [
    [['--test', 'npm test', '--no-folder'], 'Choose the folder'],
    [['--test', 'npm test', '--approve', 'plan'], 'plan mode'],
    [['--test', `curl -H ${'sk-test-0123456789abcdef'}`], 'contains a secret'],
    [['--test', 'a', '--check', 'b'], 'either --test or --check'],
    [['--rounds', '3'], 'belong to --test or --check'],
  ] as const) {
    expect(await place.run(...add, ...options)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  }
  expect(existsSync(path.join(place.dataDir, 'schedules'))).toBe(false);
});

test(cite('SCHED-23', 'the window saves a goal only after its command was confirmed outside of it'), async () => {
  const confirmations: string[] = [];
  const app = await startTestApp({
    confirm: {
      require: ({ sentence, each = [] }) => {
        confirmations.push([sentence, ...each].join(' '));
        return fail('CONFIRMATION_NEEDED', 'Confirm it.');
      },
      answer: async () => fail('CONFIRMATION_NEEDED', 'Confirm it.'),
    },
  });
  const wish: ScheduleWish = {
    ...{ name: 'Repair', prompt: 'Repair it', folder: app.folder, model: null, preset: null, approvalMode: 'reads' },
    ...{ budget: null, timeLimitMinutes: null, worktree: false, catchUp: 'last', pauseAfter: 3 },
    trigger: { type: 'webhook' },
    goal: { test: { type: 'command', command: 'npm test', timeoutSeconds: 600 }, rounds: 5, stallAfter: 2 },
  };
  const saved = await app.client.call('schedules.save', { id: null, wish });
  expect(saved).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
  const all = await app.client.call('schedules.save', { id: null, wish: { ...wish, approvalMode: 'all' } });
  expect(all).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
  expect(confirmations).toEqual([
    expect.stringMatching(/^Let the schedule “Repair” run this command in .+ without asking, .+: npm test$/),
    expect.stringMatching(/run every tool without asking in .+ this prompt and this command: Repair it npm test$/),
  ]);
  expect((await app.call('schedules.list', {})).schedules).toEqual([]);
});

test(cite('SCHED-23', 'stopping the run ends its goal'), async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const app = await startTestApp({ replies: [[{ text: 'Hm.' }, { until: never }]] });
  const { id } = await app.call('schedules.save', {
    id: null,
    wish: {
      ...{ name: 'Ask', prompt: 'Do it', folder: app.folder, model: null, preset: null, approvalMode: 'reads' },
      ...{ budget: null, timeLimitMinutes: null, worktree: false, catchUp: 'last', pauseAfter: 3 },
      trigger: { type: 'webhook' },
      goal: { test: { type: 'check', question: 'Is it done?', model: null }, rounds: 5, stallAfter: 2 },
    },
  });
  await app.call('schedules.run', { id });
  await app.model.request(1);
  const entries = async () => (await app.call('schedules.history', { id })).entries;
  const [entry] = await entries();
  const conversationId = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
  await app.call('schedules.stop', { id });
  await expect.poll(entries).toMatchObject([{ type: 'run', end: 'stopped' }]);
  expect((await app.call('goals.read', { conversationId })).goal).toMatchObject({ status: 'stopped' });
});
