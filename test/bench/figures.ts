// The results of each part of the benchmark: table rows, with the ratio to the promised value where there is one.

export interface Figure {
  /** The measured quantity. */
  name: string;
  /** Formatted, with its unit. */
  value: string;
  /** Shown next to it. */
  note?: string;
  /** The promise, and whether this run kept it. */
  promise?: { row: string; text: string; kept: boolean };
}

export interface Section {
  title: string;
  /** The method, in a sentence or two. */
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
