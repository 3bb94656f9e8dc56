import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ansiParts } from '../../../renderer/features/results/ansi.ts';
import { diffFiles } from '../../../renderer/features/results/diffFiles.ts';
import { createMatchSplitter, parseMatches } from '../../../renderer/features/results/MatchesView.tsx';
import { isNumbered, numberedLines } from '../../../renderer/features/results/numberedLines.ts';
import { visibleResultText } from '../../../renderer/features/results/resultForm.ts';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { toolMessage } from '../../support/messageBuilder.ts';

/** The lines of all files, as one list. */
const diffLines = (diff: string) => diffFiles(diff).flatMap((file) => file.lines);

const result = (change: Partial<ToolMessage>): ToolMessage =>
  toolMessage('c', '', { toolName: 'run_command', ...change });
const plain = (text: string): string =>
  ansiParts(text)
    .map((part) => part.text)
    .join('');

describe('terminal output', () => {
  test(cite('UI-1', 'colors and weight become roles, and sequences that move or rename are dropped'), () => {
    expect(ansiParts('a\u001b[1;31mb\u001b[22mc\u001b[0md\u001b[92me\u001b[38;5;4mf\u001b[38;2;1;2;3mg')).toEqual([
      { text: 'a' },
      { text: 'b', bold: true, color: 1 },
      { text: 'c', color: 1 },
      { text: 'd' },
      { text: 'e', color: 10 },
      { text: 'f', color: 4 },
      { text: 'g', color: '#010203' },
    ]);
    expect(plain('\u001b[2J\u001b[10;10Hx\u001b]0;title\u0007y\u001b]8;;https://a\u001b\\z\u001b(B!')).toBe('xyz!');
    expect(plain('cut \u001b[3')).toBe('cut ');
  });

  test('a line that a program overwrote shows its final state', () => {
    expect(plain('10%\r55%\r100%\ndone\r\n')).toBe('100%\ndone\n');
    expect(plain('long line\rshort')).toBe('shortline');
    expect(plain('long line\r\u001b[Kshort')).toBe('short');
    expect(plain('abc\b\bX')).toBe('aXc');
    expect(plain('a: 1\nb: 1\n\u001b[2Aa: 2\n\u001b[Kb: 2\nend')).toBe('a: 2\nb: 2\nend');
    expect(plain('one\n\u001b[999999999A\u001b[999999999CX').length).toBeLessThan(600);
  });

  test(cite('UI-1', 'all foreground colors, backgrounds and styles are read'), () => {
    expect(ansiParts('\u001b[38;5;208;48;5;236;4;3ma\u001b[24;49mb\u001b[38:2::1:2:3mc\u001b[7;9md\u001b[me')).toEqual([
      { text: 'a', color: '#ff8700', background: '#303030', underline: true, italic: true },
      { text: 'b', color: '#ff8700', italic: true },
      { text: 'c', color: '#010203', italic: true },
      { text: 'd', color: '#010203', italic: true, inverse: true, strike: true },
      { text: 'e' },
    ]);
    expect(ansiParts('\u001b[38;5;999ma\u001b[38;2;300;0;0mb\u001b[38mc\u001b[8mhidden')).toEqual([
      { text: 'abchidden' },
    ]);
  });

  test('a megabyte is read in a moment', () => {
    const noisy = `\u001b[32m✓\u001b[39m test passed\r\n12%\r34%\r\u001b[K`.repeat(25_000);
    expect(plain(noisy)).toContain('test passed');
  });

  test('text without codes loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('\u001b') && !text.includes('\r')),
        (text) => {
          expect(plain(text)).toBe(text);
        },
      ),
    );
  });
});

describe('a diff', () => {
  test(cite('UI-1', 'has its lines with their numbers on both sides'), () => {
    const text =
      '--- a/x\n+++ b/x\n@@ -3,3 +3,3 @@ fn\n same\n-old\n+new\n--- not a header\n\\ No newline at end of file\n';
    expect(diffLines(text)).toEqual([
      { kind: 'hunk', text: 'fn' },
      { kind: 'same', text: 'same', oldNumber: 3, newNumber: 3 },
      { kind: 'removed', text: 'old', oldNumber: 4 },
      { kind: 'added', text: 'new', newNumber: 4 },
      { kind: 'removed', text: '-- not a header', oldNumber: 5 },
      { kind: 'note', text: 'No newline at end of file' },
    ]);
  });

  test(cite('APPROVE-1', 'no added or removed line is ever left out, whatever it looks like'), () => {
    const body = fc.array(
      fc.constantFrom('+++ x', '---', 'diff a', '@@ -1 +1 @@', '', ' ', 'Index: a', '\\ x', 'plain'),
    );
    fc.assert(
      fc.property(body, body, (removed, added) => {
        const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
        const text = `--- a\n+++ b\n@@ -1,${removed.length} +1,${added.length} @@\n${lines.join('\n')}\n`;
        const shown = diffLines(text);
        const of = (kind: string): string[] => shown.filter((line) => line.kind === kind).map((line) => line.text);
        expect([of('removed'), of('added')]).toEqual([removed, added]);
      }),
    );
  });

  test('an invalid diff is still shown', () => {
    expect(diffLines('# The new content is binary (3 bytes).\nodd')).toEqual([
      { kind: 'note', text: '# The new content is binary (3 bytes).' },
      { kind: 'note', text: 'odd' },
    ]);
  });
});

describe('results in their form', () => {
  test(cite('UI-1', "a file's lines have their numbers, and notices are distinguished from them"), () => {
    expect(isNumbered('     1\tone')).toBe(true);
    expect(isNumbered('"a" is empty.')).toBe(false);
    expect(numberedLines('     9\tnine\n    10\t\ttabbed\n[Lines 9–10 of 20.]')).toEqual([
      { number: 9, text: 'nine' },
      { number: 10, text: '\ttabbed' },
      { number: null, text: '[Lines 9–10 of 20.]' },
    ]);
  });

  test(cite('UI-1', 'matches are grouped by file; other lines are kept as notes'), () => {
    expect(parseMatches('a.ts:1: one: 2\na.ts:7: two\nb c.ts:3: x\n[There are more matches.]')).toEqual({
      files: [
        {
          path: 'a.ts',
          matches: [
            { line: 1, text: 'one: 2' },
            { line: 7, text: 'two' },
          ],
        },
        { path: 'b c.ts', matches: [{ line: 3, text: 'x' }] },
      ],
      notes: ['There are more matches.'],
    });
  });

  test(cite('UI-1', 'matches are marked, and no pattern can block the window'), () => {
    const found = (pattern: string, line: string, ignoreCase = false): string[] =>
      createMatchSplitter(pattern, ignoreCase)(line).flatMap((part) => (part.isMatch ? [part.text] : []));
    expect(found('count\\(\\*\\)', 'SELECT count(*), count(*)')).toEqual(['count(*)', 'count(*)']);
    expect(found('fo+|bar', 'foo bar Bar')).toEqual(['foo', 'bar']);
    expect(found('健康', '检查健康')).toEqual(['健康']);
    expect(found('BAR', 'foo bar', true)).toEqual(['bar']);
    const hostile = [
      '(a+)+$',
      '(a|a)*b',
      '(?:a|a)'.repeat(30),
      'a?'.repeat(40),
      '.*.*.*.*=',
      '(',
      '(?<!a)b',
      '\\p{Foo}',
      '',
    ];
    for (const pattern of [...hostile, '.*a.*b.*c', 'a*a*a*b']) {
      const line = 'a'.repeat(5000);
      expect(
        createMatchSplitter(
          pattern,
          false,
        )(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }
  });

  test(cite('STORE-6', 'a spilled result shows its beginning without the line that names its file'), () => {
    const fullOutputPath = '@state/logs/tool-results/c/m.json';
    const spilled = result({
      toolName: 'read_file',
      content: `begin\n\n[Full output: ${fullOutputPath}]`,
      fullOutputPath,
    });
    expect(visibleResultText(spilled)).toEqual({ text: 'begin', isPreview: true });
    expect(visibleResultText(result({ content: `[Full output: ${fullOutputPath}]` }))).toEqual({
      text: `[Full output: ${fullOutputPath}]`,
      isPreview: false,
    });
  });

  test("a command's outcome is shown once, by its box", () => {
    const content = 'Error: the command exited with code 2.\nout\n[exit code 2]';
    expect(visibleResultText(result({ content, outcome: 'error', details: { exitCode: 2 } })).text).toBe('out');
    expect(visibleResultText(result({ content: 'x\n[exit code 2]', details: { exitCode: 0 } })).text).toBe(
      'x\n[exit code 2]',
    );
    expect(visibleResultText(result({ content })).text).toBe(content);
  });
});
