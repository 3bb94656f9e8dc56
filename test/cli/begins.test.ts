// How the command line starts: in the launched process, with a compile cache that may be damaged, missing or in a place
// that is not writable.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cacheFolder, isOwnedByUser } from '../../electron/host/compileCache.ts';
import { looksSame, noteLook } from '../../scripts/looked.mjs';
import { cite } from '../support/cite.ts';
import { doors } from '../support/commandLine.ts';
import { writeTree } from '../support/fileTree.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/tempFolder.ts';

const launcher = fileURLToPath(new URL('../../bin/throughline.mjs', import.meta.url));

/** The entry point and its parts in a test folder, without a compile cache. */
function copiedDoor(): string {
  const folder = tempFolder();
  for (const name of readdirSync(doors).filter((name) => /^cli\b.*\.js$/.test(name)))
    cpSync(join(doors, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

const list = (script: string, env: Record<string, string> = {}) => {
  const folder = tempFolder();
  const options = { env: { NODE_COMPILE_CACHE: '', ...env } };
  return startProgram(script, ['list', '--json', '--data', join(folder, 'data'), '--project', folder], options)
    .finished;
};

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test(cite('PERF-7', 'the compile cache is next to the entry point, and a damaged one is ignored'), async () => {
  const folder = copiedDoor();
  expect(await list(join(folder, 'cli.js'))).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
  const kept = filesUnder(join(folder, 'compiled'));
  expect(kept.length).toBeGreaterThan(2);
  for (const [at, file] of kept.entries()) {
    const bytes = readFileSync(file);
    if (at % 3 === 0) writeFileSync(file, '');
    else if (at % 3 === 1) writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    else writeFileSync(file, Buffer.from(bytes.map((byte, place) => (place > 40 ? byte ^ 0x55 : byte))));
  }
  expect(await list(join(folder, 'cli.js'))).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
});

test(
  cite('PERF-7', "if the entry point's folder is not writable, the cache is in the cache folder, or nowhere"),
  async () => {
    const folder = copiedDoor();
    const caches = tempFolder();
    chmodSync(folder, 0o555);
    // A superuser can write there as well: then a file blocks the folder.
    const mayWrite = process.getuid?.() === 0;
    if (mayWrite) writeFileSync(join(folder, 'compiled'), 'no folder');
    expect(await list(join(folder, 'cli.js'), { XDG_CACHE_HOME: caches })).toMatchObject({ code: 0, stdout: '[]\n' });
    if (!mayWrite) expect(existsSync(cacheFolder({ XDG_CACHE_HOME: caches }))).toBe(true);
    chmodSync(folder, 0o755);
  },
);

test.skipIf(process.platform === 'win32')(
  cite('PERF-7', 'where others may write, no compiled code is stored or used, since it would run'),
  async () => {
    const folder = copiedDoor();
    const shared = join(folder, 'compiled');
    const caches = tempFolder();
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    expect(await list(join(folder, 'cli.js'), { XDG_CACHE_HOME: caches })).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(filesUnder(shared)).toEqual([]);
    const kept = cacheFolder({ XDG_CACHE_HOME: caches });
    expect(filesUnder(kept).length).toBeGreaterThan(2);
    expect(statSync(kept).mode & 0o777).toBe(0o700);

    expect(isOwnedByUser(kept)).toBe(true);
    expect(isOwnedByUser(kept, statSync(kept).uid + 1)).toBe(false);
    symlinkSync(kept, join(folder, 'link'));
    expect(isOwnedByUser(join(folder, 'link'))).toBe(false);
  },
);

test("the cache folder is the system's", () => {
  expect(cacheFolder({}, 'linux', '/home/me')).toBe('/home/me/.cache/throughline/compiled');
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' }, 'linux', '/home/me')).toBe('/home/me/.cache/throughline/compiled');
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' }, 'linux', '/home/me')).toBe('/c/throughline/compiled');
  expect(cacheFolder({}, 'darwin', '/Users/me')).toBe('/Users/me/Library/Caches/Throughline/compiled');
  expect(cacheFolder({ LOCALAPPDATA: '/l' }, 'win32', '/u')).toBe('/l/Throughline/Cache/compiled');
});

test(cite('PERF-7', "the launcher continues in its own process, and its exit codes are the command's"), {
  tags: ['all'],
}, async () => {
  expect(await list(launcher)).toMatchObject({ code: 0, stdout: '[]\n' });
  const wrong = startProgram(launcher, ['list', '--wrong'], {});
  expect(await wrong.finished).toMatchObject({ code: 2, stdout: '' });
  const none = startProgram(launcher, ['show', 'nothing', '--data', join(tempFolder(), 'data')], {});
  expect(await none.finished).toMatchObject({ code: 1, stdout: '' });
});

test('unchanged files are not read again, and any change is detected', () => {
  const folder = tempFolder();
  const files = ['a.txt', 'deep/b.txt'];
  writeTree(folder, { 'a.txt': 'a', 'deep/b.txt': 'b' });
  // A file changed just now may change again within the same tick.
  noteLook(folder, 'x', files, 'found');
  expect(looksSame(folder, 'x', files, 'found')).toBe(false);
  const settled = Math.max(...files.map((file) => statSync(join(folder, file)).ctimeMs)) + 3000;
  const { now } = Date;
  Date.now = () => settled;
  try {
    noteLook(folder, 'x', files, 'found');
  } finally {
    Date.now = now;
  }
  expect(looksSame(folder, 'x', files, 'found')).toBe(true);
  expect(looksSame(folder, 'x', files, 'other')).toBe(false);
  expect(looksSame(folder, 'x', ['a.txt'], 'found')).toBe(false);
  expect(looksSame(folder, 'x', [...files, 'c.txt'], 'found')).toBe(false);
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeTree(folder, { 'deep/b.txt': 'c' });
  expect(looksSame(folder, 'x', files, 'found')).toBe(false);
});
