// Reads the test runners' JSON reports: how many tests passed, which failed, and which files took the longest.

import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** `names` lists the failures again at the end, because a log is often read from there.
 * @typedef {{passed: number, failed: number, names?: string[], files?: FileTime[]}} Count */
/** @typedef {{file: string, ms: number}} FileTime */
/** @typedef {{name: string, status: string, startTime: number, endTime: number, assertionResults: {status: string, fullName: string}[]}} VitestFile */
/** @typedef {{file: string, suites?: Suite[], specs?: Spec[]}} Suite */
/** @typedef {{name: string, path?: string}} Attachment */
/** @typedef {{ok: boolean, title: string, file: string, tests?: {results?: {duration?: number, attachments?: Attachment[]}[]}[]}} Spec */

const maxSnapshotLines = 80;

/**
 * @param {string} root
 * @param {string} report
 * @param {number} code The runner's exit code.
 * @returns {Count}
 */
export function vitestCount(root, report, code) {
  /** @type {{numPassedTests?: number, numFailedTests?: number, testResults?: VitestFile[]}} */
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const place = (/** @type {string} */ name) => relative(root, name).replaceAll(sep, '/');
  const names = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${place(name)} › ${one.fullName}`);
    return failed.length === 0 && status === 'failed' ? [place(name)] : failed;
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({ file: place(name), ms: endTime - startTime }));
  return { ...counted(code, numPassedTests, numFailedTests, names), files };
}

/**
 * @param {string} report
 * @param {number} code The runner's exit code.
 * @returns {Count}
 */
export function playwrightCount(report, code) {
  const { stats = {}, suites = [] } = readReport(report);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  /** @type {Spec[]} */
  const specs = suites.flatMap(specsOf);
  const names = specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`);
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { file, tests = [] } of specs) {
    const durations = tests.flatMap(({ results = [] }) => results.map(({ duration = 0 }) => duration));
    times.set(
      file,
      durations.reduce((sum, each) => sum + each, times.get(file) ?? 0),
    );
  }
  const files = [...times].map(([file, ms]) => ({ file: `e2e/${file}`, ms }));
  // A test that passed only on a retry counts as broken.
  return { ...counted(code, expected, unexpected + flaky, names), files };
}

/**
 * Returns what the page of each failed test contained: on a build machine, the log outlives Playwright's files.
 * @param {string} report
 * @returns {{title: string, lines: string[]}[]}
 */
export function pageSnapshots(report) {
  /** @type {{suites?: Suite[]}} */
  const { suites = [] } = readReport(report);
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return failed.flatMap(({ title, tests = [] }) => {
    const attachments = tests.flatMap(({ results = [] }) => results.flatMap((result) => result.attachments ?? []));
    return attachments.flatMap(({ name, path }) => {
      if (name !== 'error-context' || path === undefined || !existsSync(path)) return [];
      const snapshot = /^```yaml\n([\s\S]*?)^```/m.exec(readFileSync(path, 'utf8'))?.[1]?.trimEnd();
      return snapshot === undefined ? [] : [{ title, lines: snapshot.split('\n').slice(0, maxSnapshotLines) }];
    });
  });
}

/**
 * @param {readonly Count[]} counts
 * @param {number} limit
 * @returns {string[]}
 */
export function slowestFiles(counts, limit) {
  const files = counts.flatMap((count) => count.files ?? []).sort((one, other) => other.ms - one.ms);
  return files.slice(0, limit).map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * A runner that failed without a failed test (a file that does not load, a crash) counts as one failure.
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
