// What was looked at before: files that were read to the end, as the system describes them. Their size, their number and the
// time of their last change (which no program sets) are the same for as long as nobody writes to them.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds: two changes may have one time, and a file that was changed just now is changed again, as a rule. */
const settledMs = 2000;

/**
 * Whether these files are as they were when `finding` was made of them.
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
 * Notes what was found in these files. What cannot be noted is looked at again.
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
    // A place where nothing may be written.
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
