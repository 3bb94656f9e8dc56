// The triggers other than times: changed files, the output of a command, a pull request.

import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLooks } from '../../../electron/features/schedules/triggers/looks.ts';
import { viewPullRequest } from '../../../electron/features/schedules/triggers/pullRequest.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { Sandbox } from '../../../electron/ports/sandbox.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createProcessRecords } from '../../../electron/stores/processRecords.ts';
import { createProcessJournal } from '../../../electron/tools/process/processJournal.ts';
import { say, textOf } from '../../../shared/core/sentence.ts';
import type { Trigger } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { gitProject } from '../../support/gitProject.ts';
import { okValue } from '../../support/result.ts';
import { createScheduleWorld } from '../../support/scheduleWorld.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const noSandbox = {
  status: async () => ({ available: false, reason: say`There is no sandbox.`, install: null }),
} as unknown as Sandbox;

function place(trigger: Trigger, folder: string) {
  const dataDir = tempFolder();
  const world = createScheduleWorld(dataDir, '2026-03-02T08:30:00.000Z');
  const records = createProcessRecords(dataDir, { disk: nodeDisk, clock: systemClock, log: () => {} });
  const notices: string[] = [];
  const environment = { PATH: process.env.PATH };
  const newLooks = () =>
    createLooks(
      {
        clock: { ...systemClock, elapsed: () => world.now().getTime() },
        environment,
        journal: createProcessJournal({ records, clock: systemClock, environment }),
        allowedVariables: async () => [],
        sandbox: noSandbox,
        mask: createSecretMask(
          () => [],
          () => true,
        ),
      },
      (message) => void notices.push(textOf(message)),
      new AbortController().signal,
    );
  let looks = newLooks();
  return {
    world,
    notices,
    async look(times = 1) {
      const schedule = okValue(await world.files.read('a'));
      for (let time = 0; time < times; time++) {
        await looks.look({ id: 'a', schedule }, world.engine());
        await world.pass(5_000);
      }
    },
    restart() {
      world.restart();
      looks = newLooks();
    },
    add: () => world.add('a', { trigger, folder }),
    causes: () => world.launches.map(({ about }) => about),
  };
}

test(
  cite('SCHED-1', 'changed files start one run when they have settled, also after a restart, and never by the run'),
  async () => {
    const folder = tempFolder();
    writeTree(folder, { 'src/a.ts': '1', 'other.txt': '1', 'node_modules/x/b.ts': '1' });
    const here = place({ type: 'files', globs: ['src/**/*.ts', '*.md'] }, folder);
    await here.add();
    await here.look(3);
    expect(here.world.launches).toEqual([]);
    writeTree(folder, { 'src/a.ts': '22', 'src/deep/b.ts': '1', 'other.txt': '22', 'node_modules/x/b.ts': '22' });
    await here.look();
    expect(here.world.launches).toEqual([]);
    await here.look();
    expect(here.causes()).toEqual(['src/a.ts\nsrc/deep/b.ts']);
    // The run changes files.
    await here.look();
    writeTree(folder, { 'src/a.ts': '333' });
    await here.look();
    await here.world.launches[0]?.end('done');
    await here.look(4);
    expect(here.world.launches).toHaveLength(1);
    here.restart();
    rmSync(path.join(folder, 'src/deep/b.ts'));
    await here.look(3);
    expect(here.causes()).toEqual([
      'src/a.ts\nsrc/deep/b.ts',
      expect.stringMatching(/^Files changed while|^src\/deep\/b\.ts$/),
    ]);
  },
);

test(
  cite('SCHED-3', 'a run that ended between two looks does not start the next one, and a storm of changes pauses it'),
  async () => {
    const folder = tempFolder();
    writeTree(folder, { 'a.md': '1' });
    const here = place({ type: 'files', globs: ['*.md'] }, folder);
    await here.add();
    await here.look(2);
    for (let round = 0; round < 40; round++) {
      writeTree(folder, { 'a.md': 'x'.repeat(round * 2 + 2) });
      await here.look(2);
      writeTree(folder, { 'a.md': 'x'.repeat(round * 2 + 3) });
      await here.world.running()[0]?.end('done');
      await here.look(2);
    }
    expect(here.world.launches).toHaveLength(30);
    expect(okValue(await here.world.files.read('a')).paused).toMatchObject({
      reason: { key: 'Changes started {0} runs of it within an hour.', params: [30] },
    });
    expect(here.world.notices).toHaveLength(1);
  },
);

test(
  cite('SCHED-3', 'a command is looked at only in the sandbox; without one it is reported once and nothing runs'),
  async () => {
    const here = place({ type: 'command', command: 'date', everyMinutes: 1 }, tempFolder());
    await here.add();
    await here.look(3);
    expect(here.world.launches).toEqual([]);
    expect(here.notices).toEqual([
      'The schedule “a” cannot look: Its command runs only in a sandbox, and none is available. There is no sandbox.',
    ]);
  },
);

/** A program named gh that prints a file. */
function fakeGh(answer: string): { environment: { PATH: string }; say(text: string): void } {
  const bin = tempFolder();
  const file = path.join(bin, 'answer.json');
  writeFileSync(path.join(bin, 'gh'), `#!/bin/sh\necho "$@" > '${path.join(bin, 'arguments')}'\ncat '${file}'\n`);
  chmodSync(path.join(bin, 'gh'), 0o755);
  writeFileSync(file, answer);
  return { environment: { PATH: `${bin}:${process.env.PATH ?? ''}` }, say: (text) => writeFileSync(file, text) };
}

test.skipIf(process.platform === 'win32')(
  cite('SCHED-1', 'checks with a result and new reviews of a pull request are changes; running checks are not'),
  async () => {
    const { folder, git } = gitProject();
    git('remote', 'add', 'origin', 'https://github.com/ada/engine.git');
    const view = (checks: unknown[], reviews: unknown[] = []) =>
      JSON.stringify({
        ...{
          number: 7,
          title: 'Faster',
          url: 'https://github.com/ada/engine/pull/7',
          state: 'OPEN',
          reviewDecision: '',
        },
        statusCheckRollup: checks,
        reviews,
        comments: [],
      });
    const running = { name: 'test', status: 'IN_PROGRESS', conclusion: '' };
    const gh = fakeGh(view([running]));
    const look = async (on: ('checks' | 'reviews')[] = ['checks', 'reviews']) =>
      okValue(await viewPullRequest({ number: null, on }, folder, gh.environment));
    const first = await look();
    gh.say(view([{ ...running, status: 'QUEUED' }]));
    expect((await look()).state).toBe(first.state);
    gh.say(view([{ ...running, status: 'COMPLETED', conclusion: 'FAILURE' }]));
    const failed = await look();
    expect(failed.state).not.toBe(first.state);
    expect(failed.about).toContain('"result": "FAILURE"');
    const onlyReviews = await look(['reviews']);
    gh.say(view([running], [{ id: 'R1', state: 'CHANGES_REQUESTED', body: 'Please.', author: { login: 'bob' } }]));
    const reviewed = await look(['reviews']);
    expect(reviewed.state).not.toBe(onlyReviews.state);
    expect(reviewed.about).toContain('Please.');
    gh.say('not JSON');
    expect(await viewPullRequest({ number: 7, on: ['checks'] }, folder, gh.environment)).toMatchObject({
      error: { message: 'The answer of gh could not be read.' },
    });
    const empty = path.join(tempFolder(), 'empty');
    mkdirSync(empty);
    expect(await viewPullRequest({ number: 7, on: ['checks'] }, folder, { PATH: empty })).toMatchObject({
      error: { message: 'The program gh is not installed on this machine.' },
    });
  },
);
