// The app in a real Electron, driven over its debugging ports. A fixture that ends every app that a test started.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { withoutTitles } from '../../../test/support/withoutTitles.ts';
import { composer } from '../window.ts';
import { startDisplay } from './display.ts';
import { appFolder, commandFor, giveToApp, readPrepared } from './place.ts';

export interface RealStart {
  dataDir?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Another binary than the prepared one. */
  binary?: string;
  /** Chromium's own arguments. */
  switches?: readonly string[];
  /** As the system starts it for a link or files: without options. */
  outside?: readonly string[];
}

export interface RealApp {
  app: ElectronApplication;
  dataDir: string;
  /** Its lines on stderr so far, without those of Chromium and the system. */
  said(): string;
  /** The first window's page, once it shows the app. */
  page(): Promise<Page>;
  /** The exit code or signal. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
}

export interface RealElectron {
  start(start?: RealStart): Promise<RealApp>;
  /**
   * Starts without connecting to it. Returns its exit code and what it said; the last line may arrive after the exit.
   * `untilSaid`: ends it then, since it shows a box that nobody answers.
   */
  startAside(
    start: RealStart & { dataDir: string; untilSaid?: string },
  ): Promise<{ code: number | null; said(): string }>;
  /** For programs that the test starts as the app's user, on the app's screen. */
  environment(dataDir: string): Record<string, string>;
  /** A folder for the app; files are written into it. */
  folder(name: string, files?: Record<string, string>): string;
}

/** Less than a test may take, so that a start that hangs is named. */
const startLimitMs = 40_000;

export const test = base.extend<{ electron: RealElectron }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  electron: async ({}, use) => {
    const prepared = readPrepared();
    if (!('command' in prepared)) {
      test.skip(true, prepared.reason);
      throw new Error(prepared.reason);
    }
    const display = await startDisplay();
    const { command, work } = prepared;
    const started: RealApp[] = [];
    const folder: RealElectron['folder'] = (name, files = {}) => {
      const made = appFolder(work, name);
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(path.join(made, file), text);
        giveToApp(path.join(made, file));
      }
      return made;
    };
    const home = folder('home');
    const environment = (dataDir: string, env: Record<string, string> = {}) => ({
      THROUGHLINE_HOME: dataDir,
      ...{ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, TZ: 'UTC', DISPLAY: display.name },
      // No session bus is started behind the test's back.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...withoutTitles,
      ...env,
    });
    const argumentsOf = (dataDir: string, { args = [], switches = [], outside }: RealStart) => [
      '--disable-gpu',
      ...switches,
      '--',
      ...(outside ?? ['--data', dataDir, ...args]),
    ];
    await use({
      folder,
      environment,
      async start(start = {}) {
        const dataDir = start.dataDir ?? folder('data', { 'settings.json': '{"v":1,"approvalMode":"ask"}' });
        const app = await _electron.launch({
          executablePath: start.binary === undefined ? command : commandFor(start.binary),
          args: argumentsOf(dataDir, start),
          env: environment(dataDir, start.env),
          chromiumSandbox: true,
        });
        started.push(realApp(app, dataDir));
        return started.at(-1) as RealApp;
      },
      async startAside(start) {
        const child = spawn(command, argumentsOf(start.dataDir, start), {
          env: environment(start.dataDir, start.env),
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        const output = collect(child);
        const { untilSaid } = start;
        if (untilSaid !== undefined)
          child.stderr?.on('data', () => output().includes(untilSaid) && child.kill('SIGKILL'));
        // Not its `close`: processes that it leaves for a moment hold its output open.
        const limit = AbortSignal.timeout(startLimitMs);
        const [code] = await once(child, 'exit', { signal: limit }).catch((thrown: unknown) => {
          child.kill('SIGKILL');
          throw limit.aborted ? new Error(`It did not end. It said: ${output()}`) : thrown;
        });
        return { code, said: output };
      },
    });
    for (const app of started) app.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    display.stop();
  },
});

function realApp(app: ElectronApplication, dataDir: string): RealApp {
  const child = app.process();
  const ended =
    child.exitCode === null && child.signalCode === null
      ? once(child, 'exit').then(([code, signal]): number | string => code ?? signal)
      : Promise.resolve(child.exitCode ?? child.signalCode ?? 0);
  return {
    app,
    dataDir,
    said: collect(child),
    async page() {
      const page = await app.firstWindow();
      await expect(composer(page)).toBeVisible();
      return page;
    },
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Chromium, GTK, D-Bus and drivers write to stderr, too, differently on each machine. */
const appLine = /^(?:(?:info|warning|error|internal error|box): |Throughline |The data folder )/;

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return () =>
    text
      .split('\n')
      .filter((line) => appLine.test(line))
      .join('\n');
}
