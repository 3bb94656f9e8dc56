// How schedules account for their times and events: catching up, crashes on either side of the start, failures, the clock.

import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendRecords, logPath, readLog, shortenLog } from '../../../electron/features/schedules/runLog.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { CatchUp, HistoryEntry } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { createScheduleWorld, hour, minute } from '../../support/scheduleWorld.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const start = '2026-03-02T08:30:00.000Z';
const at = (time: string): string => `2026-03-02T${time}:00.000Z`;

function textOf(entry: HistoryEntry): string {
  if (entry.type === 'missed') return `${entry.from.slice(11, 16)} missed, ${entry.why}`;
  return `${(entry.cause.due ?? entry.cause.event ?? '').slice(-13, -8)} ${entry.end ?? 'open'}`.trim();
}

function world(dataDir = tempFolder()) {
  const made = createScheduleWorld(dataDir, start);
  const ends = async (id = 'a') => (await made.history(id)).map(textOf);
  return Object.assign(made, { ends, dataDir });
}

test(cite('SCHED-2', 'a time that comes during the last run is missed: two never run at once'), async () => {
  const live = world();
  await live.add('a', {});
  await live.pass(30 * minute);
  await live.pass(hour);
  expect(live.launches.map(({ due }) => due)).toEqual([at('09:00')]);
  await live.launches[0]?.end('done');
  await live.pass(hour);
  expect(live.launches.map(({ due }) => due)).toEqual([at('09:00'), at('11:00')]);
  expect(await live.ends()).toEqual(['09:00 done', '10:00 missed, busy', '11:00 open']);
});

test.each<[CatchUp, string[]]>([
  ['none', []],
  ['last', ['11:00']],
  ['all', ['09:00', '10:00', '11:00']],
])(cite('SCHED-2', 'after sleep, catching up %s'), async (catchUp, late) => {
  const live = world();
  await live.add('a', { catchUp });
  await live.pass(2 * hour + 50 * minute);
  for (let more = 0; more < 5; more++) for (const run of live.running()) await run.end('done');
  expect(live.launches.map(({ due }) => due?.slice(11, 16))).toEqual(late);
  const missed = ['09:00', '10:00', '11:00'].filter((time) => !late.includes(time));
  expect((await live.ends()).sort()).toEqual(
    [...late.map((time) => `${time} done`), ...missed.map((time) => `${time} missed, notRunning`)].sort(),
  );
});

test(
  cite('SCHED-2', 'a run that was recorded but not started begins after a crash; one that had started does not'),
  async () => {
    const live = world();
    await live.add('a', {});
    await live.add('b', {});
    live.setPrepares(true);
    await live.pass(30 * minute);
    expect(live.launches.map(({ id }) => id)).toEqual(['a', 'b']);
    live.restart();
    await live.pass(minute);
    expect(live.launches).toHaveLength(2);
    expect(await live.ends()).toEqual(['09:00 interrupted']);
    const claimed = { type: 'claimed', at: at('09:10'), runId: 'r', cause: { type: 'webhook', event: 'e' } };
    appendFileSync(join(live.dataDir, 'schedule-runs', 'a.jsonl'), `${JSON.stringify(claimed)}\n{"type":"cla`);
    live.restart();
    await live.pass(minute);
    expect(live.launches).toHaveLength(3);
    await live.launches[2]?.end('done');
    expect((await live.history('a')).at(-1)).toMatchObject({ runId: 'r', end: 'done' });
  },
);

test(
  cite('SCHED-2', 'nothing runs while a full disk keeps it from being recorded, and the time is not lost'),
  async () => {
    const live = world();
    await live.add('a', {});
    live.setDisk('half');
    await live.pass(30 * minute);
    await live.pass(10_000);
    expect(live.launches).toEqual([]);
    expect(live.notices).toHaveLength(1);
    live.setDisk('works');
    await live.pass(10_000);
    expect(await live.ends()).toEqual(['09:00 open']);
    live.setDisk('full');
    await live.launches[0]?.end('done');
    await live.pass(hour - 30_000);
    live.setDisk('works');
    await live.pass(10_000);
    expect(await live.ends()).toEqual(['09:00 done', '10:00 open']);
  },
);

test(cite('SCHED-2', 'a clock that is set back runs nothing twice, and what was only missed comes again'), async () => {
  const live = world();
  await live.add('a', { catchUp: 'none' });
  await live.pass(30 * minute);
  await live.launches[0]?.end('done');
  await live.pass(2 * hour + 30 * minute);
  expect(await live.ends()).toEqual(['09:00 done', '10:00 missed, notRunning', '11:00 missed, notRunning']);
  live.setClock(Date.parse(at('08:40')));
  await live.engine().tick();
  for (const time of ['09:00', '10:00', '11:00']) {
    live.setClock(Date.parse(at(time)));
    await live.engine().tick();
    for (const run of live.running()) await run.end('done');
  }
  expect(await live.ends()).toEqual(['09:00 done', '10:00 done', '11:00 done']);
});

test(cite('SCHED-2', 'an event is taken once, also after a restart'), async () => {
  const live = world();
  await live.add('a', { trigger: { type: 'webhook' } });
  const cause = { type: 'webhook', event: 'one' } as const;
  expect(okValue(await live.engine().take('a', cause))).toBe(true);
  expect(okValue(await live.engine().take('a', cause))).toBe(false);
  live.restart();
  expect(okValue(await live.engine().take('a', cause))).toBe(false);
  expect(live.launches).toHaveLength(1);
});

test(
  cite('SCHED-3', 'a schedule that keeps failing pauses itself with the reason; when resumed, it counts from zero'),
  async () => {
    const live = world();
    await live.add('a', { pauseAfter: 2 });
    live.setClock(live.now().getTime() - 30 * minute);
    await live.add('a', { pauseAfter: 2 });
    for (let run = 0; run < 4; run++) {
      await live.pass(hour);
      await live.launches.at(-1)?.end('failed');
    }
    expect(live.launches).toHaveLength(2);
    const paused = okValue(await live.files.read('a'));
    expect(paused.paused).toMatchObject({ reason: { key: 'Its last {0} runs failed.', params: [2] } });
    expect(live.notices).toEqual(['The schedule “a” paused itself. Its last 2 runs failed.']);
    okValue(await live.files.write('a', { ...paused, paused: null, since: live.now().toISOString() }));
    await live.pass(hour);
    await live.launches.at(-1)?.end('failed');
    expect(okValue(await live.files.read('a')).paused).toBeNull();
  },
);

test(cite('SCHED-3', 'a schedule of another machine, a paused one and an invalid file run nothing'), async () => {
  const live = world();
  await live.add('a', { machine: 'another' });
  await live.add('b', { paused: { at: start, reason: null } });
  await live.add('c', { trigger: { type: 'time', cron: '61 * * * *', timeZone: 'UTC' } });
  writeFileSync(join(live.dataDir, 'schedules', 'd.json'), '{"name": "half');
  await live.pass(3 * hour);
  expect(live.launches).toEqual([]);
  const problems = (await live.files.list()).flatMap(({ problem }) => (problem === null ? [] : String(problem)));
  expect(problems.sort()).toEqual([
    'd.json is not valid JSON.',
    '“61 * * * *” is not a time that can be understood. See: docs/features/schedules.md',
  ]);
});

test(cite('SCHED-2', 'a long history is shortened, and its times stay accounted for'), async () => {
  const live = world();
  await live.add('a', { trigger: { type: 'time', cron: '* * * * *', timeZone: 'UTC' }, catchUp: 'none' });
  await live.pass(minute);
  await live.launches[0]?.end('done');
  const lines = Array.from({ length: 3_100 }, (_, index) =>
    JSON.stringify({ type: 'missed', at: start, from: at('08:20'), to: at('08:20'), count: index + 1, why: 'busy' }),
  );
  appendFileSync(join(live.dataDir, 'schedule-runs', 'a.jsonl'), `${lines.join('\n')}\n`);
  live.restart();
  await live.engine().tick();
  expect((await live.history('a')).length).toBe(1_000);
  expect(live.launches).toHaveLength(1);
  await live.pass(minute);
  expect(live.launches).toHaveLength(2);
});

test(
  cite(
    'SCHED-2',
    'a long history is shortened while its process runs, and an event that it no longer lists never runs twice',
  ),
  async () => {
    const live = world();
    await live.add('a', { trigger: { type: 'webhook' } });
    const cause = { type: 'webhook', event: 'github one', about: 'a secret' } as const;
    expect(okValue(await live.engine().take('a', cause))).toBe(true);
    await live.launches[0]?.end('done');
    for (let seen = 0; seen < 3_010; seen++) okValue(await live.engine().see('a', `state ${seen}`, null));
    const file = join(live.dataDir, 'schedule-runs', 'a.jsonl');
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1_100);
    expect(await live.ends()).toEqual([]);
    live.restart();
    expect(okValue(await live.engine().take('a', cause))).toBe(false);
    expect(live.launches).toHaveLength(1);
    expect(await live.engine().seen('a')).toBe('state 3009');
  },
);

test(cite('SCHED-2', 'long requests do not stay in the history once their runs have ended'), async () => {
  const live = world();
  await live.add('a', { trigger: { type: 'webhook' } });
  const body = 'a secret'.padEnd(60_000, 'x');
  for (let request = 0; request < 140; request++) {
    okValue(await live.engine().take('a', { type: 'webhook', event: String(request), about: body }));
    await live.running()[0]?.end('done');
  }
  okValue(await live.engine().take('a', { type: 'webhook', event: 'last', about: body }));
  const file = join(live.dataDir, 'schedule-runs', 'a.jsonl');
  expect(readFileSync(file, 'utf8').length).toBeLessThan(1_000_000);
  const history = await live.history('a');
  expect(history).toHaveLength(141);
  expect(history.flatMap((entry) => (entry.type === 'run' ? (entry.cause.about ?? []) : []))).toEqual([body]);
});

test(
  cite('SCHED-2', 'in an encrypted data folder the history is encrypted, and grows and shrinks like a plain one'),
  async () => {
    const folder = join(tempFolder(), 'data');
    const disk = diskWithKey(nodeDisk, { secret: randomBytes(32), id: randomBytes(8) }, folder);
    const file = logPath(join(folder, 'schedules'), 'a');
    const claim = (index: number) =>
      ({ type: 'claimed', at: start, runId: `run-${index}`, cause: { type: 'webhook', about: 'a secret' } }) as const;
    await appendRecords(disk, file, [claim(1)]);
    await appendRecords(disk, file, [claim(2), { type: 'seen', at: start, state: 'x' }]);
    expect(readFileSync(file).includes('a secret')).toBe(false);
    const log = await readLog(disk, file);
    expect([...log.runs.keys()]).toEqual(['run-1', 'run-2']);
    expect(log.seen).toBe('x');
    const short = await shortenLog(disk, file, { ...log, lines: 5_000 }, new Date(start));
    expect([...short.runs.keys()]).toEqual(['run-1', 'run-2']);
  },
);
