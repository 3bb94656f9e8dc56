// `npm test`: everything that must hold, on a fresh machine with npm alone. Installs, checks, builds, runs the unit
// tests and the end-to-end tests in a browser that it finds, and ends with one line: N passed, N failed.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace } from './child.mjs';
import { hostNodeMajor } from './nodePath.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'out', 'test-reports');
const layers = ['shared', 'electron', 'renderer', 'test', 'e2e', 'scripts'];

/** @typedef {{passed: number, failed: number}} Count */

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  if (Number(process.versions.node.split('.')[0]) < hostNodeMajor) {
    // The rest looks for a browser with Playwright, on the Node that everything else runs on.
    return (await runInPlace(node, [fileURLToPath(import.meta.url)], { cwd: root })).code;
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const counts = [await checks(node), await build(node), await unitTests(node), await endToEndTests(node)];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  say('');
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function checks(node) {
  section('Format and lint');
  const codes = [await step(node, 'biome', ['check', '.'])];
  for (const layer of layers.filter((one) => existsSync(join(root, one, 'tsconfig.json')))) {
    section(`Types: ${layer}`);
    codes.push(await step(node, 'tsc', ['-p', layer]));
  }
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed };
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function build(node) {
  section('Build');
  const { code } = await runInPlace(node, [join(root, 'scripts', 'build.mjs')], { cwd: root });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function unitTests(node) {
  section('Unit and integration tests');
  const report = join(reports, 'vitest.json');
  const code = await step(node, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return counted(code, numPassedTests, numFailedTests);
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function endToEndTests(node) {
  section('End-to-end tests');
  const specs = existsSync(join(root, 'e2e')) ? readdirSync(join(root, 'e2e'), { recursive: true }) : [];
  if (!specs.some((path) => String(path).endsWith('.spec.ts'))) {
    say('There are none.');
    return { passed: 0, failed: 0 };
  }
  const { findBrowser } = await import('./browser.mjs');
  const { browser, tried } = await findBrowser(root);
  for (const line of tried) say(`Tried ${line}`);
  if (!browser) {
    say('No browser could be started. Set CHROME_PATH to one.');
    return { passed: 0, failed: 1 };
  }
  say(`Browser: ${browser.executablePath}`);
  const report = join(reports, 'playwright.json');
  const env = { ...process.env, THROUGHLINE_BROWSER: JSON.stringify(browser), THROUGHLINE_REPORT: report };
  const code = await step(node, 'playwright', ['test'], env);
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  // A test that passed only at a second try is broken.
  return counted(code, expected, unexpected + flaky);
}

/**
 * Runs a tool of node_modules, on Node 24 where it is a script.
 * @param {string} node
 * @param {string} tool
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function step(node, tool, args, env = process.env) {
  const { code } = await runInPlace(node, [scriptOf(tool), ...args], { cwd: root, env });
  return code;
}

/** @param {string} tool */
function scriptOf(tool) {
  const names = { biome: '@biomejs/biome', tsc: 'typescript', vitest: 'vitest', playwright: '@playwright/test' };
  const folder = join(root, 'node_modules', names[/** @type {keyof typeof names} */ (tool)]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

/**
 * A tool that failed without a failed test (a file that does not load, a crash) counts as one.
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @returns {Count}
 */
function counted(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {string} name */
function section(name) {
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
}
