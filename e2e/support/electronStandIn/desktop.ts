// The built desktop app in a test: its own main.js on plain Node with the Electron stand-in; its windows are pages of the
// browser that other tests use. A fixture that stops every app that a test started.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { withoutTitles } from '../../../test/support/withoutTitles.ts';
import { freshFolder } from '../folders.ts';
import { compileCache } from '../host.ts';
import { composer } from '../window.ts';
import { type Ask, DesktopPages, type Storage } from './desktopPages.ts';
import { type Opened, origin, type Told } from './wire.ts';

const door = fileURLToPath(new URL('../../../out/main.js', import.meta.url));
const hook = new URL('hook.ts', import.meta.url).href;

interface DesktopStart {
  dataDir?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Started by the system for a link: without options. */
  link?: string;
  /** For limits per time: in the app's process, `performance.now` advances a thousandth as fast. */
  slowClock?: boolean;
}

export interface DesktopApp {
  dataDir: string;
  pages: DesktopPages;
  /** Requests to the system, in order: opened URLs, error boxes, windows brought to the front. */
  system: { what: string; value: unknown }[];
  /** The output on stderr so far. */
  said(): string;
  ask: Ask;
  /** The last window's page, once it shows the app. */
  page(): Promise<Page>;
  /** Closes the last window as a user would. */
  closeWindow(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** The exit code or signal. */
  ended: Promise<number | string>;
}

/** Like Electron, restores each data folder's browser storage at the next start. */
export type StartDesktop = (start?: DesktopStart) => Promise<DesktopApp>;

export const test = base.extend<{ desktop: StartDesktop }>({
  desktop: async ({ browser }, use) => {
    const all: DesktopApp[] = [];
    const kept = new Map<string, Storage>();
    await use(async (start = {}) => {
      const dataDir = start.dataDir ?? freshFolder('data');
      const storage = kept.get(dataDir) ?? { cookies: [], origins: [] };
      const context = await browser.newContext({ storageState: storage });
      const child = startMain(dataDir, start);
      const pages = new DesktopPages(context, storage, asker(child));
      const app = joined(child, dataDir, pages, (folder, argv, data) => {
        const first = all.find((one) => join(one.dataDir, 'desktop') === folder);
        void first?.pages.ask('second', { argv, data });
      });
      all.push({ ...app, ended: app.ended.finally(async () => kept.set(dataDir, await pages.end())) });
      return all.at(-1) as DesktopApp;
    });
    for (const app of all) app.signal('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
  },
});

const slowClock = `data:text/javascript,${encodeURIComponent(
  'const now = performance.now.bind(performance); performance.now = () => now() / 1000;',
)}`;

function startMain(dataDir: string, { args = [], env = {}, link, slowClock: isSlow }: DesktopStart): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const given = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    hook,
    ...(isSlow ? ['--import', slowClock] : []),
    door,
    '--',
    ...(link === undefined ? ['--data', dataDir] : [link]),
    ...args,
  ];
  return spawn(process.execPath, given, {
    env: {
      PATH,
      HOME,
      TZ: 'UTC',
      ...compileCache,
      ...withoutTitles,
      ...(link === undefined ? {} : { THROUGHLINE_HOME: dataDir }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Carries out what the app's process reports, and represents the app in the test. */
function joined(
  child: ChildProcess,
  dataDir: string,
  pages: DesktopPages,
  onSecond: (folder: string, argv: string[], data: unknown) => void,
): DesktopApp {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const system: DesktopApp['system'] = [];
  const { ask } = pages;

  async function open(opened: Opened): Promise<void> {
    const problem = await pages.open(opened).then(
      () => undefined,
      (thrown) => String(thrown),
    );
    await ask('loaded', { window: opened.window, ...(problem === undefined ? {} : { problem }) });
  }

  child.on('message', (told: Told) => {
    if (told.tell === 'open') void open(told.opened).catch(() => {});
    else if (told.tell === 'frame') pages.deliver(told.window, told.channel, told.args);
    else if (told.tell === 'reload') void pages.reload(told.window).catch(() => {});
    else if (told.tell === 'close') void pages.close(told.window);
    else if (told.tell === 'front') system.push({ what: 'front', value: told.window });
    else if (told.tell === 'system') system.push({ what: told.what, value: told.value });
    else if (told.tell === 'second') onSecond(told.folder, told.argv, told.data);
  });
  const ended = once(child, 'exit').then(([code, signal]): number | string => code ?? signal);

  return {
    dataDir,
    pages,
    system,
    ask,
    ended,
    said: () => said,
    signal: (signal) => void child.kill(signal),
    async page() {
      await expect.poll(() => pages.last()?.page.url().split('#')[0] ?? said).toBe(origin);
      const page = pages.last()?.page as Page;
      await expect(composer(page)).toBeVisible();
      return page;
    },
    async closeWindow() {
      const window = pages.last()?.window ?? 0;
      await pages.close(window);
      await ask('closed', { window });
    },
  };
}

/** Sends requests to the app's process; rejects pending ones when it exits. */
function asker(child: ChildProcess): Ask {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let last = 0;
  child.on('message', (told: Told) => {
    if (told.tell !== 'answer') return;
    waiting.get(told.id)?.resolve(told.value);
    waiting.delete(told.id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the app has ended'));
  });
  return (ask, value) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      child.send({ ask, id, value }, (problem) => {
        if (problem) reject(problem);
      });
    });
}
