// Remembers files that were read completely, by the system's metadata. Size, inode and change time (which no program
// sets) stay the same until someone writes to them.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds: two changes may share a timestamp, and a file that just changed is likely to change again. */
const settledMs = 2000;

/**
 * Returns whether these files are unchanged since `finding` was recorded for them.
 * @param {string} root
 * @param {string} name
 * @param {readonly string[]} files paths from `root`
 * @param {string} finding
 */
export function looksSame(root, name, files, finding) {
  const now = describe(root, files);
  try {
    return now !== null && readFileSync(recordOf(root, name), 'utf8') === `${finding}\n${now.text}`;
  } catch {
    return false;
  }
}

/**
 * Records a finding for these files. If that fails, they are read again next time.
 * @param {string} root
 * @param {string} name
 * @param {readonly string[]} files
 * @param {string} finding
 */
export function noteLook(root, name, files, finding) {
  const now = describe(root, files);
  if (now === null || Date.now() - now.newest < settledMs) return;
  const record = recordOf(root, name);
  try {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, `${finding}\n${now.text}`);
  } catch {
    // The folder is not writable.
  }
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {{text: string, newest: number} | null}
 */
function describe(root, files) {
  let text = '';
  let newest = 0;
  for (const file of files) {
    const found = statSync(join(root, file), { throwIfNoEntry: false });
    if (!found) return null;
    text += `${file} ${found.size} ${found.ino} ${found.ctimeMs}\n`;
    newest = Math.max(newest, found.ctimeMs);
  }
  return { text, newest };
}

/**
 * @param {string} root
 * @param {string} name
 */
function recordOf(root, name) {
  return join(root, 'out', `.looked-${name}`);
}
