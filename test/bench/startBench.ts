// PERF-7: how soon the browser host is ready and its first screen is there, with ten thousand conversations on disk, and
// how much JavaScript that screen loads. The built program in a real browser.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, median, milliseconds, type Section } from './figures.ts';

const root = join(import.meta.dirname, '../..');
const rounds = 7;

export async function startBench(folder: string, conversations: number): Promise<Section> {
  const dataDir = join(folder, 'start');
  const letters = '0123456789abcdefghjkmnpqrstvwxyz';
  for (let index = 0; index < conversations; index++) {
    let id = '';
    for (let rest = index; id.length < 26; rest = Math.floor(rest / 32)) id = letters[rest % 32] + id;
    writeLongConversation(dataDir, { messages: 8, conversationId: id });
  }
  mkdirSync(join(folder, 'project'), { recursive: true });
  writeFileSync(join(dataDir, 'settings.json'), '{}');
  const first = await startOnce(dataDir, null);
  const ready: number[] = [];
  const shown: number[] = [];
  const browser = await launch();
  try {
    await startOnce(dataDir, browser);
    for (let round = 0; round < rounds; round++) {
      const once = await startOnce(dataDir, browser);
      ready.push(once.ready);
      shown.push(once.shown);
    }
  } finally {
    await browser?.close();
  }
  const script = firstLoadBytes();
  const figures: Figure[] = [
    { name: 'host ready, the very first time (no index yet)', value: milliseconds(first.ready) },
    {
      name: 'host ready',
      value: milliseconds(median(ready)),
      promise: { row: 'PERF-7', text: 'at most 400 ms', kept: median(ready) <= 400 },
    },
    {
      name: 'first JavaScript, compressed',
      value: `${(script / 1000).toFixed(0)} kB`,
      promise: { row: 'PERF-7', text: 'at most 300 kB', kept: script <= 300_000 },
    },
  ];
  if (browser) {
    figures.splice(2, 0, {
      name: 'first screen in the browser: from the navigation until the list and the composer are there',
      value: milliseconds(median(shown)),
      promise: { row: 'PERF-7', text: 'at most 1 s', kept: median(shown) <= 1000 },
    });
  }
  return {
    title: 'Start',
    how: `The built browser host on a folder with ${count(conversations)} conversations, as a new process each time; median of ${rounds}.`,
    figures,
  };
}

type Browser = Awaited<ReturnType<typeof chromium.launch>>;

async function launch(): Promise<Browser | null> {
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

async function startOnce(dataDir: string, browser: Browser | null): Promise<{ ready: number; shown: number }> {
  const door = join(root, 'out/headless.js');
  const start = performance.now();
  const host = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', door, '--browser', '--no-open', '--port', '0', '--data', dataDir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const address = await addressOf(host);
  const ready = performance.now() - start;
  let shown = 0;
  if (browser) {
    const page = await browser.newPage();
    const began = performance.now();
    await page.goto(address);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByText('Message 0.').first().waitFor();
    shown = performance.now() - began;
    await page.close();
  }
  const ended = once(host, 'exit');
  host.kill('SIGTERM');
  await ended;
  return { ready, shown };
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

/** The scripts that the page names, compressed. */
function firstLoadBytes(): number {
  const folder = join(root, 'out/renderer');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] as string);
  return scripts.reduce((sum, script) => sum + gzipSync(readFileSync(join(folder, script))).length, 0);
}
