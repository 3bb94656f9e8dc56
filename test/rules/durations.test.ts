// No test asserts how long something took: a busy machine fails none. `npm run bench` measures speed, and the event
// loop rule is tested by counting turns (test/support/turns.ts).

import { expect, test } from 'vitest';
import { calleeNames, type Node, parseSource, type Source } from '../../scripts/house/syntax.ts';
import { filesIn, readText } from '../../scripts/house/tree.ts';

/** Members that measure time. */
const clocks = [
  'performance.now',
  'process.hrtime',
  'process.hrtime.bigint',
  'process.cpuUsage',
  'process.threadCpuUsage',
];

/** The files that may measure time, with the reason. */
const allowed: Record<string, string> = {
  'test/support/turns.ts': 'replaces the clock that work in slices looks at',
  'test/support/measuredProgram.ts': 'figures of the bench, and the same replacement in a program of its own',
  'test/support/resultChild.ts': 'figures of the bench',
  'test/support/loopCalls.ts': 'figures of the bench',
  'test/features/undo/cutOff.test.ts': 'waits until files that are written count as later',
  'test/tools/folderTree.test.ts': 'waits until a file that was written counts as old',
  'test/support/oddAgent/oddTurns.ts': 'sends updates at a given rate',
  'e2e/support/realElectron/olderNode.ts': 'a function that an older Node does not have',
  'e2e/gallery/streamScenes.ts': 'plays a reply at the pace of a model',
};

test('no test measures time; measurements belong in the benchmark', () => {
  const files = filesIn(['test', 'e2e']).filter(
    (file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith('test/bench/'),
  );
  const placesByFile = new Map<string, string[]>();
  for (const file of files) {
    const text = readText(file);
    if (!/\b(?:now|hrtime|[cC]puUsage|loadavg)\b/.test(text)) continue;
    const places = measuredIn(parseSource(file, text));
    if (places.length > 0) placesByFile.set(file, places);
  }
  expect([...placesByFile].filter(([file]) => !Object.hasOwn(allowed, file)).flatMap(([, places]) => places)).toEqual(
    [],
  );
  expect(Object.keys(allowed).filter((file) => !placesByFile.has(file))).toEqual([]);
});

function measuredIn(source: Source): string[] {
  const places: string[] = [];
  source.walk((node, around) => {
    const name = nameOf(node);
    if (name === null) return;
    const measures = clocks.includes(name) || name === 'loadavg' || (name === 'Date.now' && isDifference(around));
    if (measures) places.push(`${source.file}:${source.lineAt(node.start)}: ${name}`);
  });
  return places;
}

function nameOf(node: Node): string | null {
  if (node.type === 'MemberExpression') return calleeNames(node).join('.');
  return node.type === 'Identifier' && node.name === 'loadavg' ? node.name : null;
}

/** A time of day may be recorded, and shifted by a constant, but not compared with another. */
function isDifference(around: readonly Node[]): boolean {
  const outer = around.slice(-4);
  if (outer.some((node) => node.type === 'NewExpression')) return false;
  if (around.some((node) => node.type === 'CallExpression' && calleeNames(node.callee)[0] === 'expect')) return true;
  return outer.some(
    (node) =>
      node.type === 'BinaryExpression' &&
      (/^[<>]=?$/.test(node.operator) || (node.operator === '-' && node.right.type === 'Identifier')),
  );
}
