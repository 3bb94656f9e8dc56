// From keydown to paint, as the user experiences it: Event Timing in the page.

import type { Page } from 'playwright';
import { type Figure, milliseconds, quantile } from './figures.ts';

/** Event Timing rounds to 8 ms and reports nothing shorter than this. */
const minKeyMs = 16;
const maxKeyMs = 16;

export const keysHow = `A key is measured with Event Timing, from keydown to the next paint: 8 ms is the precision, and ${minKeyMs} ms or less counts as ${minKeyMs} ms.`;

export function keyFigure(name: string, took: readonly number[], row?: string): Figure {
  const value = quantile(took, 0.95);
  return {
    name: `${name}: keydown to paint, 95th percentile`,
    value: milliseconds(value),
    note: `${took.length} keys, median ${milliseconds(quantile(took, 0.5))}, longest ${milliseconds(Math.max(...took))}`,
    ...(row ? { promise: { row, text: `at most ${maxKeyMs} ms on a quiet machine`, kept: value <= maxKeyMs } } : {}),
  };
}

/** Collects the duration of every keydown from now on. */
export async function observeKeys(page: Page): Promise<{ durations(): Promise<number[]> }> {
  const collected = await page.evaluateHandle((durationThreshold) => {
    const durations: number[] = [];
    let pressed = 0;
    window.addEventListener('keydown', () => pressed++, { capture: true });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') durations.push(entry.duration);
    });
    observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    return {
      finish: () => {
        for (const entry of observer.takeRecords()) if (entry.name === 'keydown') durations.push(entry.duration);
        observer.disconnect();
        return [...durations, ...Array.from({ length: pressed - durations.length }, () => durationThreshold)];
      },
    };
  }, minKeyMs);
  return { durations: () => collected.evaluate(({ finish }) => finish()) };
}
