// Starts the browser with a profile of its own, controlled over a pipe: no port controls it, and it ends with the app. Its own sandbox stays
// on, and the environment that it gets contains no secrets.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';

const launchMs = 30_000;

/** For a browser without a window. */
const viewport = { width: 1280, height: 800 };

export interface LaunchOptions {
  program: string;
  profile: string;
  headless: boolean;
  env: Record<string, string>;
  /** The address of the network guard. */
  proxy: string;
}

export async function launchBrowser({
  program,
  profile,
  headless,
  env,
  proxy,
}: LaunchOptions): Promise<Result<BrowserContext>> {
  try {
    await preparePreferences(profile);
    // Loaded with the first call: it takes a tenth of a second.
    const { chromium } = await import('playwright-core');
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      headless,
      env,
      // Names of this machine are included.
      proxy: { server: proxy, bypass: '<-loopback>' },
      chromiumSandbox: true,
      viewport: headless ? viewport : null,
      // A service worker would answer requests that the guard then does not see.
      serviceWorkers: 'block',
      acceptDownloads: false,
      timeout: launchMs,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      args: [
        '--no-first-run',
        '--no-default-browser-check',
        '--hide-crash-restore-bubble',
        // Calls would otherwise send packets past the proxy.
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      ],
    });
    return ok(context);
  } catch (thrown) {
    return explainLaunchFailure(thrown instanceof Error ? thrown.message : String(thrown), program);
  }
}

/**
 * Pages that are preloaded are requested by the browser itself, past the guard. In the preferences of Chrome, 2 means
 * never.
 */
async function preparePreferences(profile: string): Promise<void> {
  const folder = join(profile, 'Default');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'Preferences');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const preferences = jsonObject(JSON.parse(text === '' ? '{}' : text));
  const net = { ...jsonObject(preferences.net), network_prediction_options: 2 };
  await writeFile(file, JSON.stringify({ ...preferences, net }), { mode: 0o600 });
}

function explainLaunchFailure(message: string, program: string): Result<never> {
  if (/ProcessSingleton|existing browser session|profile appears to be in use|exitCode=21\b/i.test(message)) {
    return fail(
      'NOT_SUPPORTED',
      say`The shared browser is already open in another window or command. Close it there first.`,
    );
  }
  if (/Missing X server|cannot open display|ozone_platform|\$DISPLAY/i.test(message)) {
    return fail(
      'NOT_SUPPORTED',
      say`The shared browser needs a display. On a machine without one, choose “Without a window” in Settings, under Browser.`,
    );
  }
  if (/No usable sandbox|setuid sandbox|without --no-sandbox/i.test(message)) {
    return fail(
      'NOT_SUPPORTED',
      say`${program} could not start with its sandbox, and it is never started without one.`,
    );
  }
  return fail('NOT_SUPPORTED', say`${program} could not be started: ${message.split('\n', 1)[0] ?? ''}`);
}
