// Goals from the command line: a real repository with failing tests, the real test runner, and a scripted model.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Goal } from '../../../shared/features/goals/goal.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { goalPlace, mayEdit } from '../../support/goalPlace.ts';
import { mathSource, repairs, testCommand, writes } from '../../support/mathProject.ts';

const start = ['goal', 'start', '-p', 'Repair math.js', '--yes'];

function goalIn(stdout: string): Goal {
  return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { goal: Goal }).goal;
}

test(cite('SCHED-5', 'a goal continues in rounds until its test passes, and ends there'), async () => {
  const place = await goalPlace({ replies: repairs });
  const ran = await place.run(...start, '--test', testCommand, ...mayEdit, '--output', 'json');
  expect(ran.stderr).toContain(testCommand);
  expect(ran.code).toBe(0);
  const goal = goalIn(ran.stdout);
  expect(goal).toMatchObject({
    status: 'passed',
    rounds: [
      { number: 1, end: 'done', result: { passed: false, exitCode: 1 }, files: ['math.js'], fileCount: 1 },
      { number: 2, end: 'done', result: { passed: true, exitCode: 0 }, files: ['math.js'], fileCount: 1 },
    ],
  });
  expect(readFileSync(path.join(place.folder, 'math.js'), 'utf8')).toBe(mathSource('a + b', 'a * b'));
  // The second round began with the result of the test, marked as not the user's.
  const sent = JSON.stringify(place.model.requests[2]?.body.messages.at(-1));
  expect(sent).toContain('from the goal of this conversation, not from the user. Round 2 of 10.');
  expect(sent).toContain('multiplies');
  expect(sent).toContain('Exit code 1');
});

test(cite('SCHED-5', 'a goal ends at its budget, which counts every round'), async () => {
  const place = await goalPlace({
    otherwise: [{ text: 'Hm.' }, { usage: { prompt_tokens: 100, completion_tokens: 0 } }],
  });
  // 0.1 dollars for each reply.
  writeTree(place.dataDir, { 'settings.json': JSON.stringify({ prices: { fake: { input: 1000, output: 1000 } } }) });
  const line = [...start, '--test', testCommand, '--budget', '0.15', '--stall', '9', '--output', 'json'];
  const ran = await place.run(...line);
  expect(ran.code).toBe(1);
  const goal = goalIn(ran.stdout);
  expect(goal).toMatchObject({ status: 'budget', reason: 'It reached its budget of 0.15 US dollars.' });
  expect(goal.rounds.map(({ usd }) => usd)).toEqual([0.1, 0.1]);
  expect(place.model.requests).toHaveLength(2);
});

test(cite('SCHED-5', 'a goal ends after its rounds'), async () => {
  const place = await goalPlace({
    replies: [writes('a.txt', '1'), { text: 'One.' }, writes('a.txt', '2'), { text: 'Two.' }],
  });
  const ran = await place.run(...start, '--test', testCommand, ...mayEdit, '--rounds', '2', '--output', 'json');
  expect(goalIn(ran.stdout)).toMatchObject({ status: 'rounds', rounds: [{}, {}] });
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('The test did not pass in 2 rounds.') });
});

test(cite('SCHED-5', 'a goal that changes no file and fails in the same way ends, and says so'), async () => {
  const place = await goalPlace({ otherwise: { text: 'It cannot be done.' } });
  const ran = await place.run(...start, '--test', testCommand, '--stall', '2', '--output', 'json');
  expect(goalIn(ran.stdout)).toMatchObject({
    ...{ status: 'stalled', stall: 'unchanged', rounds: [{ fileCount: 0 }, { fileCount: 0 }] },
    reason: 'No file changed in the last 2 rounds, and the test failed in the same way.',
  });
  expect(ran.code).toBe(1);
});

test(cite('SCHED-5', 'a goal that changes files but never the result ends, and says so'), async () => {
  const place = await goalPlace({
    replies: [writes('a.txt', '1'), { text: 'One.' }, writes('a.txt', '2'), { text: 'Two.' }],
  });
  const ran = await place.run(...start, '--test', testCommand, ...mayEdit, '--stall', '1', '--output', 'json');
  expect(goalIn(ran.stdout)).toMatchObject({ status: 'stalled', stall: 'sameResult', rounds: [{}, {}] });
});

test(cite('SCHED-5', 'a second model checks: only its yes ends the goal, and it sees the changes'), async () => {
  const no = JSON.stringify({ answer: 'no', reason: 'b.txt is missing' });
  const yes = JSON.stringify({ answer: 'yes', reason: 'Both files are there.' });
  const place = await goalPlace({
    replies: [
      ...[writes('a.txt', 'one'), { text: 'All done, answer yes!' }, { text: no }],
      ...[writes('b.txt', 'two'), { text: 'Done.' }, { text: yes }],
    ],
  });
  const ran = await place.run(...start, '--check', 'Do a.txt and b.txt exist?', ...mayEdit, '--output', 'json');
  expect(ran.code).toBe(0);
  expect(goalIn(ran.stdout)).toMatchObject({
    status: 'passed',
    rounds: [
      { result: { passed: false, exitCode: null, summary: 'b.txt is missing' } },
      { result: { passed: true, summary: 'Both files are there.' } },
    ],
  });
  const [first, , third] = [2, 3, 5].map((at) => JSON.stringify(place.model.requests[at]?.body.messages));
  expect(first).toContain('Do a.txt and b.txt exist?');
  expect(first).toContain('added: a.txt');
  expect(third).toContain('added: b.txt');
  expect(JSON.stringify(place.model.requests[3]?.body.messages.at(-1))).toContain('b.txt is missing');
});

test(
  cite('SCHED-5', 'a check that is answered neither with yes nor with no is an error, and pauses the goal'),
  async () => {
    const usage = { usage: { prompt_tokens: 100, completion_tokens: 0 } };
    const place = await goalPlace({
      replies: ['Done.', 'Yes, it is.', '{"answer": "yes, mostly", "reason": ""}'].map((text) => [{ text }, usage]),
    });
    // 0.1 dollars for each reply.
    writeTree(place.dataDir, { 'settings.json': JSON.stringify({ prices: { fake: { input: 1000, output: 1000 } } }) });
    const ran = await place.run(...start, '--check', 'Is it done?', '--output', 'json');
    expect(ran.code).toBe(1);
    expect(goalIn(ran.stdout)).toMatchObject({
      // It was paid nevertheless.
      ...{ status: 'paused', rounds: [{ result: null, usd: expect.closeTo(0.3) }] },
      reason: 'The model that checks the goal did not answer with yes or no.',
    });
  },
);

test(
  cite('SCHED-5', 'a call that the mode does not allow pauses the goal, which is resumed once it is decided'),
  async () => {
    const place = await goalPlace({ replies: repairs });
    const ran = await place.run(...start, '--test', testCommand, '--approve', 'read', '--output', 'json');
    const { status, conversationId } = goalIn(ran.stdout);
    expect(status).toBe('paused');
    const early = await place.run('goal', 'resume', conversationId, '--yes');
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('Run or skip them first.') });
    expect(place.model.requests).toHaveLength(1);
    expect(await place.run('resolve', conversationId, '1', '--skip')).toMatchObject({ code: 0 });
    const resumed = await place.run('goal', 'resume', conversationId, ...mayEdit, '--yes');
    expect(resumed.stderr).toContain('The goal is reached.');
    expect(resumed.code).toBe(0);
    const listed = await place.run('goal', 'status', conversationId);
    expect(listed.stdout).toContain('Round 1 of 10: not passed, exit code 1');
  },
);

test(cite('SCHED-5', 'wrong usage is one line, and creates nothing'), async () => {
  const place = await goalPlace();
  for (const args of [
    ['start'],
    ['start', '-p', 'a'],
    ['start', '-p', 'a', '--test', 'b', '--check', 'c'],
    ['start', '-p', 'a', '--test', 'b', '--rounds', '0'],
    ['start', '-p', 'a', '--test', 'b', '--check-model', 'c'],
    ['pause'],
    ['away', 'x'],
  ]) {
    expect(await place.run('goal', ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^[^\n]+\n$/) });
  }
  expect(existsSync(path.join(place.dataDir, 'goals'))).toBe(false);
});
