// Diff lines with colors and marks: no letter is lost, and marks are sparse.

import { describe, expect, test } from 'vitest';
import { changedWordSpans } from '../../../renderer/features/results/changedWordSpans.ts';
import { diffFiles } from '../../../renderer/features/results/diffFiles.ts';
import { lineSpans } from '../../../renderer/features/results/lineSpans.ts';
import { sidesOf } from '../../../renderer/features/results/useDiffColors.ts';
import { cite } from '../../support/cite.ts';

const changed = (text: string, other: string): string[] | null =>
  changedWordSpans(text, other)
    ?.filter((part) => part.changed)
    .map((part) => part.text) ?? null;

describe('word marks', () => {
  test(cite('UI-15', 'only changes are marked, in one piece if only a space separates them'), () => {
    expect(changed('const a = one(1);', 'const a = two(1);')).toEqual(['one']);
    expect(changed('return the old name of it here', 'return a new name of it here')).toEqual(['the old']);
  });

  test(cite('UI-15', 'if most of either line differs nothing is marked'), () => {
    expect(changed('const a = 1;', 'export function other() { return a + b; }')).toBeNull();
    expect(changed('x = call(a)', 'x = call(a) && everything else that was added behind it')).toBeNull();
  });
});

describe('spans', () => {
  const tokens = [
    { text: 'const', color: 'k' },
    { text: ' a = ', color: undefined },
    { text: '"one two"', color: 's' },
  ];
  const text = 'const a = "one two"';

  test(cite('UI-15', 'colors and marks are split at each other, and the letters stay the same'), () => {
    const marks = [
      { text: 'const a = "', changed: false },
      { text: 'one', changed: true },
      { text: ' two"', changed: false },
    ];
    const spans = lineSpans(text, marks, tokens);
    expect(spans).toEqual([
      { text: 'const', changed: false, color: 'k' },
      { text: ' a = ', changed: false, color: undefined },
      { text: '"', changed: false, color: 's' },
      { text: 'one', changed: true, color: 's' },
      { text: ' two"', changed: false, color: 's' },
    ]);
  });

  test(cite('UI-15', 'tokens that do not match the line are ignored'), () => {
    expect(lineSpans('other', null, tokens)).toEqual([{ text: 'other', changed: false, color: undefined }]);
    expect(lineSpans(text, null, undefined)).toEqual([{ text, changed: false, color: undefined }]);
  });
});

test(cite('UI-15', 'each hunk of a diff is colored both before and after'), () => {
  const [file] = diffFiles('--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n@@ -9,1 +9,1 @@\n-x\n+y\n');
  const sides = sidesOf(file?.lines ?? []).map((side) => side.map(({ text }) => text));
  expect(sides).toEqual([['same', 'old'], ['same', 'new'], ['x'], ['y']]);
});
