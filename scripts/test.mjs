// `npm test`: the whole test suite, on a fresh machine with npm alone. Installs, checks, builds, runs the unit tests and the
// end-to-end tests in a browser that it finds, lists the slowest files and the time of each part, and ends with one line:
// N passed, N failed. This is the short run; `npm test -- --all` runs every check, and every test at full volume. The times
// are also in out/test-reports/time.json.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInPlace, runToEnd } from './child.mjs';
import { hostNodeMajor } from './nodePath.mjs';
import { runScript, Stop, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';
import { pageSnapshots, playwrightCount, slowestFiles, vitestCount } from './testReports.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'out', 'test-reports');
const buildScript = join(root, 'scripts', 'build.mjs');

/**
 * The checks and the build, as lanes that run side by side. The type-aware linter reads the compiler's output, so it follows
 * it. The slow tools run with `--all` and in `npm run check`.
 * @type {{name: string, tool: string, args: string[], settings?: string, isSlow?: boolean}[][]}
 */
const checkLanes = [
  [
    {
      name: 'Types',
      tool: 'tsc',
      // Each further checker repeats part of the work: four of them take twice the CPU time of one.
      args: ['-b', '--checkers', '1', ...(process.stdout.isTTY ? ['--pretty'] : [])],
      settings: 'tsconfig.json',
    },
    { name: 'Lint with types', tool: 'oxlint', args: [], settings: '.oxlintrc.json', isSlow: true },
  ],
  [
    { name: 'Build', tool: buildScript, args: [] },
    { name: 'Format and lint', tool: 'biome', args: ['check', '.'], settings: 'biome.json' },
    { name: 'Unused code', tool: 'knip', args: ['--no-progress'], settings: 'knip.json', isSlow: true },
    {
      name: 'Code for tests only',
      tool: 'knip',
      args: ['--no-progress', '--production'],
      settings: 'knip.json',
      isSlow: true,
    },
  ],
];
const slowestCount = 20;

/** @typedef {import('./testReports.mjs').Count} Count */

await runScript(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--all');
  if (unknown !== undefined) throw new Stop(`npm test does not know ${unknown}; its only option is --all`, 2);
  if (args.length > 0) process.env.THROUGHLINE_TESTS = 'all';
  const node = await ensureInstalled(root, say);
  if (Number(process.versions.node.split('.')[0]) < hostNodeMajor) {
    // Finding a browser needs Playwright, which runs on Node 24 like everything else.
    return (await runInPlace(node, [fileURLToPath(import.meta.url), ...args], { cwd: root })).code;
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const begun = performance.now();
  const parts = { 'checks and build': checksAndBuild, unit: unitTests, e2e: endToEndTests };
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
  section('Slowest files');
  for (const line of slowestFiles(counts, slowestCount)) say(line);
  say('');
  for (const name of counts.flatMap((count) => count.names ?? [])) say(`Failed: ${name}`);
  const times = Object.entries(seconds).map(([name, each]) => `${name} ${each} s`);
  say(`Took ${whole} s (${runName()}): ${times.join(', ')}`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/**
 * Prints each tool's output when the tool ends, so that outputs do not mix. Lists failures in the order of the table.
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function checksAndBuild(node) {
  const lanes = checkLanes.map((lane) =>
    lane.filter(({ settings = '', isSlow }) => existsSync(join(root, settings)) && (isFullRun() || !isSlow)),
  );
  /** @type {Set<string>} */
  const failed = new Set();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const { name, tool, args } of lane) {
        const script = tool === buildScript ? tool : scriptOf(tool);
        const { code, output } = await runToEnd(node, [script, ...args], { cwd: root });
        section(name);
        if (output !== '') say(output.trimEnd());
        if (code !== 0) failed.add(name);
      }
    }),
  );
  const names = lanes.flat().flatMap(({ name }) => (failed.has(name) ? [name.toLowerCase()] : []));
  return { passed: lanes.flat().length - names.length, failed: names.length, names };
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function unitTests(node) {
  section(`Unit and integration tests (${runName()})`);
  const report = join(reports, 'vitest.json');
  const code = await step(node, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return vitestCount(root, report, code);
}

/**
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function endToEndTests(node) {
  section(`End-to-end tests (${runName()})`);
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
  for (const { title, lines } of pageSnapshots(report)) {
    section(`Page: ${title}`);
    for (const line of lines) say(line);
  }
  return playwrightCount(report, code);
}

/**
 * Runs a tool from node_modules, on Node 24 if it is a script.
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
  /** @type {Record<string, string>} */
  const packages = { biome: '@biomejs/biome', tsc: 'typescript', playwright: '@playwright/test' };
  const folder = join(root, 'node_modules', packages[tool] ?? tool);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

/** The run's name in the output: THROUGHLINE_TESTS may request more than `--all`. */
function runName() {
  return isFullRun() ? `${process.env.THROUGHLINE_TESTS} tests` : 'short run; npm test -- --all runs everything';
}

function isFullRun() {
  return ['all', 'long'].includes(process.env.THROUGHLINE_TESTS ?? '');
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
