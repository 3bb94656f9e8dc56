import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { replaceText } from '../../electron/tools/text/replaceText.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallOptions, type CallResult, createToolCaller } from '../support/toolCaller.ts';

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

  test(cite('TOOL-1', 'several places are an error that names them, or are all replaced'), async () => {
    writeTree(folder, { 'a.txt': 'x\ny x\nx$1\n' });
    const refused = await edit('x', 'z');
    expect(refused.text).toBe(
      'Error: old_text was found 3 times in "a.txt" (lines 1, 2, 3), so nothing was changed. Add lines around it until it is unique, or set replace_all to true.',
    );
    expect(refused.preview).toEqual({ type: 'text', text: refused.text });
    expect((await edit('x', '$&', { replace_all: true })).outcome).toBe('ok');
    expect(bytes().toString()).toBe('$&\ny $&\n$&$1\n');
  });

  test('no place, no difference, no file and a binary file are errors that say what to do', async () => {
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
    cite('TOOL-4', 'line endings stay: \\n of the model matches \\r\\n, and what is put in has the endings around it'),
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

  test(cite('TOOL-4', 'byte order mark, encoding and mode stay, and bytes that are no UTF-8'), async () => {
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
    writeTree(folder, { 'a.txt': Buffer.from('caf\xe9 alt\n', 'latin1') });
    await edit('alt', 'neü');
    expect(bytes()).toEqual(Buffer.concat([Buffer.from('caf\xe9 ', 'latin1'), Buffer.from('neü\n')]));
  });

  test(
    cite('TOOL-4', 'refuses when the file changed since it was shown, even where the piece is still there'),
    async () => {
      writeTree(folder, { 'a.txt': 'one\n' });
      const between = () => writeFileSync(join(folder, 'a.txt'), 'one\nmore\n');
      const result = await edit('one', '1', {}, { between });
      expect(result.text).toMatch(
        /^Error: "a.txt" was changed by someone else in the meantime, so nothing was written\./,
      );
      expect(bytes().toString()).toBe('one\nmore\n');
      expect((await edit('one', '1')).outcome).toBe('ok');
    },
  );

  test('whatever the endings, only the place found is changed and every other byte stays', () => {
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
      { numRuns: 500 },
    );
  });
});
