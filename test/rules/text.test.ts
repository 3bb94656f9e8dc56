// What a source must not contain: a hole in the types, a test that keeps the others from running or is skipped without
// a reason, and a trace of the machine it was written on.

import { expect, test } from 'vitest';
import { calleeNames, constantText, parseSource, type Source } from '../../scripts/house/syntax.ts';
import { readBytes, readText, repositoryFiles } from '../../scripts/house/tree.ts';

/** A registry, or a path that starts in one of our folders; not a regular expression of that word. */
const machineTrace = /registry\.npm|(?<![\w.~}-])\/(?:work|root)\/(?=[\w.~@`'"-])/;

const files = repositoryFiles();
const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file)).map((file) => parseSource(file, readText(file)));
const tests = sources.filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file));

test('no type is `any`', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(anyTypes)).toEqual([]);
});

test('no comment suppresses the compiler', () => {
  const found = sources.flatMap(({ file, comments }) =>
    comments.filter(({ text }) => /@ts-(?:ignore|nocheck)\b/.test(text)).map(({ line }) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test('no test keeps the others from running, and a skipped one has a reason', () => {
  expect(tests.length).toBeGreaterThan(40);
  expect(tests.flatMap(leftOut)).toEqual([]);
});

test('no file names a registry or a folder of the machine it was written on', () => {
  const found = files.flatMap((file) => {
    const bytes = readBytes(file);
    if (bytes.includes(0)) return [];
    return bytes
      .toString('utf8')
      .split('\n')
      .flatMap((text, at) => (machineTrace.test(text) ? [`${file}:${at + 1}`] : []));
  });
  expect(found).toEqual([]);
});

test('a doc comment is followed by what it describes', () => {
  const dangling = sources.flatMap(({ file, comments }) => {
    const lines = readText(file).split('\n');
    return comments
      .filter(({ text, line }) => /^\s*\/\*\*/.test(lines[line - 1] ?? '') && !text.includes('@typedef'))
      .filter(({ lastLine }) => /^\s*(?:$|[\])}]|\/\*\*)/.test(lines[lastLine] ?? ''))
      .map(({ line }) => `${file}:${line}`);
  });
  expect(dangling).toEqual([]);
});

/** In types, and in those of a script's comments. */
function anyTypes(source: Source): string[] {
  const lines: number[] = [];
  source.walk((node) => {
    if (node.type === 'TSAnyKeyword') lines.push(source.lineAt(node.start));
  });
  if (/\.[cm]?js$/.test(source.file)) {
    const inComments = source.comments.filter(({ text }) => /\{[^}]*\bany\b[^}]*\}/.test(text));
    lines.push(...inComments.map(({ line }) => line));
  }
  return lines.map((line) => `${source.file}:${line}`);
}

/** A reason is a comment on the line or the one above, or, inside a test, the last argument after a condition. */
function leftOut(source: Source): string[] {
  const found: string[] = [];
  source.walk((node) => {
    if (node.type !== 'CallExpression') return;
    const names = calleeNames(node.callee);
    const line = source.lineAt(node.start);
    if (names.includes('only')) found.push(`${source.file}:${line} runs alone`);
    if (names.at(-1) !== 'skip') return;
    const [first, second] = node.arguments.map((argument) => constantText(argument));
    const isCommented = source.comments.some((comment) => comment.line === line || comment.lastLine === line - 1);
    const hasWords = node.arguments.length === 2 && first === null && second !== null;
    if (!isCommented && !hasWords) found.push(`${source.file}:${line} is left out without a reason`);
  });
  return found;
}
