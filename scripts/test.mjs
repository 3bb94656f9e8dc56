// `npm test`: installs and builds what is missing, then the linter, the compiler, the unit tests and the end-to-end tests.
// The last line counts them all. Runs on plain Node 20; needs npm and nothing else.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';
import { runInPlace } from './child.mjs';
import { runScript, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'out', 'reports');
const layers = ['shared', 'electron', 'renderer', 'test', 'e2e'];

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  await ensureBuilt(root, node, say);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const tool = (/** @type {string} */ path) => join(root, 'node_modules', path);
  const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` };
  const run = (/** @type {string[]} */ args, more = {}) =>
    runInPlace(node, args, { cwd: root, env: { ...env, ...more } }).then(({ code }) => code);
  const total = { passed: 0, failed: 0 };
  const count = (/** @type {Count} */ { passed, failed }) => {
    total.passed += passed;
    total.failed += failed;
  };
  const check = async (/** @type {string} */ name, /** @type {string[]} */ args) => {
    say(`— ${name}`);
    count((await run(args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  };

  await check('linter and format', [tool('@biomejs/biome/bin/biome'), 'check', '.']);
  for (const layer of layers) await check(`types: ${layer}`, [tool('typescript/bin/tsc'), '-p', layer]);

  say('— unit tests');
  const unitReport = join(reports, 'unit.json');
  const unitCode = await run([
    tool('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]);
  count(atLeastOneFailure(unitCode, unitCounts(unitReport)));

  say('— end-to-end tests');
  const endReport = join(reports, 'e2e.json');
  const endCode = await run([tool('@playwright/test/cli.js'), 'test'], { THROUGHLINE_REPORT: endReport });
  count(atLeastOneFailure(endCode, endCounts(endReport)));

  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/** @typedef {{passed: number, failed: number}} Count */

/** A runner that failed without a failed test (a file that does not load, no browser) counts as one. */
function atLeastOneFailure(/** @type {number} */ code, /** @type {Count} */ { passed, failed }) {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

/** @returns {Count} */
function unitCounts(/** @type {string} */ file) {
  const report = read(file);
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

/** A test that passed only at a second try is broken. @returns {Count} */
function endCounts(/** @type {string} */ file) {
  const stats = read(file)?.stats;
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) };
}

function read(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
