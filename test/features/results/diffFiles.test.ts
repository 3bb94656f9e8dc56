import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../e2e/gallery/boxFixture.ts';
import { changedWordSpans } from '../../../renderer/features/results/changedWordSpans.ts';
import { diffFiles } from '../../../renderer/features/results/diffFiles.ts';
import { diffPairs, diffRows } from '../../../renderer/features/results/diffRows.ts';
import { cite } from '../../support/cite.ts';

/** The lines of all files, as one list. */
const diffLines = (diff: string) => diffFiles(diff).flatMap((file) => file.lines);

describe('a unified diff', () => {
  test(cite('UI-1', 'is parsed into its files: new, renamed, deleted, binary'), () => {
    const diff = String(forms.several?.[3].details?.diff);
    expect(
      diffFiles(diff).map(({ path, from, kind, binary, added, removed }) => ({
        path,
        from,
        kind,
        binary,
        added,
        removed,
      })),
    ).toEqual([
      { path: 'new/name.ts', from: 'old/name.ts', kind: 'renamed', binary: false, added: 1, removed: 1 },
      { path: 'logo.png', from: null, kind: 'modified', binary: true, added: 0, removed: 0 },
      { path: 'gone.txt', from: null, kind: 'deleted', binary: false, added: 0, removed: 2 },
    ]);
    expect(diffFiles('--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n')[0]).toMatchObject({ path: 'a', kind: 'added' });
  });

  test('reproduces both sides exactly, whatever the texts', () => {
    const text = fc.array(
      fc.constantFrom('a', 'b', '--- a', '+++ b', '@@ -1 +1 @@', 'diff --git a/x b/x', '', '\\ no'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const join = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
        const lines = diffLines(createTwoFilesPatch('a/x', 'b/x', join(before), join(after), '', '', { context: 100 }));
        if (join(before) === join(after)) return;
        const side = (kind: string) => lines.filter((line) => line.kind === kind || line.kind === 'same');
        expect(side('removed').map((line) => line.text)).toEqual(before);
        expect(side('added').map((line) => line.text)).toEqual(after);
        const rows = diffRows(lines).filter(({ left, right }) => left?.kind !== 'hunk' && right?.kind !== 'note');
        expect(rows.flatMap(({ left }) => left?.text ?? [])).toEqual(before);
        expect(rows.flatMap(({ right }) => right?.text ?? [])).toEqual(after);
      }),
    );
  });

  test(cite('UI-1', 'marks the changed words, and only where the lines are similar'), () => {
    const marked = (one: string, other: string) =>
      changedWordSpans(one, other)?.flatMap(({ text, changed }) => (changed ? [text] : [])) ?? null;
    expect(marked('const timeout = 2000;', 'const timeout = 5000;')).toEqual(['2000']);
    expect(marked('健康检查 很 慢', '健康检查 很 快')).toEqual(['慢']);
    expect(marked('entirely this', 'nothing there was')).toBeNull();
    expect(marked('same', 'same')).toBeNull();
    const long = 'word '.repeat(390);
    // Too many words to compare them with each other.
    expect(changedWordSpans(`${long}a`, `b ${long}`)).toBeNull();
  });

  test('five thousand lines are parsed and paired at once', () => {
    const diff = `@@ -1,5000 +1,5000 @@\n${Array.from({ length: 5000 }, (_, at) => `-old ${at}\n+new ${at}\n`).join('')}`;
    const lines = diffLines(diff);
    expect(lines).toHaveLength(10_001);
    expect(diffPairs(lines).size).toBe(10_000);
  });
});
