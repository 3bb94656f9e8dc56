// What every part of the bench gives: rows of a table, with the ratio that a promise speaks of where there is one.

export interface Figure {
  /** What was measured. */
  name: string;
  /** As it is shown, with its unit. */
  value: string;
  /** Said beside it. */
  note?: string;
  /** The promise, and whether it was kept in this run. */
  promise?: { row: string; text: string; kept: boolean };
}

export interface Section {
  title: string;
  /** How it was measured, in a sentence or two. */
  how: string;
  figures: Figure[];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}
