// npm test: its last line, and that it finds a browser.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';
import { pageSnapshots } from '../../../scripts/testReports.mjs';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { type Finished, startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { repositoryRoot, treeCopy } from '../../support/treeCopy.ts';

const rules =
  '{ "linter": { "enabled": true }, "files": { "includes": ["test/**"] }, "formatter": { "enabled": false } }';
const layers = '{ "files": [], "references": [{ "path": "scripts" }] }';
const good = "import { expect, test } from 'vitest';\n\ntest('one', () => expect(1).toBe(1));\n";
const bad = `${good}test('two', () => expect(1).toBe(2));\ntest('three', () => expect(1).toBe(1));\n`;
const tagged = "test('whole', { tags: ['all'] }, () => expect(1).toBe(1));\n";

interface Told extends Finished {
  lastLine: string;
  time: unknown;
}

async function runTests(files: Record<string, string>, args: string[] = []): Promise<Told> {
  const folder = treeCopy([
    'vitest.config.ts',
    'vite.doors.config.ts',
    'tsconfig.base.json',
    'test/support/hangs.ts',
    'test/support/sentenceEquality.ts',
    'test/support/volume.ts',
    'shared/core/sentence.ts',
  ]);
  writeTree(folder, { 'biome.json': rules, 'tsconfig.json': layers, ...files });
  const finished = await startProgram(join(folder, 'scripts', 'test.mjs'), args, { folder }).finished;
  const time: unknown = JSON.parse(readFileSync(join(folder, 'out', 'test-reports', 'time.json'), 'utf8'));
  return { ...finished, lastLine: finished.stdout.trimEnd().split('\n').at(-1) ?? '', time };
}

/** Format and lint, types of the scripts, build. */
const checks = 3;

test(cite('START-2', 'the last line counts the tests and the checks, and the exit code follows'), {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const passed = await runTests({ 'test/a.test.ts': good + tagged });
  expect([passed.lastLine, passed.code]).toEqual([`${checks + 1} passed, 0 failed`, 0]);
  const failed = await runTests({ 'test/a.test.ts': bad + tagged }, ['--all']);
  expect([failed.lastLine, failed.code]).toEqual([`${checks + 3} passed, 1 failed`, 1]);
  const seconds = expect.any(Number);
  for (const { time, stdout } of [passed, failed]) {
    expect(time).toEqual({ seconds, parts: { 'checks and build': seconds, unit: seconds, e2e: seconds } });
    expect(stdout).toMatch(/── Slowest files ─+\n +\d+\.\d s {2}test\/a\.test\.ts\n\n/);
    expect(stdout).toMatch(/\nTook \d+ s \([^)]+\): checks and build \d+ s, unit \d+ s, e2e \d+ s\n\d+ passed/);
  }
  expect(passed.stdout).toContain('(short run; npm test -- --all runs everything)');
  expect(failed.stdout).toContain('(all tests)');
});

test('an unknown option is reported in one line', async () => {
  const program = startProgram(join(repositoryRoot, 'scripts', 'test.mjs'), ['--fast']);
  expect(await program.finished).toMatchObject({
    code: 2,
    stderr: 'npm test does not know --fast; its only option is --all\n',
  });
});

test(cite('START-2', 'a file that does not load, or a failing check, is a failure too'), {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const broken = await runTests({ 'test/a.test.ts': good, 'test/b.test.ts': "import './none.ts';\n" });
  expect([broken.lastLine, broken.code]).toEqual([`${checks + 1} passed, 1 failed`, 1]);
  const wrong = '// @ts-check\n/** @type {number} */\nexport const one = "one";\n';
  const checked = await runTests({ 'test/a.test.ts': `${good}debugger;\n`, 'scripts/wrong.mjs': wrong });
  expect([checked.lastLine, checked.code]).toEqual([`${checks - 1} passed, 2 failed`, 1]);
  expect(checked.stdout).toContain("Type 'string' is not assignable to type 'number'");
  expect(checked.stdout).toContain('\nFailed: types\nFailed: format and lint\n');
});

test('the page of a failed end-to-end test is shown, up to 80 lines', () => {
  const folder = tempFolder();
  const page = Array.from({ length: 100 }, (_, at) => `- line ${at}`);
  const result = (name: string) => ({ attachments: [{ name: 'error-context', path: join(folder, name) }] });
  const spec = (title: string, ok: boolean, name: string) => ({ title, ok, tests: [{ results: [result(name)] }] });
  const specs = [spec('opens', false, 'opens.md'), spec('closes', true, 'opens.md'), spec('gone', false, 'none.md')];
  writeTree(folder, {
    'opens.md': `# Error details\n\n\`\`\`\nError\n\`\`\`\n\n\`\`\`yaml\n${page.join('\n')}\n\`\`\`\n`,
    'report.json': JSON.stringify({ suites: [{ suites: [{ specs }] }] }),
  });
  expect(pageSnapshots(join(folder, 'report.json'))).toEqual([{ title: 'opens', lines: page.slice(0, 80) }]);
});

test(cite('START-2', 'a browser that really starts is found, and nothing is installed for it'), {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  // The unpacked part of an installed package is in the cache.
  const packages = () => readdirSync(join(repositoryRoot, 'node_modules')).filter((name) => name !== '.cache');
  const before = packages();
  const { browser } = await findBrowser(repositoryRoot);
  expect(browser?.executablePath).toEqual(expect.any(String));
  expect(packages()).toEqual(before);
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  cite('START-2', "the registry's Chromium is unpacked and starts"),
  async () => {
    const { browser, tried } = await findBrowser(repositoryRoot, { only: 'registry' });
    expect([browser?.name, tried]).toEqual(['registry', []]);
  },
  120_000,
);
