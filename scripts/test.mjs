// `npm test`: everything that must hold, on a fresh machine with npm alone. Installs, checks, builds, runs the unit
// tests and the end-to-end tests in a browser that it finds, says how long each took, and ends with one line: N passed, N
// failed. The times are in out/test-reports/time.json too.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace, runToEnd } from './child.mjs';
import { hostNodeMajor } from './nodePath.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'out', 'test-reports');
const layers = ['shared', 'electron', 'renderer', 'test', 'e2e', 'scripts'].filter((layer) =>
  existsSync(join(root, layer, 'tsconfig.json')),
);
const atOnce = 2;

/** What failed is named again at the end: a log is often read from there.
 * @typedef {{passed: number, failed: number, names?: string[]}} Count */

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  if (Number(process.versions.node.split('.')[0]) < hostNodeMajor) {
    // The rest looks for a browser with Playwright, on the Node that everything else runs on.
    return (await runInPlace(node, [fileURLToPath(import.meta.url)], { cwd: root })).code;
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const begun = performance.now();
  const parts = { checks, build, unit: unitTests, e2e: endToEndTests };
  /** @type {Count[]} */
  const counts = [];
  /** @type {Record<string, number>} */
  const seconds = {};
  for (const [name, part] of Object.entries(parts)) {
    const partBegun = performance.now();
    counts.push(await part(node));
    seconds[name] = secondsSince(partBegun);
  }
  const whole = secondsSince(begun);
  writeFileSync(join(reports, 'time.json'), `${JSON.stringify({ seconds: whole, parts: seconds })}\n`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  say('');
  for (const name of counts.flatMap((count) => count.names ?? [])) say(`Failed: ${name}`);
  const times = Object.entries(seconds).map(([name, each]) => `${name} ${each} s`);
  say(`Took ${whole} s: ${times.join(', ')}`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function checks(node) {
  section('Format and lint');
  const names = [];
  if (await step(node, 'biome', ['check', '.'])) names.push('format and lint');
  const checked = typeChecks(node);
  for (const [at, layer] of layers.entries()) {
    section(`Types: ${layer}`);
    const { code, output } = await /** @type {typeof checked[number]} */ (checked[at]);
    process.stdout.write(output);
    if (code !== 0) names.push(`types of ${layer}`);
  }
  return { passed: layers.length + 1 - names.length, failed: names.length, names };
}

/**
 * One check for each layer, two at a time; what each says is told in the layers' order.
 * @param {string} node
 */
function typeChecks(node) {
  const pretty = process.stdout.isTTY ? ['--pretty'] : [];
  /** @type {ReturnType<typeof runToEnd>[]} */
  const checked = [];
  for (const layer of layers) {
    const before = checked.at(-atOnce);
    const check = async () => {
      await before;
      return runToEnd(node, [scriptOf('tsc'), '-p', layer, ...pretty], { cwd: root });
    };
    checked.push(check());
  }
  return checked;
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function build(node) {
  section('Build');
  const { code } = await runInPlace(node, [join(root, 'scripts', 'build.mjs')], { cwd: root });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, names: ['the build'] };
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
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const names = testResults.flatMap((/** @type {VitestFile} */ { name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed').map((one) => `${file} › ${one.fullName}`);
    return failed.length === 0 && status === 'failed' ? [file] : failed;
  });
  return counted(code, numPassedTests, numFailedTests, names);
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function endToEndTests(node) {
  section('End-to-end tests');
  const specs = existsSync(join(root, 'e2e')) ? readdirSync(join(root, 'e2e'), { recursive: true }) : [];
  if (!specs.some((path) => String(path).endsWith('.spec.ts'))) {
    say('No tests found.');
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
  const { stats = {}, suites = [] } = readReport(report);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  // A test that passed only at a second try is broken.
  return counted(code, expected, unexpected + flaky, suites.flatMap(failedSpecs));
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

/** @typedef {{name: string, status: string, assertionResults: {status: string, fullName: string}[]}} VitestFile */
/** @typedef {{file: string, suites?: Suite[], specs?: {ok: boolean, title: string, file: string}[]}} Suite */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`);
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/**
 * A tool that failed without a failed test (a file that does not load, a crash) counts as one.
 * @param {number} code
 * @param {number} passed
 * @param {number} failed
 * @param {string[]} names
 * @returns {Count}
 */
function counted(code, passed, failed, names) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, names };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Whole seconds.
 * @param {number} begun
 */
function secondsSince(begun) {
  return Math.round((performance.now() - begun) / 1000);
}

/** @param {string} name */
function section(name) {
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
}
