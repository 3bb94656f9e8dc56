// Whether the desktop window can open here: it needs a display and Electron's runtime. Its binary does not come from
// the npm registry, so it may be unreachable; that result is cached for a day.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const retryAfterMs = 24 * 60 * 60 * 1000;
const overallLimitMs = 15 * 60 * 1000;

/**
 * Returns the path of Electron's binary, or the reason for using the browser host instead.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.node the Node that runs Electron's own installer
 * @param {(line: string) => void} options.say
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {NodeJS.Platform} [options.platform]
 * @param {number | undefined} [options.userId]
 * @param {number} [options.now] milliseconds since 1970
 * @param {number} [options.stallMs] how long the download may stand still
 * @param {boolean} [options.needsDisplay] false: the binary is to be packaged, not run
 * @returns {Promise<{path: string} | {reason: string}>}
 */
export async function desktopRuntime({
  root,
  node,
  say,
  env = process.env,
  platform = process.platform,
  userId = process.getuid?.(),
  now = Date.now(),
  stallMs = 20_000,
  needsDisplay = true,
}) {
  const reason = needsDisplay ? reasonAgainst(env, platform, userId) : null;
  if (reason) return { reason };
  const installed = installedRuntime(root, env);
  if (installed) return { path: installed };
  if (!existsSync(join(electronFolder(root), 'install.js'))) return { reason: 'Electron is not installed' };

  const failedAt = readFailure(root);
  if (failedAt !== null && now - failedAt < retryAfterMs)
    return { reason: 'The Electron runtime could not be downloaded' };
  say('Downloading the Electron runtime…');
  await fetchRuntime(root, node, env, stallMs);
  const fetched = installedRuntime(root, env);
  if (fetched) {
    rmSync(failureFile(root), { force: true });
    return { path: fetched };
  }
  writeFailure(root, now);
  return { reason: 'The Electron runtime could not be downloaded' };
}

/**
 * Returns the installed binary, or null.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} [env]
 */
export function installedRuntime(root, env = process.env) {
  try {
    const name = readFileSync(join(electronFolder(root), 'path.txt'), 'utf8');
    const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(electronFolder(root), 'dist'), name);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {number | undefined} userId
 * @returns {string | null}
 */
export function reasonAgainst(env, platform, userId) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'There is no display';
  // Chromium's sandbox does not start as root, and is never turned off here.
  return userId === 0 ? "Electron's sandbox does not run as root" : null;
}

/**
 * Runs Electron's installer as long as data arrives. Success is judged by the files afterwards.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {number} stallMs
 * @returns {Promise<void>}
 */
function fetchRuntime(root, node, env, stallMs) {
  const folder = join(cacheFolder(root), 'electron-download');
  mkdirSync(folder, { recursive: true });
  return new Promise((done) => {
    const child = spawn(node, [join(electronFolder(root), 'install.js')], {
      stdio: 'ignore',
      env: { ...env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' },
    });
    const began = Date.now();
    let bytes = 0;
    let movedAt = began;
    const watch = setInterval(
      () => {
        const seen = bytesUnder(folder) + bytesUnder(join(electronFolder(root), 'dist'));
        if (seen !== bytes) movedAt = Date.now();
        bytes = seen;
        if (Date.now() - movedAt > stallMs || Date.now() - began > overallLimitMs) child.kill('SIGKILL');
      },
      Math.min(1000, stallMs / 4),
    );
    const end = () => {
      clearInterval(watch);
      rmSync(folder, { recursive: true, force: true });
      done();
    };
    child.on('error', end);
    child.on('close', end);
  });
}

/**
 * @param {string} folder
 * @returns {number}
 */
function bytesUnder(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .map((path) => statSync(join(folder, String(path)), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

/** @param {string} root */
function electronFolder(root) {
  return join(root, 'node_modules', 'electron');
}

/** @param {string} root */
function cacheFolder(root) {
  return join(root, 'node_modules', '.cache', 'throughline');
}

/** @param {string} root */
function failureFile(root) {
  return join(cacheFolder(root), 'electron-unreachable.json');
}

/** @param {string} root */
function readFailure(root) {
  try {
    const at = JSON.parse(readFileSync(failureFile(root), 'utf8')).at;
    return typeof at === 'number' ? at : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} root
 * @param {number} at
 */
function writeFailure(root, at) {
  mkdirSync(dirname(failureFile(root)), { recursive: true });
  writeFileSync(failureFile(root), `${JSON.stringify({ at })}\n`);
}
