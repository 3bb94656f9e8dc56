import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createProjectFiles } from '../../electron/tools/registry.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const files = createProjectFiles(systemClock);
let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), 'project');
  mkdirSync(folder);
});

const read = (path: string, range: { start: number | null; end: number | null } | null = null) =>
  files.read(folder, path, range);
const problem = async (path: string, range: { start: number | null; end: number | null } | null = null) => {
  const { code, message } = errorOf(await read(path, range));
  return `${code}: ${message}`;
};

describe("a message's mentions", () => {
  test(cite('MENTION-2', 'a file is read unchanged, without its byte order mark'), async () => {
    writeTree(folder, { 'src/a.ts': 'one\r\n\ttwo ü 文\n', 'empty.txt': '', '说明 文档.md': '说明\n' });
    writeFileSync(join(folder, 'marked.txt'), Buffer.from('\ufeffmarked', 'utf8'));
    writeFileSync(join(folder, 'wide.txt'), Buffer.from('\ufeffwide ü\n', 'utf16le'));
    expect(okValue(await read('src/a.ts'))).toEqual({ kind: 'file', text: 'one\r\n\ttwo ü 文\n', range: null });
    expect(okValue(await read('./src/a.ts')).text).toBe('one\r\n\ttwo ü 文\n');
    expect(okValue(await read('empty.txt')).text).toBe('');
    expect(okValue(await read('说明 文档.md')).text).toBe('说明\n');
    expect(okValue(await read('marked.txt')).text).toBe('marked');
    expect(okValue(await read('wide.txt')).text).toBe('wide ü\n');
  });

  test(
    cite(
      'MENTION-3',
      'a file that is not UTF-8 is decoded if its encoding is certain, else rejected: never with replacement characters',
    ),
    async () => {
      // 你好，世界。这是一个测试文件，用来说明编码。 in GBK.
      const chinese = Buffer.from(
        'c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb8f6b2e2cad4cec4bcfea3acd3c3c0b4cbb5c3f7b1e0c2eba1a3',
        'hex',
      );
      const line = '你好，世界。这是一个测试文件，用来说明编码。';
      writeFileSync(join(folder, '中文.txt'), Buffer.concat([Buffer.from('a,b\n'), chinese, Buffer.from('\nc4\n')]));
      expect(okValue(await read('中文.txt')).text).toBe(`a,b\n${line}\nc4\n`);
      expect(okValue(await read('中文.txt', { start: 2, end: 2 })).text).toBe(`${line}\n`);
      writeFileSync(join(folder, 'short.txt'), Buffer.concat([chinese, Buffer.from('\n'), chinese.subarray(0, 4)]));
      expect(okValue(await read('short.txt', { start: 2, end: 2 })).text).toBe('你好');
      for (const most of [100, 101, 102, 103]) {
        const many = Buffer.concat(Array.from({ length: 10 }, () => chinese));
        writeFileSync(join(folder, 'AGENTS.md'), many);
        const begun = okValue(await files.beginning(folder, 'AGENTS.md', most)).text;
        expect(begun.length).toBeGreaterThan(47);
        expect(line.repeat(10).startsWith(begun)).toBe(true);
      }
      const others = {
        // これはテストです。日本語のファイル。 in Shift_JIS and EUC-JP.
        'これはテストです。日本語のファイル。\n': [
          '82b182ea82cd83658358836782c582b781429 3fa967b8cea82cc837483408343838b8142',
          'a4b3a4eca4cfa5c6a5b9a5c8a4c7a4b9a1a3c6fccbdcb8eca4cea5d5a5a1a5a4a5eba1a3',
        ],
        '안녕하세요 세계 여러분\n': ['bec8b3e7c7cfbcbcbfe420bcbcb0e820bfa9b7afbad0'],
        '你好世界這是一個測試\n': ['a741a66ea540acc9b36fac4fa440add3b4fab8d5'],
        'cafés\n': ['636166e973'],
      };
      for (const [text, forms] of Object.entries(others)) {
        for (const hex of forms) {
          writeFileSync(join(folder, 'other.txt'), Buffer.from(`${hex.replaceAll(' ', '')}0a`, 'hex'));
          expect(okValue(await read('other.txt')).text).toBe(text);
          expect(okValue(await read('other.txt', { start: 1, end: 1 })).text).toBe(text);
        }
      }
      // Too short to tell, ended within a character, and not text in any encoding.
      const uncertain = {
        'short.txt': 'd6d0cec4',
        'cut.txt': '82b182ea82cd836583588367 82c582b781',
        'none.txt': '41ff42fe80c3c3',
      };
      for (const [name, hex] of Object.entries(uncertain)) {
        writeFileSync(join(folder, name), Buffer.from(hex.replaceAll(' ', ''), 'hex'));
        expect([name, await problem(name)]).toEqual([name, expect.stringContaining('It is not UTF-8 text')]);
        expect(await problem(name, { start: 1, end: 1 })).toContain('Save it as UTF-8');
        expect((await files.beginning(folder, name, 4)).ok).toBe(false);
      }
    },
  );

  test(cite('MENTION-1', 'lines are read exactly, the end cut at the end of the file'), async () => {
    writeTree(folder, { 'a.txt': '1\n2\r\n\n4\n5' });
    const lines = async (start: number | null, end: number | null) => {
      const { text, range } = okValue(await read('a.txt', { start, end }));
      return [text, `${range?.start}-${range?.end}`];
    };
    expect(await lines(1, 1)).toEqual(['1\n', '1-1']);
    expect(await lines(2, 3)).toEqual(['2\r\n\n', '2-3']);
    expect(await lines(4, null)).toEqual(['4\n5', '4-5']);
    expect(await lines(null, 2)).toEqual(['1\n2\r\n', '1-2']);
    expect(await lines(5, 900)).toEqual(['5', '5-5']);
    expect(await problem('a.txt', { start: 6, end: 9 })).toBe(
      'TOOL_EXEC_FAILED: It has 5 lines; line 6 is past its end.',
    );
    expect(await problem('a.txt', { start: 0, end: 3 })).toMatch(/start at 1/);
    expect(await problem('a.txt', { start: 3, end: 2 })).toMatch(/Line 2 is before line 3/);
    writeTree(folder, { 'b.txt': '1\n2\n', 'none.txt': '' });
    expect(okValue(await read('b.txt', { start: 2, end: 9 }))).toMatchObject({
      text: '2\n',
      range: { start: 2, end: 2 },
    });
    expect(await problem('b.txt', { start: 3, end: null })).toMatch(/It has 2 lines/);
    expect(await problem('none.txt', { start: 1, end: 1 })).toMatch(/It is empty/);
  });

  test(cite('MENTION-3', 'too large: rejected with the size and what to do; its lines are streamed'), async () => {
    const line = `${'x'.repeat(99)}\n`;
    writeTree(folder, { 'fits.txt': line.repeat(2048), 'large.txt': line.repeat(60_000) });
    expect(okValue(await read('fits.txt')).text).toHaveLength(204_800);
    expect(await problem('large.txt')).toBe(
      'TOOL_EXEC_FAILED: It is too large: 6,000,000 bytes, and at most 204,800 can be sent. Choose a range of lines, such as @large.txt#L1-200.',
    );
    expect(okValue(await read('large.txt', { start: 50_000, end: 50_002 })).text).toBe(line.repeat(3));
    expect(okValue(await read('large.txt', { start: 1, end: 2048 })).text).toHaveLength(204_800);
    expect(await problem('large.txt', { start: 1, end: 2049 })).toMatch(/exceed 204,800 bytes. Choose fewer/);
    writeTree(folder, { 'sparse.txt': `first\n${line.repeat(100)}` });
    truncateSync(join(folder, 'sparse.txt'), 3_000_000_000);
    expect(okValue(await read('sparse.txt', { start: 1, end: 1 })).text).toBe('first\n');
  });

  test(cite('MENTION-3', 'absolute paths, "..", and links out of the project are rejected with an error'), async () => {
    const outside = join(folder, '..', 'outside');
    writeTree(outside, { 'secret.txt': 'secret' });
    writeTree(folder, { 'a.ts': 'inside', 'sub/b.ts': 'b' });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'out.txt'));
    symlinkSync(outside, join(folder, 'outfolder'));
    symlinkSync('a.ts', join(folder, 'in.ts'));
    symlinkSync('sub', join(folder, 'insub'));
    symlinkSync('circle', join(folder, 'circle'));
    mkdirSync(join(folder, '..', 'project-evil'));
    writeTree(join(folder, '..', 'project-evil'), { 'x.txt': 'evil' });
    symlinkSync('../project-evil/x.txt', join(folder, 'evil.txt'));
    for (const path of [
      join(folder, 'a.ts'),
      '/etc/passwd',
      '\\\\server\\share',
      'C:\\x.txt',
      'c:/x.txt',
      '~',
      '~/x',
      '..',
      '../outside/secret.txt',
      'sub/../a.ts',
      'sub\\..\\a.ts',
      'out.txt',
      'evil.txt',
      'outfolder',
      'outfolder/secret.txt',
      'outfolder/none.txt',
    ]) {
      expect([path, await problem(path)]).toEqual([path, expect.stringMatching(/^PATH_OUTSIDE_PROJECT: /)]);
    }
    expect(okValue(await read('in.ts')).text).toBe('inside');
    expect(okValue(await read('insub/b.ts')).text).toBe('b');
    expect(await problem('circle')).toMatch(/circular/);
  });

  test(cite('MENTION-3', 'missing, binary, unreadable, special: each in a sentence, and nothing waits'), async () => {
    writeTree(folder, { 'a.ts': 'a', 'closed.txt': 'x', 'closed/x.txt': 'x' });
    writeFileSync(join(folder, 'data.bin'), Buffer.from([1, 0, 2, 0]));
    writeFileSync(join(folder, 'late.bin'), Buffer.concat([Buffer.from('x\n'.repeat(8000)), Buffer.from([0])]));
    writeFileSync(join(folder, 'p.png'), Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of ['none.ts', 'a.ts/b', `${'n'.repeat(300)}.ts`, `sub/${'n'.repeat(300)}`]) {
      const error = errorOf(await read(path));
      expect([path.slice(0, 10), error.code, error.details ?? error.message]).toEqual([
        path.slice(0, 10),
        'TOOL_EXEC_FAILED',
        { missing: true },
      ]);
    }
    expect(await problem('data.bin')).toMatch(/binary file \(4 bytes\)/);
    expect(await problem('late.bin')).toMatch(/binary/);
    expect(await problem('late.bin', { start: 8001, end: 8001 })).toMatch(/binary/);
    expect(await problem('p.png')).toMatch(/an image \(image\/png/);
    expect(await problem('pipe')).toMatch(/a pipe, a socket or a device/);
    expect(await problem('a.ts/')).toMatch(/a file, not a folder|no file or folder/);
    chmodSync(join(folder, 'closed.txt'), 0);
    if (process.getuid?.() !== 0) expect(await problem('closed.txt')).toMatch(/permissions/);
  });

  test(cite('MENTION-3', 'a folder is listed, up to 200 entries, without what .gitignore names'), async () => {
    writeTree(folder, {
      '.gitignore': 'ignored\n*.log\n',
      'src/a.ts': '',
      'src/deep/b.ts': '',
      'src/x.log': '',
      'src/.env': '',
      'ignored/a.ts': '',
      'node_modules/m/index.js': '',
    });
    symlinkSync('a.ts', join(folder, 'src/link.ts'));
    expect(okValue(await read('src'))).toEqual({
      kind: 'folder',
      text: '.env\na.ts\ndeep/\nlink.ts -> a.ts\n',
      range: null,
    });
    expect(okValue(await read('src/')).kind).toBe('folder');
    expect(okValue(await read('.')).text).toBe('.gitignore\nsrc/\n');
    expect(okValue(await read('ignored')).text).toBe('a.ts\n');
    expect(await problem('src', { start: 1, end: 2 })).toMatch(/a folder, so it has no lines/);
    writeTree(
      folder,
      Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`many/f${String(at).padStart(3, '0')}`, ''])),
    );
    const lines = okValue(await read('many'))
      .text.trimEnd()
      .split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('[Only the first 200 entries are listed.]');
    mkdirSync(join(folder, 'bare'));
    expect(okValue(await read('bare')).text).toBe('[bare has nothing to list]\n');
  });

  test(cite('SEQ-1', 'the beginning of a file is cut between characters'), async () => {
    writeTree(folder, { 'AGENTS.md': '文'.repeat(100), 'small.md': 'ü' });
    const begun = okValue(await files.beginning(folder, 'AGENTS.md', 100));
    expect(begun).toEqual({ text: '文'.repeat(33), bytes: 300 });
    expect(okValue(await files.beginning(folder, 'small.md', 100))).toEqual({ text: 'ü', bytes: 2 });
    expect(errorOf(await files.beginning(folder, 'none.md', 100)).details).toEqual({ missing: true });
  });
});
