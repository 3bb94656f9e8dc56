// Checks the built output: no entry point contains what its host does not have, and the window's first screen stays
// small. Needs `npm run build`, which `npm test` runs.

import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { built, entryScripts, importsIn, initialScripts, reachable, textScripts } from '../../scripts/house/bundle.ts';
import { importsOf, parseSource } from '../../scripts/house/syntax.ts';
import { partPrefix } from '../../scripts/sources.mjs';
import { cite } from '../support/cite.ts';

const root = path.resolve(import.meta.dirname, '../..');
const firstLoadLimitBytes = 220_000;
/** Loaded from their packages at run time: native ones, and one that drives a browser. */
const natives = ['@lydell/node-pty', '@napi-rs/keyring', '@vscode/ripgrep', 'playwright-core'];
const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

test('the preload script is CommonJS and requires nothing but electron', () => {
  const source = parseSource('out/preload.cjs', built('out/preload.cjs'), 'commonjs');
  // It parses as CommonJS, where an import or export is a syntax error.
  expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(['electron']);
});

/** An entry point and its chunks. */
function doorAndParts(door: string): string[] {
  const files = [door];
  for (const file of files) {
    for (const { specifier } of importsIn(file)) {
      const part = specifier?.startsWith('./') ? `out/${specifier.slice(2)}` : null;
      if (part?.startsWith(partPrefix(door)) && !files.includes(part)) files.push(part);
    }
  }
  return files;
}

test.each(['out/headless.js', 'out/cli.js'])(
  '%s needs Node and the native modules, and no Electron',
  {
    tags: ['all'],
  },
  (door) => {
    const files = doorAndParts(door);
    const names = files.flatMap((file) => importsIn(file).map(({ specifier }) => ({ file, specifier })));
    expect(names.length).toBeGreaterThan(50);
    const beside = readdirSync(path.join(root, 'out')).map((name) => `./${name}`);
    const known = (name: string): boolean => isBuiltin(name) || natives.includes(name) || beside.includes(name);
    expect(names.filter(({ specifier }) => specifier === null || !known(specifier))).toEqual([]);
  },
);

test("a command's startup code is small, and rarely used code is in separate chunks", { tags: ['all'] }, () => {
  const [door = '', ...parts] = doorAndParts('out/cli.js');
  expect(built(door).length).toBeLessThan(20_000);
  const whole = (words: string): string[] => parts.filter((part) => built(part).includes(words));
  // The MCP client, the code that sends requests, and the scenario reader.
  for (const words of ['AjvJsonSchemaValidator', 'EnvHttpProxyAgent = class', 'Composer']) {
    expect(whole(words).length, words).toBeGreaterThan(0);
    expect(whole(words).filter((part) => part.includes('commandEntry'))).toEqual([]);
  }
  // Importing it loads all of Node's own fetch.
  for (const file of [door, ...parts]) expect([file, /from "node:http"/.test(built(file))]).toEqual([file, false]);
});

test.each([
  'out/indexWorker.js',
  'out/queryProcess.js',
  'out/sessionWorker.js',
  'out/backupWorker.js',
  'out/tokenWorker.js',
  'out/readableWorker.js',
  'out/symbolWorker.js',
])('the thread %s needs only Node', (worker) => {
  const names = importsIn(worker).map(({ specifier }) => specifier);
  expect(names).toContain('node:worker_threads');
  expect(names.filter((name) => name === null || !isBuiltin(name))).toEqual([]);
});

test('the desktop entry point needs Electron, Node and the native modules', { tags: ['all'] }, () => {
  const [door = '', ...parts] = doorAndParts('out/main.js');
  const names = [door, ...parts].flatMap((file) => importsIn(file).map(({ specifier }) => specifier));
  expect(names).toContain('electron');
  const beside = parts.map((part) => `./${path.posix.basename(part)}`);
  const isKnown = (name: string): boolean =>
    name === 'electron' || isBuiltin(name) || natives.includes(name) || beside.includes(name);
  expect(names.filter((name) => name === null || !(isKnown(name) || name === './main.js'))).toEqual([]);
  // Installers, the MCP client and the reader of scenarios are compiled when they are needed.
  for (const rare of ['class DebUpdater', 'AjvJsonSchemaValidator', 'Composer']) {
    expect(parts.filter((part) => built(part).includes(rare)).length, rare).toBeGreaterThan(0);
    expect(built(door).includes(rare), rare).toBe(false);
  }
});

test("the window's scripts import each other and nothing else", { tags: ['all'] }, () => {
  const scripts = reachable(entryScripts(), () => true);
  expect(scripts.length).toBeGreaterThan(1);
  const foreign = scripts.flatMap((script) =>
    importsIn(script)
      .filter(({ specifier }) => specifier === null || !specifier.startsWith('./'))
      .map(({ specifier }) => `${script} imports ${specifier}`),
  );
  expect(foreign).toEqual([]);
  // What a bundler substitutes for a module that a browser does not have.
  expect(scripts.filter((script) => built(script).includes('__vite-browser-external'))).toEqual([]);
});

test("the window's page has no inline script", () => {
  const page = built('out/renderer/index.html');
  const scripts = [...page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)];
  expect(scripts.length).toBe(page.match(/<script\b/gi)?.length);
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, attributes, text] of scripts) {
    expect(attributes).toMatch(/\ssrc="\.\/[^"]+"/);
    expect(text).toBe('');
  }
  expect(page).not.toMatch(/\son[a-z]+\s*=|javascript:/i);
});

test(cite('PERF-7', 'the window needs at most 220 kB of compressed scripts to start'), () => {
  const sizes = initialScripts().map(({ script, bytes }) => ({ script: path.posix.basename(script), bytes }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = sizes.map(({ script, bytes }) => `${script} ${bytes}`).join(', ');
  console.log(`First-load JavaScript: ${(total / 1000).toFixed(1)} kB compressed (${parts}).`);
  expect(total, parts).toBeLessThanOrEqual(firstLoadLimitBytes);
});

test(cite('PERF-7', 'the window starts with a few files, and none of them waits for itself'), () => {
  const first = reachable(entryScripts(), (dynamic) => !dynamic);
  expect(first.length).toBeLessThanOrEqual(8);
  // The window's file waits for a language's strings, so these must not need that file in turn.
  const words = textScripts();
  expect(words.length).toBeGreaterThanOrEqual(2);
  for (const script of words) {
    const needed = reachable([script], () => true);
    expect(needed.filter((script) => path.posix.basename(script).startsWith('window-'))).toEqual([]);
  }
});
