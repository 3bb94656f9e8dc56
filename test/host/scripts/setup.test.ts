// What the start script does only when needed: install, build, fetch a runtime.

import { cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { desktopRuntime, reasonAgainst } from '../../../scripts/desktopRuntime.mjs';
import { isInstalled } from '../../../scripts/setup.mjs';
import { hashOf, isFresh, stamp } from '../../../scripts/sources.mjs';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const lock = (packages: Record<string, unknown>): string => JSON.stringify({ packages });

test(cite('START-1', 'installed packages are compared with the lock file, one by one'), () => {
  const folder = tempFolder();
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const other = { version: '2.0.0', integrity: 'sha512-o', optional: true };
  const wanted = { '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/other-platform': other };
  writeTree(folder, { 'package-lock.json': lock(wanted) });
  expect(isInstalled(folder)).toBe(false);
  const record = 'node_modules/.package-lock.json';
  writeTree(folder, { [record]: lock({ 'node_modules/a': a }) });
  expect(isInstalled(folder)).toBe(true);
  writeTree(folder, { [record]: lock({ 'node_modules/a': { ...a, integrity: 'sha512-b' } }) });
  expect(isInstalled(folder)).toBe(false);
  writeTree(folder, { [record]: lock({ 'node_modules/a': a, 'node_modules/other-platform': { version: '1.9.0' } }) });
  expect(isInstalled(folder)).toBe(false);
  writeTree(folder, { [record]: lock({}) });
  expect(isInstalled(folder)).toBe(false);
  writeTree(folder, { [record]: '{' });
  expect(isInstalled(folder)).toBe(false);
  expect(isInstalled(root)).toBe(true);
});

test(
  cite('START-1', 'a part is rebuilt when a source, a lock or its output changed, but not for a new date alone'),
  () => {
    const folder = tempFolder();
    writeTree(folder, {
      'electron/headless.ts': 'a',
      'shared/x.ts': 'x',
      'out/headless.js': '',
      'package-lock.json': '1',
    });
    expect(isFresh(folder, 'doors')).toBe(false);
    const done = (): void => stamp(folder, 'doors', hashOf(folder, 'doors'));
    done();
    expect(isFresh(folder, 'doors')).toBe(true);
    utimesSync(join(folder, 'electron/headless.ts'), 1, 1);
    writeTree(folder, { 'test/x.test.ts': '', 'renderer/a.ts': '', 'README.md': '' });
    expect(isFresh(folder, 'doors')).toBe(true);
    for (const change of [
      { 'electron/headless.ts': 'b' },
      { 'shared/deep/er/y.ts': '' },
      { 'package-lock.json': '2' },
      { 'electron/cli.ts': '', 'out/cli.js': '' },
    ]) {
      writeTree(folder, change);
      expect(isFresh(folder, 'doors')).toBe(false);
      done();
      expect(isFresh(folder, 'doors')).toBe(true);
    }
    rmSync(join(folder, 'out/headless.js'));
    expect(isFresh(folder, 'doors')).toBe(false);
    writeTree(folder, { 'out/headless.js': '' });
    stamp(folder, 'doors', null);
    expect(isFresh(folder, 'doors')).toBe(false);
  },
);

test(cite('START-1', 'a window is ruled out by a missing display, or an account without a sandbox'), () => {
  expect(reasonAgainst({}, 'linux', 1000)).toBe('There is no display');
  expect(reasonAgainst({ DISPLAY: ':0' }, 'linux', 1000)).toBeNull();
  expect(reasonAgainst({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000)).toBeNull();
  expect(reasonAgainst({ DISPLAY: ':0' }, 'linux', 0)).toMatch(/root/);
  expect(reasonAgainst({}, 'darwin', 501)).toBeNull();
  expect(reasonAgainst({}, 'win32', undefined)).toBeNull();
});

/** An Electron package whose installer runs `script`. */
function electronPackage(script: string): string {
  const folder = tempFolder();
  writeTree(folder, { 'node_modules/electron/install.js': script });
  return folder;
}

const finish = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  mkdirSync(__dirname + '/dist', { recursive: true });
  writeFileSync(__dirname + '/dist/electron', '');
  writeFileSync(__dirname + '/path.txt', 'electron');
`;

function runtimeOf(folder: string, now: number, said: string[], stallMs = 5000) {
  const node = process.execPath;
  const env = { ...process.env, DISPLAY: ':0' };
  const say = (line: string): void => void said.push(line);
  return desktopRuntime({ root: folder, node, say, env, platform: 'linux', userId: 1000, now, stallMs });
}

test(cite('START-1', "Electron's runtime is fetched once and found the next time"), async () => {
  const folder = electronPackage(finish);
  const said: string[] = [];
  const path = join(folder, 'node_modules', 'electron', 'dist', 'electron');
  expect(await runtimeOf(folder, 0, said)).toEqual({ path });
  expect(await runtimeOf(folder, 0, said)).toEqual({ path });
  expect(said).toEqual(['Downloading the Electron runtime…']);
});

test(cite('START-1', 'an unreachable runtime is remembered for a day, then tried again'), async () => {
  const folder = electronPackage('process.exit(1);');
  const said: string[] = [];
  const day = 24 * 60 * 60 * 1000;
  const reason = { reason: 'The Electron runtime could not be downloaded' };
  expect(await runtimeOf(folder, 1000, said)).toEqual(reason);
  expect(await runtimeOf(folder, 999 + day, said)).toEqual(reason);
  expect(said).toHaveLength(1);
  writeTree(folder, { 'node_modules/electron/install.js': finish });
  expect(await runtimeOf(folder, 1000 + day, said)).toMatchObject({ path: expect.any(String) });
  expect(said).toHaveLength(2);
});

test(cite('START-1', 'a stalled download is abandoned; one that progresses is not'), {
  tags: ['all'],
}, async () => {
  const still = electronPackage('setInterval(() => {}, 1000);');
  expect(await runtimeOf(still, 0, [], 300)).toMatchObject({ reason: expect.any(String) });
  const moving = electronPackage(`
    const { appendFileSync } = require('node:fs');
    let left = 8;
    const timer = setInterval(() => {
      appendFileSync(process.env.TMPDIR + '/part', 'x');
      if (--left > 0) return;
      clearInterval(timer);
      ${finish}
    }, 100);
  `);
  expect(await runtimeOf(moving, 0, [], 400)).toMatchObject({ path: expect.any(String) });
});

test(cite(['START-1', 'START-4'], 'an invalid option is rejected before anything is installed or built'), {
  tags: ['all'],
}, async () => {
  const folder = tempFolder();
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const before = readdirSync(folder);
  for (const args of [['--nonsense'], ['--port', 'x'], ['4000']]) {
    const { code, stdout, stderr } = await startProgram(join(folder, 'scripts', 'start.mjs'), args).finished;
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
  }
  const help = await startProgram(join(folder, 'scripts', 'start.mjs'), ['--help']).finished;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('--project DIR');
  expect(readdirSync(folder)).toEqual(before);
});

test(cite('START-7', 'a failed install or build is reported without our own stack trace'), async () => {
  const folder = tempFolder();
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  writeTree(folder, {
    'package.json': '{"type":"module"}',
    'package-lock.json': lock({ 'node_modules/a': { version: '1' } }),
  });
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, "console.error('npm error: no network'); process.exit(7);");
  const env = { npm_execpath: npm };
  const { code, stderr } = await startProgram(join(folder, 'scripts', 'start.mjs'), ['--browser'], { env }).finished;
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'npm ci failed:\nnpm error: no network\n' });
});
