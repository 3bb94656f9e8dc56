// The built browser host in its own process, and a real browser that opens it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/browser.mjs';

const root = join(import.meta.dirname, '../..');

/** Can be set to another build's folder. */
export const builtFolder = process.env.THROUGHLINE_BUILD ?? join(root, 'out');

export interface BuiltHost {
  /** With the token in its fragment. */
  address: string;
  /** Milliseconds until it printed its URL. */
  ready: number;
  /** Peak memory; null where the system does not report it. */
  largestBytes(): number | null;
  stop(): Promise<void>;
}

export async function startBuiltHost(
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<BuiltHost> {
  const start = performance.now();
  const host = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(builtFolder, 'headless.js'),
      ...['--browser', '--no-open', '--port', '0', '--data', dataDir, ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  const address = await addressOf(host);
  const ready = performance.now() - start;
  return {
    address,
    ready,
    largestBytes: () => peakBytesOf(host.pid as number),
    async stop() {
      const ended = once(host, 'exit');
      host.kill('SIGTERM');
      await ended;
    },
  };
}

/** A process's peak memory; null where the system does not report it. */
export function peakBytesOf(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return null;
  }
}

/** Null if no browser can be started. */
export async function launchBrowser(): Promise<Browser | null> {
  const { browser } = await findBrowser(root);
  if (!browser) return null;
  const { executablePath, args, env, chromiumSandbox } = browser;
  return chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
    chromiumSandbox,
  });
}

function addressOf(host: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const found = /http:\/\/\S+#token=\S+/.exec(said);
      if (found) resolve(found[0]);
    };
    host.stdout?.on('data', listen);
    host.stderr?.on('data', listen);
    host.once('exit', () => reject(new Error(`the host ended: ${said}`)));
  });
}
