// A week of schedules in simulated time, with sleep, crashes, clock changes and a full disk: each due time is accounted for once.

import { expect, test } from 'vitest';
import { nextTimes } from '../../../electron/features/schedules/times.ts';
import type { CatchUp, HistoryEntry } from '../../../shared/features/schedules/schedule.ts';
import { cite } from '../../support/cite.ts';
import { steadyRandom } from '../../support/printedOutput.ts';
import { createScheduleWorld, hour, minute } from '../../support/scheduleWorld.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const week = 7 * 24 * hour;
// Summer time ends on the 25th.
const start = '2026-10-22T22:07:00.000Z';

const patterns = {
  hourly: { cron: '0 * * * *', timeZone: 'Europe/Berlin' },
  nightly: { cron: '30 2 * * *', timeZone: 'Europe/Berlin' },
  quarters: { cron: '*/15 * * * *', timeZone: 'UTC' },
};

/** How often each due time occurs in a history. */
function countOf(entries: readonly HistoryEntry[], due: string): number {
  return entries.filter((entry) =>
    entry.type === 'run' ? entry.cause.due === due : entry.from <= due && due <= entry.to,
  ).length;
}

async function liveThrough(seed: number, catchUp: CatchUp): Promise<void> {
  const random = steadyRandom(seed);
  const world = createScheduleWorld(tempFolder(), start);
  const end = Date.parse(start) + week;
  for (const [id, pattern] of Object.entries(patterns)) {
    await world.add(id, { trigger: { type: 'time', ...pattern }, catchUp, pauseAfter: 100 });
  }
  let latest = Date.parse(start);
  for (let event = random(14); world.now().getTime() < end; event = random(14)) {
    if (event === 0) await world.pass(random(10) * hour);
    else if (event === 1) world.restart();
    else if (event === 2) world.setClock(world.now().getTime() - random(180) * minute);
    else if (event === 3) world.setDisk((['full', 'half', 'dead'] as const)[random(3)] ?? 'full');
    else if (event === 4) world.setPrepares(random(2) === 0);
    else if (event < 8) for (const run of world.running()) await run.end(random(3) === 0 ? 'failed' : 'done');
    else await world.pass((1 + random(20)) * minute);
    if (event > 9) {
      world.setDisk('works');
      world.setPrepares(true);
    }
    latest = Math.max(latest, world.now().getTime());
  }
  world.setDisk('works');
  world.setPrepares(true);
  world.setClock(Math.max(latest, end));
  // Whatever waits runs now.
  for (let rest = 0; rest < 40; rest++) {
    await world.engine().tick();
    for (const run of world.running()) await run.end('done');
  }

  expect(world.problems).toEqual([]);
  for (const [id, pattern] of Object.entries(patterns)) {
    const entries = await world.history(id);
    const due = nextTimes(pattern, new Date(start), 2_000)
      .filter((at) => at <= world.now())
      .map((at) => at.toISOString());
    const counts = due.map((at) => ({ at, times: countOf(entries, at) }));
    expect(
      counts.filter(({ times }) => times !== 1),
      `${id}, seed ${seed}`,
    ).toEqual([]);
    const launched = world.launches.filter((run) => run.id === id).map((run) => run.due);
    expect(launched.length, 'no due time ran twice').toBe(new Set(launched).size);
    const unfinished = entries.filter((entry) => entry.type === 'run' && entry.end === null);
    expect(unfinished).toEqual([]);
  }
}

test(
  cite('SCHED-2', 'a week with sleep, crashes, clock changes and a full disk accounts for each time once'),
  async () => {
    const seeds = volume({ short: 1, all: 6 });
    for (let seed = 1; seed <= seeds; seed++) {
      await liveThrough(seed, (['none', 'last', 'all'] as const)[seed % 3] ?? 'last');
    }
  },
);
