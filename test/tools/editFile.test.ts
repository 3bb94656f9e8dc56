import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { replaceText } from '../../electron/tools/text/replaceText.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallOptions, type CallResult, createToolCaller } from '../support/toolCaller.ts';
import { volume } from '../support/volume.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function edit(
  old_text: string,
  new_text: string,
  more: Record<string, unknown> = {},
  options?: CallOptions,
): Promise<CallResult> {
  return createToolCaller(folder).call('edit_file', { path: 'a.txt', old_text, new_text, ...more }, options);
}

const bytes = () => readFileSync(join(folder, 'a.txt'));

describe('edit_file', () => {
  test(cite('TOOL-1', 'replaces an exact, unique piece and shows the change before and after'), async () => {
    writeTree(folder, { 'a.txt': 'one\ntwo\nthree\n' });
    const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n';
    const result = await edit('two', '2\n2.5');
    expect(result).toMatchObject({
      outcome: 'ok',
      text: 'Edited "a.txt" (+2 −1 lines).',
      details: { path: 'a.txt', diff },
      preview: { type: 'diff', path: 'a.txt', diff, isNew: false },
    });
    expect(bytes().toString()).toBe('one\n2\n2.5\nthree\n');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test(cite('TOOL-1', 'several matches are an error that names them, or are all replaced'), async () => {
    writeTree(folder, { 'a.txt': 'x\ny x\nx$1\n' });
    const refused = await edit('x', 'z');
    expect(refused.text).toBe(
      'Error: old_text was found 3 times in "a.txt" (lines 1, 2, 3), so nothing was changed. Add lines around it until it is unique, or set replace_all to true.',
    );
    expect(refused.preview).toEqual({ type: 'text', text: refused.text });
    expect((await edit('x', '$&', { replace_all: true })).outcome).toBe('ok');
    expect(bytes().toString()).toBe('$&\ny $&\n$&$1\n');
  });

  test('no match, no difference, no file and a binary file are errors that say what to do', async () => {
    writeTree(folder, { 'a.txt': 'one\n', 'data.bin': Buffer.from([0, 1]) });
    expect((await edit('two', 'x')).text).toMatch(/^Error: old_text was found 0 times in "a.txt"/);
    expect((await edit('     1\tone', 'x')).text).toContain('Leave out the line numbers that read_file shows.');
    expect((await edit('one\n', 'one\r\n')).text).toMatch(/^Error: old_text and new_text are the same/);
    expect((await edit('a', 'b', { path: 'none' })).text).toBe(
      'Error: "none" does not exist. Create it with write_file.',
    );
    expect((await edit('a', 'b', { path: 'data.bin' })).text).toMatch(/^Error: "data.bin" is a binary file/);
    expect(bytes().toString()).toBe('one\n');
  });

  test(
    cite('TOOL-4', "line endings stay: the model's \\n matches \\r\\n, and inserted text gets the surrounding endings"),
    async () => {
      writeTree(folder, { 'a.txt': 'one\r\ntwo\r\nthree\r\nlone\nend' });
      await edit('one\ntwo\n', '1\n2\n2.5\n');
      expect(bytes().toString()).toBe('1\r\n2\r\n2.5\r\nthree\r\nlone\nend');
      await edit('three', '3\n3.5');
      expect(bytes().toString()).toBe('1\r\n2\r\n2.5\r\n3\r\n3.5\r\nlone\nend');
      await edit('lone\nend', 'a\nb\nc');
      expect(bytes().toString()).toBe('1\r\n2\r\n2.5\r\n3\r\n3.5\r\na\nb\nc');
      writeTree(folder, { 'a.txt': 'one\ntwo\n' });
      await edit('one\r\ntwo', 'one\r\n2');
      expect(bytes().toString()).toBe('one\n2\n');
    },
  );

  test(cite('TOOL-4', 'byte order mark, encoding and mode stay'), async () => {
    const little = Buffer.from('\ufeffgrün\r\nalt\r\n', 'utf16le');
    const cases: [Buffer, Buffer][] = [
      [Buffer.from('\ufeffgrün\nalt\n'), Buffer.from('\ufeffgrün\nneü\n')],
      [little, Buffer.from('\ufeffgrün\r\nneü\r\n', 'utf16le')],
      [Buffer.from(little).swap16(), Buffer.from('\ufeffgrün\r\nneü\r\n', 'utf16le').swap16()],
    ];
    for (const [before, after] of cases) {
      writeTree(folder, { 'a.txt': before });
      chmodSync(join(folder, 'a.txt'), 0o640);
      expect((await edit('alt', 'neü')).outcome).toBe('ok');
      expect(bytes()).toEqual(after);
      expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o640);
    }
  });

  test(cite('TOOL-4', 'rejects if the file changed since it was shown, even if the piece is still there'), async () => {
    writeTree(folder, { 'a.txt': 'one\n' });
    const between = () => writeFileSync(join(folder, 'a.txt'), 'one\nmore\n');
    const result = await edit('one', '1', {}, { between });
    expect(result.text).toMatch(
      /^Error: "a.txt" was changed by someone else in the meantime, so nothing was written\./,
    );
    expect(bytes().toString()).toBe('one\nmore\n');
    expect((await edit('one', '1')).outcome).toBe('ok');
  });

  test(cite('TOOL-4', 'a lone carriage return is a line break if nothing else matches, and stays one'), async () => {
    writeTree(folder, { 'a.txt': 'one\rtwo\rthree' });
    await edit('one\ntwo', '1\n1.5\n2');
    expect(bytes().toString()).toBe('1\r1.5\r2\rthree');
    // Between real line breaks it is a character like any other.
    writeTree(folder, { 'a.txt': '10%\r20%\ndone\n' });
    await edit('20%\ndone', '20%\r30%\ndone');
    expect(bytes().toString()).toBe('10%\r20%\r30%\ndone\n');
    writeTree(folder, { 'a.txt': 'a\nb\ra\rb\n' });
    await edit('a\nb', 'c\nd');
    expect(bytes().toString()).toBe('c\nd\ra\rb\n');
  });

  test.each([
    [
      'decomposed accents',
      'x\nCafe\u0301\n',
      'Café',
      /line 2 has e U\+0065 \+ ◌\u0301 U\+0301, old_text has é U\+00E9/,
    ],
    [
      'composed accents',
      'déjà\n',
      'de\u0301ja\u0300',
      /line 1 has é U\+00E9, old_text has e U\+0065 \+ ◌\u0301 U\+0301;/,
    ],
    ['single Hangul letters', '한글\n'.normalize('NFD'), '한글', /line 1 has ᄒ U\+1112 .* old_text has 한 U\+D55C/],
    [
      'no-break space',
      'a\u00a0b\n',
      'a b',
      /line 1 has U\+00A0 \(no-break space\) before "b", old_text has U\+0020 \(space\)/,
    ],
    ['ideographic space', 'x\ny\n甲\u3000乙\n', '甲 乙', /line 3 has U\+3000 \(ideographic space\) before "乙"/],
    [
      'zero-width space',
      'if\u200b(x)\n',
      'if(x)',
      /line 1 has U\+200B \(zero-width space\) before "\(x\)", old_text has nothing/,
    ],
    ['bidi marks', 'a\u200fb\n', 'ab', /U\+200F \(right-to-left mark\)/],
    [
      'soft hyphen in old_text',
      'hyphen\n',
      'hy\u00adphen',
      /line 1 has nothing before "phen", old_text has U\+00AD \(soft hyphen\)/,
    ],
    [
      'quotes',
      'don’t “x”\n',
      `don't "x"`,
      /has ’ U\+2019, old_text has ' U\+0027 \(straight quote\); .*“ U\+201C.*” U\+201D/,
    ],
    ['dashes', 'a – b − c\n', 'a - b - c', /– U\+2013.*− U\+2212/],
    ['full-width forms', '若（x）：\n', '若(x):', /（ U\+FF08.*） U\+FF09.*： U\+FF1A/],
    ['Cyrillic letters', 'vаr = 1\n', 'var = 1', /line 1 has а U\+0430, old_text has a U\+0061/],
    [
      'spaces for a tab',
      'all:\n\techo hi\n',
      'all:\n    echo hi',
      /line 2 has U\+0009 \(tab\) before "echo hi", old_text has 4 × U\+0020/,
    ],
    [
      'missing indentation',
      'if x:\n        y()\n',
      'if x:\n    y()',
      /line 2 has 8 × U\+0020 \(space\) before "y\(\)"/,
    ],
    [
      'blanks at the end of a line',
      'one  \ntwo\n',
      'one\ntwo',
      /line 1 has 2 × U\+0020 \(space\) at its end, old_text has nothing/,
    ],
    ['after CRLF', 'x\r\na\u00a0b\r\nc\r\n', 'a b\nc', /The text at line 2 only/],
    ['after lone returns', 'x\ra\u00a0b\rc', 'a b\nc', /The text at line 2 only/],
    ['several places', 'a\u00a0b\nx\na\u00a0b\n', 'a b', /at line 1 \(the first of 2 such places\)/],
    ['more than five', '’’’’’’’\n', `'''''''`, /; and 2 more\./],
    ['UTF-16', Buffer.from('\ufeffa\u00a0b\n', 'utf16le'), 'a b', /no-break space/],
  ])(cite('TEXT-3', 'names what only looks similar, and where: %s'), async (_, text, old, words) => {
    writeTree(folder, { 'a.txt': text });
    const before = bytes();
    const result = await edit(old, 'new');
    expect(result.text).toMatch(
      /^Error: old_text was found 0 times in "a.txt", so nothing was changed\. The text at line/,
    );
    expect(result.text).toMatch(words);
    expect(bytes()).toEqual(before);
  });

  test(cite('TEXT-3', 'a letter with very many marks is not compared: composing them would take minutes'), async () => {
    writeTree(folder, { 'a.txt': `e${'\u0301\u0323'.repeat(200_000)}\na\u00a0b\n` });
    expect((await edit('a b', 'new')).text).toContain('It must match exactly');
  });

  test('whatever the endings, only the match is changed and every other byte stays', () => {
    const piece = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n'), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(piece, piece, piece, piece, (before, old, next, after) => {
        const wanted = `<${old}>`;
        const replaced = replaceText(`${before}${wanted}${after}`, wanted.replaceAll('\r\n', '\n'), `[${next}]`, false);
        if (replaced.kind !== 'replaced') throw new Error(replaced.kind);
        expect(replaced.text.startsWith(`${before}[`) && replaced.text.endsWith(`]${after}`)).toBe(true);
        const inside = replaced.text.slice(before.length + 1, replaced.text.length - after.length - 1);
        expect(inside.replaceAll('\r\n', '\n')).toBe(next.replaceAll('\r\n', '\n'));
      }),
      { numRuns: volume({ short: 100, all: 500 }) },
    );
  });
});
