// Watches how large a folder grows while another process writes into it. Git has no limit for what it fetches.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface SizeWatch {
  /** Aborts once the folder is larger. */
  exceeded: AbortSignal;
  /** Measures it now. */
  isExceeded(): Promise<boolean>;
  stop(): void;
}

/** File system events don't report growth on every system. */
const intervalMs = 200;

export function watchSize(folder: string, maxBytes: number): SizeWatch {
  const exceeded = new AbortController();
  const isExceeded = async (): Promise<boolean> => {
    if (!exceeded.signal.aborted && (await sizeOf(folder)) > maxBytes) exceeded.abort();
    return exceeded.signal.aborted;
  };
  const timer = setInterval(() => void isExceeded(), intervalMs);
  return { exceeded: exceeded.signal, isExceeded, stop: () => clearInterval(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    // It may have been renamed meanwhile.
    return (await lstat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
