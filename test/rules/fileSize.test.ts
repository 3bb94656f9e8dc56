// A file carries one idea; one that is longer than this carries several and is split.

import { expect, test } from 'vitest';
import { filesIn, readText } from '../../scripts/house/tree.ts';

const longest = 400;

test(`no source file has more than ${longest} lines`, () => {
  const sizes = filesIn(['electron', 'shared', 'renderer', 'scripts', 'bin'])
    .filter((file) => /\.(?:[cm]?[jt]sx?|css|html)$/.test(file))
    .map((file) => ({ file, lines: readText(file).trimEnd().split('\n').length }))
    .sort((one, other) => other.lines - one.lines);
  expect(sizes.length).toBeGreaterThan(100);
  const five = sizes.slice(0, 5).map(({ file, lines }) => `${lines} ${file}`);
  expect(
    sizes.filter(({ lines }) => lines > longest),
    `the five longest:\n  ${five.join('\n  ')}\n`,
  ).toEqual([]);
});
