// Locates the Node that runs the hosts: the development dependency `node`, so that it is the same everywhere.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const hostNodeMajor = 24;

/** Silences only the notice that node:sqlite is experimental. */
const quiet = '--disable-warning=ExperimentalWarning';

/**
 * By default, V8 takes a hundred megabytes for short-lived objects in a process that is busy for minutes, as in a first sync. This was
 * the default up to Node 22.
 */
export const hostNodeFlags = [quiet, '--max-semi-space-size=16'];

/** A command reads long logs in chunks. */
export const commandNodeFlags = [quiet, '--max-semi-space-size=4'];

/**
 * Returns the path of Node 24, or null if it is not installed and this process runs on an older one.
 * @param {string} root
 */
export function nodePath(root) {
  const installed = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  return Number(process.versions.node.split('.')[0]) >= hostNodeMajor ? process.execPath : null;
}
