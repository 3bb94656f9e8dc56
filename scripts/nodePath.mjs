// Where the Node is that runs the hosts: the development dependency `node`, so that it is the same everywhere.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const hostNodeMajor = 24;

/** Silences the notice that node:sqlite is new; nothing else. */
export const hostNodeFlags = ['--disable-warning=ExperimentalWarning'];

/** A command reads long logs piece by piece; left to itself, V8 takes fifty megabytes more for what is thrown away at once. */
export const commandNodeFlags = [...hostNodeFlags, '--max-semi-space-size=4'];

/**
 * The path of Node 24, or null when it is not installed and this process runs on something older.
 * @param {string} root
 */
export function nodePath(root) {
  const installed = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  return Number(process.versions.node.split('.')[0]) >= hostNodeMajor ? process.execPath : null;
}
