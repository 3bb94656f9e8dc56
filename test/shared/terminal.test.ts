// What a model reads of a program's terminal output.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReadableOutput, printsForTerminal, readableOutput } from '../../electron/lib/readableOutput.ts';
import { hasControls, unfinishedLength, withoutControls } from '../../shared/terminal/output.ts';
import { cite } from '../support/cite.ts';

const steps = (count: number, step: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => step(at)).join('');

/** The output, and what a terminal finally shows of it. */
const rows: [string, string, string][] = [
  ['colours', '\u001b[1;31merror\u001b[0m: \u001b[38;2;1;2;3mno\u001b[m\n', 'error: no\n'],
  ['colons in colours', '\u001b[38:2::1:2:3ma\u001b[4:3mb\u001b[0m', 'ab'],
  ['a link and a title', '\u001b]0;title\u0007see \u001b]8;;http://x\u001b\\here\u001b]8;;\u001b\\\n', 'see here\n'],
  ['a progress bar', `${steps(3000, (at) => `\rstep ${at + 1} of 3000`)}\ndone\n`, 'step 3000 of 3000\ndone\n'],
  ['a bar that ends each line with a return', 'one\r\ntwo\r\r\n', 'one\ntwo\n'],
  ['a shorter text over a longer one', 'downloading\rdone', 'doneloading'],
  ['the same, erased first', 'downloading\r\u001b[Kdone', 'done'],
  ['erased from its beginning', 'abcdef\u001b[3D\u001b[1K', '    ef'],
  ['spaces over it', 'working…\r        \rok', 'ok'],
  ['backspaces', 'abc\b\bX', 'aXc'],
  ['a spinner', '|\b/\b-\b\\\b \b done', ' done'],
  ['several lines redrawn', 'a 1\nb 1\n\u001b[2A\u001b[Ka 2\n\u001b[Kb 2\n', 'a 2\nb 2\n'],
  ['erasing line by line upwards', 'a\nb\nc\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[Gx', 'x\n\n'],
  ['clearing', 'old\nlines\n\u001b[2J\u001b[Hnew\n', 'new\n'],
  ['clearing from home', 'old\nlines\n\u001b[H\u001b[Jnew\n', 'new\n'],
  ['a reset', 'old\n\u001bcnew\n', 'new\n'],
  ['another screen that is not left', 'before\n\u001b[?1049hfull\nscreen', 'before\n\nfull\nscreen'],
  ['another screen', 'before\n\u001b[?1049hfull\nscreen\u001b[?1049lafter\n', 'before\nafter\n'],
  ['a saved place', 'a\u001b7bcd\u001b8X', 'aXcd'],
  ['characters erased in place', 'abcdef\u001b[4D\u001b[2Xx', 'abx ef'],
  ['a place on the screen', '\u001b[2J\u001b[2;3Hx\u001b[1;1Hy', 'y\n  x'],
  ['emoji and Chinese', '下载 😀 1\r下载 😀 2\u001b[K\n', '下载 😀 2\n'],
  ['bells, hidden cursors, other controls', 'a\u0007\u001b[?25lb\u000e\u0000c\u009d\u001b(B\n', 'abc\n'],
  ['form feeds', 'a\fb\vc', 'a\nb\nc'],
  ['a sequence without its end', 'ok\u001b[3', 'ok'],
  ['a title without its end', 'a\u001b]0;never\nb', 'a0;never\nb'],
  ['tabs and line breaks of Windows', 'a\tb\r\nc', 'a\tb\r\nc'],
  ['nothing of the kind', '[31m is text\n  and  spaces  \n', '[31m is text\n  and  spaces  \n'],
];

test.each(rows)(cite('TEXT-5', '%s'), (_what, printed, seen) => {
  expect(readableOutput(printed)).toBe(seen);
});

test(cite('TEXT-5', 'output split anywhere gives the same result'), () => {
  const alphabet = [
    'a',
    '😀',
    '中',
    '\n',
    '\r',
    '\b',
    '\u001b[',
    '\u001b]',
    '\u0007',
    '1',
    ';',
    'A',
    'K',
    'J',
    'm',
    'H',
    'X',
    '\u001b7',
    '\u001b8',
    '\u001b\\',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }),
      fc.array(fc.nat(60), { maxLength: 8 }),
      (parts, cuts) => {
        const text = parts.join('');
        const whole = createReadableOutput(1e6);
        whole.add(text);
        const pieces = createReadableOutput(1e6);
        let from = 0;
        for (const cut of cuts.sort((one, other) => one - other)) {
          pieces.add(text.slice(from, Math.max(from, cut)));
          from = Math.max(from, cut);
        }
        pieces.add(text.slice(from));
        expect(pieces.text()).toBe(whole.text());
        expect(hasControls((whole.text() ?? '').replaceAll('\n', ''))).toBe(false);
      },
    ),
  );
});

const long = 'x'.repeat(40_000);
const hostile: [string, string][] = [
  ['erasing a long line again and again', long + '\u001b[1K'.repeat(60_000)],
  ['writing into a long line again and again', long + '\u001b[20000D\u001b[Kyy'.repeat(30_000)],
  ['far columns', '\u001b[999999999Cx\n'.repeat(30_000)],
  ['far rows', '\u001b[2J\u001b[99999Hx'.repeat(30_000)],
  ['numbers without end', `\u001b[${'9'.repeat(400_000)}C${'\u001b['.repeat(100_000)}`],
  ['titles without end', `\u001b]0;${'a'.repeat(200_000)}`.repeat(3)],
  ['one line of ten megabytes', `${'a'.repeat(10_000_000)}\r`],
  ['two hundred lines up and down', `${'line\n'.repeat(5_000)}${'\u001b[200A\u001b[2K\u001b[200B'.repeat(20_000)}`],
  ['colours of every letter', '\u001b[31ma\u001b[32mb'.repeat(50_000)],
  ['screens in screens', '\u001b[?1049hx\u001b[?1049l'.repeat(30_000)],
];

test.each(hostile)(cite('TEXT-5', 'hostile output is bounded: %s'), (_what, printed) => {
  // As it arrives from a pipe. Unbounded work would take longer than a test may; the benchmark shows how fast it is.
  const output = createReadableOutput(50_000);
  for (let at = 0; at < printed.length; at += 65_536) {
    if (!output.add(printed.slice(at, at + 65_536))) break;
  }
  expect((output.text() ?? '').length).toBeLessThanOrEqual(50_000);
  const inline = printed.slice(0, 51_200);
  const read = readableOutput(inline);
  expect(read.length).toBeLessThanOrEqual(inline.length);
});

test(cite('TEXT-5', 'a progress bar below many lines costs little for each of its pieces'), () => {
  const output = createReadableOutput(50_000);
  output.add('x\n'.repeat(20_000));
  for (let percent = 0; percent < 50_000; percent++) output.add(`\r${percent} of it\u001b[K`);
  expect(output.text()?.slice(-12)).toBe('\n49999 of it');
});

test(cite('TEXT-5', 'excessive work only drops its control sequences'), () => {
  expect(readableOutput(`${'ab'.repeat(10)}\n${long}${'\u001b[1K'.repeat(2_000)}!`)).toBe(
    `${'ab'.repeat(10)}\n${long}!`,
  );
  expect(withoutControls('a\u001b[31mb\rc\bd\fe')).toBe('abcd\ne');
});

test('a page ends before an incomplete sequence', () => {
  expect(['a\u001b', 'a\u001b[3', 'a\u001b[31', 'a\u001b]0;ti', 'a\u001b[31m', 'ab'].map(unfinishedLength)).toEqual([
    1, 3, 4, 6, 0, 0,
  ]);
});

test(cite('TEXT-5', "commands' output and servers' text may target a terminal, files' content does not"), () => {
  const names = [
    'run_command',
    'read_command',
    'end_command',
    'Bash',
    'mcp__shell__run',
    'read_file',
    'Read',
    'search_files',
    'fetch_url',
  ];
  expect(names.filter(printsForTerminal)).toEqual(names.slice(0, 5));
});
