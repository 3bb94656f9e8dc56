import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { beforeEach, describe, expect, test } from 'vitest';
import { decodeBytes, decodeInSlices } from '../../electron/lib/textEncoding.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { inTurns } from '../support/inTurns.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller, type ToolCaller } from '../support/toolCaller.ts';
import { sample } from '../support/volume.ts';

let folder: string;
let caller: ToolCaller;
beforeEach(() => {
  folder = tempFolder();
  caller = createToolCaller(folder);
});

/** A sentence in each encoding, a word to add, and a character that the encoding does not have. */
const rows = [
  ['GB18030', 'gb18030', '这个函数读取配置文件，然后返回结果。', '你好𠀀', null],
  ['Big5', 'big5', '這個函數讀取設定檔，然後傳回結果。', '世界', '😀'],
  ['Shift_JIS', 'shift_jis', 'この関数は設定ファイルを読み、結果を返します。', '表示', '한'],
  ['EUC-JP', 'euc-jp', 'この関数は設定ファイルを読み、結果を返します。', '表示', '😀'],
  ['EUC-KR', 'euc-kr', '이 함수는 설정 파일을 읽고 결과를 돌려줍니다.', '안녕', '😀'],
  ['ISO-8859-1', 'iso-8859-1', 'Größe und Länge der Datei prüfen', 'naïve', '€'],
  ['Windows-1252', 'windows-1252', 'Größe und Länge der Datei “prüfen”', '5 €', 'ł'],
  [
    'ISO-8859-2',
    'iso-8859-2',
    'Tato funkce načte soubor s nastavením, ověří jeho obsah a vrátí výsledek. Když soubor chybí, skončí s chybou.',
    'šíře',
    'ñ',
  ],
  [
    'Windows-1250',
    'windows-1250',
    'Tato funkce načte soubor s nastavením, ověří jeho obsah a vrátí výsledek. Když soubor chybí, skončí s chybou.',
    'šíře',
    'ñ',
  ],
  ['Windows-1251', 'windows-1251', 'Эта функция читает файл настроек и возвращает результат', 'привет', 'ñ'],
  ['KOI8-R', 'koi8-r', 'Эта функция читает файл настроек и возвращает результат', 'привет', 'ñ'],
  ['UTF-16LE', 'utf-16le', 'The function reads, 读取', 'grün😀', null],
  ['UTF-16BE', 'utf-16be', 'The function reads, 读取', 'grün😀', null],
] as const;

const call = (name: string, args: Record<string, unknown>) => caller.call(name, { path: 'a.txt', ...args });
const bytes = (): Buffer => readFileSync(join(folder, 'a.txt'));
const noMark = { addBOM: false };

describe('a file in an encoding other than UTF-8', () => {
  test.each(sample(3, rows))(
    cite('TEXT-1', 'is shown, named, edited and overwritten in its encoding: %s'),
    async (...row) => {
      const [name, encoding, sentence, added, foreign] = row;
      const text = `int a = 1;\r\n// ${sentence}\r\nint b = 2;\r\n`;
      writeTree(folder, { 'a.txt': iconv.encode(text, encoding, noMark) });
      expect((await call('read_file', {})).text).toBe(
        `     1\tint a = 1;\n     2\t// ${sentence}\n     3\tint b = 2;\n[The file is not plain UTF-8 with LF: ${name}, CRLF line endings. Changes keep this form.]`,
      );

      const edited = await call('edit_file', {
        old_text: `${sentence}\nint b`,
        new_text: `${sentence}\n// ${added}\nint b`,
      });
      expect(edited.text).toMatch(/^Edited/);
      expect(edited.details.diff).toContain(`\n+// ${added}\r\n`);
      expect(edited.details.diff).not.toContain('\ufffd');
      const after = text.replace('int b', `// ${added}\r\nint b`);
      expect(bytes()).toEqual(iconv.encode(after, encoding, noMark));

      await call('write_file', { content: `${added}\n${sentence}\n` });
      expect(bytes()).toEqual(iconv.encode(`${added}\r\n${sentence}\r\n`, encoding, noMark));

      if (foreign === null) return;
      const code = `"${foreign}" \\(U\\+${foreign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}\\)`;
      const before = bytes();
      for (const [tool, args] of [
        ['edit_file', { old_text: added, new_text: `x${foreign}` }],
        ['write_file', { content: `${sentence} ${foreign}` }],
      ] as const) {
        const refused = await call(tool, args);
        expect(refused.text).toMatch(new RegExp(`^Error: "a.txt" is in ${name}, which has no ${code}, so nothing`));
        expect(bytes()).toEqual(before);
      }
    },
  );

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffone\ntwo\n'), Buffer.from('\ufeffgrün\nx\n')],
    ['UTF-8, CRLF line endings', Buffer.from('one\r\ntwo\r\n'), Buffer.from('grün\r\nx\r\n')],
    ['UTF-8, CR line endings', Buffer.from('one\rtwo\r'), Buffer.from('grün\rx\r')],
    [
      'UTF-16LE with a byte order mark',
      Buffer.from('\ufeffone\ntwo\n', 'utf16le'),
      Buffer.from('\ufeffgrün\nx\n', 'utf16le'),
    ],
    [
      'UTF-16BE with a byte order mark, CRLF line endings',
      Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le').swap16(),
      Buffer.from('\ufeffgrün\r\nx\r\n', 'utf16le').swap16(),
    ],
    ['UTF-8, mixed line endings (2 CRLF, 1 LF)', Buffer.from('a\r\none\r\ntwo\n'), Buffer.from('grün\r\nx\r\n')],
  ])(cite('TEXT-1', 'byte order mark and line endings are named and kept: %s'), async (form, before, after) => {
    writeTree(folder, { 'a.txt': before });
    const shown = (await call('read_file', {})).text;
    expect(shown).toContain(`[The file is not plain UTF-8 with LF: ${form}. Changes keep this form.]`);
    expect(shown).toMatch(/\tone\n +\d\ttwo\n\[/);
    await call('write_file', { content: 'grün\nx\n' });
    expect(bytes()).toEqual(after);
    // The model's own mark is not added to it.
    await call('write_file', { content: '\ufeffgrün\nx\n' });
    expect(bytes()).toEqual(after);
  });

  test(cite('TEXT-1', 'if the encoding is uncertain only ASCII is changed, and the other bytes stay'), async () => {
    const uncertain = {
      gbk: 'd6d0cec4',
      sjis: '93fa967b',
      euckr: 'c7d1b1db',
      big5: 'a4a4a4e5',
      none: 'ff41fec3c380',
    };
    for (const [name, hex] of Object.entries(uncertain)) {
      const before = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from('\nhello\n')]);
      writeTree(folder, { 'a.txt': before });
      expect((await call('read_file', {})).text).toContain('unknown encoding. Bytes that are not UTF-8');
      for (const [tool, args] of [
        ['edit_file', { old_text: 'hello', new_text: '你好' }],
        ['write_file', { content: '你好\nhello\n' }],
      ] as const) {
        const refused = await call(tool, args);
        expect([name, refused.text]).toEqual([
          name,
          expect.stringMatching(/^Error: the encoding of "a.txt" is not known/),
        ]);
        expect(bytes()).toEqual(before);
      }
      expect((await call('edit_file', { old_text: '\nhello', new_text: '\nbye' })).text).toMatch(/^Edited/);
      expect(bytes()).toEqual(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from('\nbye\n')]));
    }
    // The second byte of 表 is a backslash.
    const path = Buffer.from('c:\x95\x5cx\n', 'latin1');
    writeTree(folder, { 'a.txt': path });
    caller = createToolCaller(folder);
    expect((await call('edit_file', { old_text: '\\x', new_text: '/x' })).text).toContain('Begin it at least one');
    expect(bytes()).toEqual(path);
  });

  test.each(sample(2, rows.slice(0, -2)))(
    cite('TEXT-1', 'damaged UTF-8 is never another encoding, and its bytes stay: %s'),
    async (...row) => {
      const [, , sentence] = row;
      const text = Buffer.from(`// ${sentence.repeat(2)}\n`);
      const at = text.findIndex((byte) => byte >= 0xc0);
      const isWestern = /^[\0-\u024f“”]*$/u.test(sentence);
      const whole = isWestern ? Buffer.from('// größer als zwölf, für Süßes über Größe\n') : Buffer.from('');
      // A byte is missing, and the end is cut off within a character.
      for (const damaged of [
        Buffer.concat([text.subarray(0, at), text.subarray(at + 1)]),
        Buffer.concat([text, Buffer.from('文').subarray(0, 2)]),
      ]) {
        const body = Buffer.concat([whole, damaged]);
        writeTree(folder, { 'a.txt': Buffer.concat([Buffer.from('hello\n'), body]) });
        caller = createToolCaller(folder);
        expect((await call('read_file', {})).text).toContain(
          'with LF: UTF-8 with damaged bytes. Changes keep this form.',
        );
        expect((await call('edit_file', { old_text: 'hello', new_text: 'grün 😀' })).text).toMatch(/^Edited/);
        expect(bytes()).toEqual(Buffer.concat([Buffer.from('grün 😀\n'), body]));
      }
      // An actual replacement character is a character like any other.
      writeTree(folder, { 'a.txt': `\ufffd ${sentence}\nhello\n` });
      caller = createToolCaller(folder);
      expect((await call('edit_file', { old_text: 'hello', new_text: '\ufffd' })).text).toMatch(/^Edited/);
      expect(bytes().toString()).toBe(`\ufffd ${sentence}\n\ufffd\n`);
    },
  );

  test("a file of one line has no line ending to keep: the new content's are written", async () => {
    writeTree(folder, { 'a.txt': '@echo off' });
    await call('write_file', { content: '@echo off\r\nexit /b\r\n' });
    expect(bytes().toString()).toBe('@echo off\r\nexit /b\r\n');
  });

  test("the whole file's most frequent line ending is kept when it is overwritten", async () => {
    const cases = [
      ['a\nb\nc\r\nd\n', 'x\ny\n'],
      [`${'x'.repeat(6000)}\r\ny\r\n`, 'x\r\ny\r\n'],
    ] as const;
    for (const [before, after] of cases) {
      writeTree(folder, { 'a.txt': before });
      caller = createToolCaller(folder);
      await call('write_file', { content: 'x\ny\n' });
      expect(bytes().toString()).toBe(after);
    }
  });

  test(cite('TEXT-1', 'a declared encoding is trusted if the bytes are text in it'), async () => {
    const cases: [string, string, string][] = [
      ['gb18030', '# -*- coding: gbk -*-\nname = "中文"\n', 'GB18030'],
      ['shift_jis', '<?xml version="1.0" encoding="Shift_JIS"?>\n<a>日本</a>\n', 'Shift_JIS'],
      ['big5', '<html><head><meta charset="big5"></head>中文\n', 'Big5'],
      ['windows-1250', '@charset "windows-1250";\na { content: "ž" }\n', 'Windows-1250'],
    ];
    for (const [encoding, text, name] of cases) {
      writeTree(folder, { 'a.txt': iconv.encode(text, encoding) });
      expect((await call('read_file', {})).text).toContain(`with LF: ${name}.`);
    }
    writeTree(folder, { 'a.txt': iconv.encode('# coding: big5\nпр\nи\n', 'koi8-r') });
    expect((await call('read_file', {})).text).toContain('with LF: unknown encoding.');
  });
});

test('a large text is decoded in chunks, with the same result as in one piece, wherever they are split', async () => {
  for (const [, encoding, sentence] of rows) {
    const text = `${sentence}a`.repeat(encoding === 'gb18030' ? 40_000 : 1500);
    const whole = iconv.encode(text, encoding, noMark);
    const value = await inTurns(encoding === 'gb18030' ? 20 : 0, () => decodeInSlices(whole, encoding));
    expect(value === text, encoding).toBe(true);
    for (const broken of [whole.subarray(0, -2), Buffer.concat([whole, Buffer.from([0x81])])]) {
      expect((await decodeInSlices(broken, encoding)) === decodeBytes(broken, encoding), encoding).toBe(true);
    }
  }
});

describe('a search in files of other encodings', () => {
  const search = async (args: Record<string, unknown>): Promise<string> =>
    (await caller.call('search_files', args)).text;

  test.each(['x = .*;', 'x = [^;]+;', 'x = \\S+;'])(
    cite('TEXT-1', 'finds non-ASCII characters with a pattern that names none: %s'),
    async (pattern) => {
      const line = 'x = 这个函数读取配置文件，然后返回结果。;';
      writeTree(folder, { 'a.txt': iconv.encode(`${line}\n`, 'gb18030'), 'b.txt': `${line}\n` });
      expect((await search({ pattern })).split('\n').toSorted()).toEqual([`a.txt:1: ${line}`, `b.txt:1: ${line}`]);
    },
  );

  test.each(sample(3, rows))(cite('TEXT-1', 'finds text in the file and shows it decoded: %s'), async (...row) => {
    const [, encoding, sentence] = row;
    writeTree(folder, {
      'sub/a.txt': iconv.encode(`needle ${sentence}\n${sentence}\n`, encoding, noMark),
      'b.txt': `${sentence} in UTF-8\n`,
      'c.txt': 'needle only\n',
    });
    const word = sentence.slice(3, 9);
    const both = [`sub/a.txt:1: needle ${sentence}`, `sub/a.txt:2: ${sentence}`];
    expect(await search({ pattern: word, path: 'sub/a.txt' })).toBe(both.join('\n'));
    // Without a mark it contains NULs, and is skipped as binary in a folder.
    if (encoding.startsWith('utf-16')) return;
    expect(await search({ pattern: 'needle' })).toBe(`c.txt:1: needle only\n${both[0]}`);
    expect(await search({ pattern: sentence })).toBe(`b.txt:1: ${sentence} in UTF-8\n${both.join('\n')}`);
    expect(await search({ pattern: sentence, path: 'sub' })).toBe(both.join('\n'));
    expect(await search({ pattern: sentence, glob: 'b.*' })).toBe(`b.txt:1: ${sentence} in UTF-8`);
  });

  test('ignored files, files with secrets and limits apply in them, too', async () => {
    const chinese = iconv.encode('这个函数读取配置文件，然后返回结果。\n', 'gb18030');
    writeTree(folder, {
      '.gitignore': 'out\n',
      'out/a.txt': chinese,
      '.env': chinese,
      'a.txt': chinese,
      'b.txt': chinese,
    });
    expect(await search({ pattern: '函数', limit: 1 })).toMatch(
      /^a\.txt:1: 这个函数.*\n\[There are more matches; these are the first 1\..*\n\[Matches in files that may contain passwords or keys are left out: \.env\./,
    );
  });
});
