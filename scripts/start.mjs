// `npm start`: installs and builds what is missing, then opens the desktop window or, where that is impossible, the
// browser host. Starts on plain Node 20; the hosts run on Electron and on Node 24.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';
import { runInPlace } from './child.mjs';
import { desktopRuntime } from './desktopRuntime.mjs';
import { keysOf, startWithoutKey, takeEnvironment, withKeys } from './keyAside.mjs';
import { hostNodeFlags } from './nodePath.mjs';
import { argumentsOf, readOptions, usage } from './options.mjs';
import { runScript, Stop, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A window that exits this soon with its own code never opened: a missing library, a broken display. */
const openingMs = 10_000;

startWithoutKey(process.execPath, [...process.execArgv, ...process.argv.slice(1)]);
const keys = keysOf(takeEnvironment());

await runScript(async () => {
  // npm runs scripts in the package's folder; command line paths are relative to the user's.
  const read = readOptions(process.argv.slice(2), { folder: process.env.INIT_CWD ?? process.cwd() });
  if (!read.ok) throw new Stop(read.message, 2);
  if (read.options.help) {
    say(usage);
    return 0;
  }
  const node = await ensureInstalled(root, say);
  await ensureBuilt(root, node, say);

  const args = argumentsOf(read.options);
  if (!read.options.browser) {
    const runtime = await desktopRuntime({ root, node, say });
    const ended = 'path' in runtime ? await openWindow(runtime.path, args) : runtime;
    if ('code' in ended) return ended.code;
    say(`${ended.reason}, so Throughline opens in the browser instead of its own window.`);
  }
  const host = await runInPlace(node, [...hostNodeFlags, join(root, 'out', 'headless.js'), ...args], withKeys(keys));
  return host.code;
});

/**
 * @param {string} electron
 * @param {string[]} args
 * @returns {Promise<{code: number} | {reason: string}>}
 */
async function openWindow(electron, args) {
  const began = Date.now();
  const { code, signalled } = await runInPlace(electron, [root, '--', ...args], withKeys(keys));
  // 1 and 2 are the app's own codes: it reported the problem.
  if (code <= 2 || signalled || Date.now() - began > openingMs) return { code };
  return { reason: `The desktop window could not be opened (exit code ${code})` };
}
