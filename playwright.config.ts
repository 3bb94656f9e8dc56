// End-to-end tests: the built app in a real browser. `npm test` finds one and passes it in THROUGHLINE_BROWSER; run
// directly, this file does the same search.

import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { type FoundBrowser, findBrowser } from './scripts/browser.mjs';
import { installedRuntime, reasonAgainst } from './scripts/desktopRuntime.mjs';
import { testRun } from './test/support/volume.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const browser = await chosenBrowser();
// The workers load this file too, and need not search again.
process.env.THROUGHLINE_BROWSER = JSON.stringify(browser);

async function chosenBrowser(): Promise<FoundBrowser> {
  if (process.env.THROUGHLINE_BROWSER) return JSON.parse(process.env.THROUGHLINE_BROWSER);
  const { browser: found, tried } = await findBrowser(root);
  if (!found) throw new Error(`no browser could be started:\n${tried.join('\n')}`);
  return found;
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/folders.ts',
  outputDir: 'out/test-results',
  // Every test has its own app, folder and browser.
  fullyParallel: true,
  ...(testRun === 'short' ? { grepInvert: /@all\b/ } : {}),
  // For two processors: part of the time, tests wait for the app or the page.
  workers: 3,
  // A slow machine is not a failure; a test that hangs is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.THROUGHLINE_REPORT
    ? [['list'], ['json', { outputFile: process.env.THROUGHLINE_REPORT }]]
    : 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      chromiumSandbox: browser.chromiumSandbox,
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
  },
  projects: [
    { name: 'browser', testIgnore: ['desktop*.spec.ts', 'realElectron/**'] },
    // The desktop host's own files with a stand-in for Electron, on every machine.
    { name: 'desktop-standin', testMatch: /desktop[A-Z]\w+\.spec\.ts/ },
    // The app, built for an older Electron that npm can fetch, in real windows on a virtual screen.
    ...(testRun === 'short'
      ? []
      : [
          { name: 'desktop-real-setup', testMatch: 'realElectron/*.setup.ts', teardown: 'desktop-real-teardown' },
          { name: 'desktop-real', testMatch: 'realElectron/*.spec.ts', dependencies: ['desktop-real-setup'] },
          { name: 'desktop-real-teardown', testMatch: 'realElectron/*.teardown.ts' },
        ]),
    // Only if Electron's runtime is installed and a window can be opened.
    ...(installedRuntime(root) && !reasonAgainst(process.env, process.platform, process.getuid?.())
      ? [{ name: 'desktop', testMatch: 'desktop.spec.ts' }]
      : []),
  ],
});
