// Locates the Node that runs the hosts: the development dependency `node`, so that it is the same everywhere.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const hostNodeMajor = 24;

/** Silences only the notice that node:sqlite is experimental. */
export const hostNodeFlags = ['--disable-warning=ExperimentalWarning'];

/** A command reads long logs in chunks; by default, V8 takes fifty megabytes more for short-lived objects. */
export const commandNodeFlags = [...hostNodeFlags, '--max-semi-space-size=4'];

/**
 * Returns the path of Node 24, or null if it is not installed and this process runs on an older one.
 * @param {string} root
 */
export function nodePath(root) {
  const installed = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  return Number(process.versions.node.split('.')[0]) >= hostNodeMajor ? process.execPath : null;
}
