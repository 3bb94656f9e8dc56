// Makes sure that the packages in the lock file are installed, using npm alone; a no-op if they are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { looksSame, noteLook } from './looked.mjs';
import { hostNodeMajor, nodePath } from './nodePath.mjs';
import { Stop } from './say.mjs';

/**
 * Installs if needed and returns the path of the Node that runs the hosts. Throws `Stop` if npm fails.
 * @param {string} root
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
export async function ensureInstalled(root, say) {
  if (!isInstalled(root)) {
    say('Installing dependencies (npm ci)…');
    await npm(root, ['ci', '--include=dev', '--include=optional']);
  }
  if (!nodePath(root)) {
    // npm may be configured not to run the install script of the package `node`.
    say(`Downloading Node ${hostNodeMajor}…`);
    await npm(root, ['rebuild', 'node', '--ignore-scripts=false']);
  }
  const node = nodePath(root);
  if (!node)
    throw new Stop(
      `Node ${hostNodeMajor} could not be installed. Put Node ${hostNodeMajor} on the PATH to start without installing it.`,
    );
  return node;
}

/**
 * Returns whether node_modules matches package-lock.json, according to npm's own record there.
 * @param {string} root
 */
export function isInstalled(root) {
  const files = ['package-lock.json', 'node_modules/.package-lock.json'];
  if (looksSame(root, 'installed', files, 'installed')) return true;
  const [wanted, present] = files.map((file) => packagesOf(join(root, file)));
  if (!wanted || !present) return false;
  const same = Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // An optional package is for another platform, or was unavailable.
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true;
  });
  if (same) noteLook(root, 'installed', files, 'installed');
  return same;
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, integrity?: string, optional?: boolean}> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 */
async function npm(root, args) {
  const { runToEnd } = await import('./child.mjs');
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env.npm_execpath;
  const windows = process.platform === 'win32';
  const ended = own?.endsWith('.js')
    ? await runToEnd(process.execPath, [own, ...quiet], { cwd: root })
    : await runToEnd(windows ? 'npm.cmd' : 'npm', quiet, { cwd: root, shell: windows });
  if (ended.code !== 0) throw new Stop(`npm ${args[0]} failed:\n${ended.output.trim()}`);
}
