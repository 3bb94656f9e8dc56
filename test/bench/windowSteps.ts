// The actions in the window during the measurement, and the figures they produce.

import type { Page } from 'playwright';
import type { MainThread } from '../support/mainThread.ts';
import { type Figure, milliseconds, quantile } from './figures.ts';

const maxAllowedLength = 50;
const keyAllowed = 12;
/** Maximum wall-clock time until a key is visible, with all cores busy. */
const busyAllowed = 100;

export function taskFigure(name: string, ms: number, { tasks }: MainThread, row?: string): Figure {
  const [longest] = tasks;
  const took = longest?.took ?? 0;
  const over = tasks.filter((task) => task.took > maxAllowedLength).length;
  const why = process.env.THROUGHLINE_BENCH_TASKS
    ? ` (${tasks
        .slice(0, 4)
        .map((task) => `${task.took.toFixed(0)}/${task.lasted.toFixed(0)} ms at ${task.at.toFixed(0)}: ${task.mostly}`)
        .join('; ')})`
    : '';
  return {
    name: `${name}: longest task`,
    value: milliseconds(took),
    note: `${ms.toFixed(0)} ms in total${over > 1 ? `, ${over} tasks over ${maxAllowedLength} ms` : ''}${why}`,
    ...(row ? { promise: { row, text: `no task over ${maxAllowedLength} ms`, kept: took <= maxAllowedLength } } : {}),
  };
}

export function keyFigures(name: string, { keys, tasks }: MainThread, promised: boolean): Figure[] {
  const took = quantile(
    keys.map((key) => key.took),
    0.95,
  );
  const seen = keys.map((key) => key.seen);
  return [
    {
      name: `${name}: main-thread time, 95th percentile`,
      value: milliseconds(took),
      note: `${keys.length} keys, median ${milliseconds(
        quantile(
          keys.map((key) => key.took),
          0.5,
        ),
      )}; longest task ${milliseconds(tasks[0]?.took ?? 0)}`,
      ...(promised ? { promise: { row: 'PERF-6', text: `at most ${keyAllowed} ms`, kept: took <= keyAllowed } } : {}),
    },
    {
      name: `${name}: time to frame, 95th percentile`,
      value: milliseconds(quantile(seen, 0.95)),
      note: `median ${milliseconds(quantile(seen, 0.5))}; a frame takes 16.7 ms`,
    },
  ];
}

/** Typing while all cores are busy: counts what the user waits for, in wall-clock time. */
export function busyKeyFigure(name: string, { keys }: MainThread): Figure {
  const seen = keys.map((key) => key.seen);
  const value = quantile(seen, 0.95);
  return {
    name: `${name}, all cores busy: time to frame, 95th percentile`,
    value: milliseconds(value),
    note: `${keys.length} keys, median ${milliseconds(quantile(seen, 0.5))}`,
    promise: { row: 'PERF-6', text: `at most ${busyAllowed} ms`, kept: value <= busyAllowed },
  };
}

/** Waits until nothing has moved or appeared for some frames. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let before = '';
    for (let same = 0, frames = 0; same < 8 && frames < 600; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const log = document.querySelector('[role="log"]');
      const now = `${log?.scrollTop} ${log?.scrollHeight} ${log?.querySelectorAll('*').length}`;
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

/** At a fast typist's speed. */
export async function typeKeys(page: Page, keys: number): Promise<void> {
  const letters = 'what is kept of it and what is not ';
  for (let at = 0; at < keys; at++) {
    await page.keyboard.press(
      letters[at % letters.length] === ' ' ? 'Space' : (letters[at % letters.length] as string),
    );
    await page.waitForTimeout(50);
  }
}

/** Scrolls up by views, then down again, as fast as frames are rendered. */
export async function scrollThrough(page: Page, views: number): Promise<void> {
  await page.getByRole('log').hover();
  for (const direction of [-1, 1]) {
    for (let step = 0; step < views * 2; step++) {
      await page.mouse.wheel(0, direction * 400);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }
}

export interface Heap {
  bytes: number;
  nodes: number;
}

/** The page's heap after garbage collection. */
export async function heapOf(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Performance.enable');
    for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes') };
  } finally {
    await session.detach();
  }
}
