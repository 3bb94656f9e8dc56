import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createProjectFiles } from '../../electron/tools/registry.ts';
import { createPageEncodings } from '../../electron/tools/text/pageEncoding.ts';
import type { FilePage } from '../../shared/features/files/methods.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { inTurns } from '../support/inTurns.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const files = createProjectFiles(systemClock);
let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), 'project');
  mkdirSync(folder);
});

const page = (path: string, wish: { line?: number; offset?: number; limit?: number } = {}) =>
  files.page(folder, path, { offset: 0, limit: 100_000, ...wish });

test('an encoding is determined by the first bytes that are not ASCII, even beyond two gigabytes', async () => {
  const text = Buffer.from('d5e2b8f6baafcafdb6c1c8a1c5e4d6c3cec4bcfe', 'hex');
  const begin = 2 ** 31 + 128 * 1024;
  const source = {
    size: begin + text.length,
    read: async (position: number) => (position >= begin - 64 ? text : Buffer.alloc(0)),
  };
  expect(await createPageEncodings().of('big', source, Buffer.from('a'))).toBe('gb18030');
});

describe('a page of a file in the folder', () => {
  test(cite('UI-1', 'starts at a line or at an offset, and reports its line'), async () => {
    writeTree(folder, { 'a.txt': 'one\ntwo\nthree\nfour\n' });
    expect(okValue(await page('a.txt', { line: 3 }))).toEqual({
      path: 'a.txt',
      text: 'three\nfour\n',
      offset: 8,
      nextOffset: null,
      totalBytes: 19,
      firstLine: 3,
    });
    expect(okValue(await page('a.txt', { offset: 4, limit: 4 }))).toMatchObject({
      text: 'two\n',
      nextOffset: 8,
      firstLine: 2,
    });
    expect(okValue(await page('a.txt', { line: 900 }))).toMatchObject({ text: 'four\n', firstLine: 4 });
    expect(okValue(await page('a.txt', { offset: 900 }))).toMatchObject({ text: '', nextOffset: null });
    writeFileSync(join(folder, 'a.txt'), 'other\n');
    expect(okValue(await page('./src/../a.txt', { line: 3 }))).toMatchObject({ text: 'other\n', firstLine: 1 });
  });

  test('pages put together are the file, whatever its letters and wherever they are cut', {
    tags: ['all'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, limit) => {
          const text = lines.join('\n').replaceAll('\0', '');
          writeFileSync(join(folder, 'any.txt'), text);
          let joined = '';
          for (let at = 0; at < Buffer.byteLength(text); at += limit) {
            const { text: piece, firstLine, offset } = okValue(await page('any.txt', { offset: at, limit }));
            const before = Buffer.from(text).subarray(0, offset).toString();
            if (piece !== '') expect(firstLine).toBe(before.split('\n').length);
            joined += piece;
          }
          expect(joined).toBe(text.replace(/^\ufeff/, ''));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a line deep in a large file is found, and found again at once', { tags: ['all'] }, async () => {
    const line = (number: number): string => `${number} ${'x'.repeat(60)}\n`;
    const count = 120_000;
    writeFileSync(join(folder, 'large.log'), Array.from({ length: count }, (_, at) => line(at + 1)).join(''));
    for (const wanted of [1, 2, 77_777, 16_384, count]) {
      const found = okValue(await page('large.log', { line: wanted, limit: 70 }));
      expect(found.firstLine).toBe(wanted);
      expect(found.text.startsWith(`${wanted} x`)).toBe(true);
    }
  });

  test('a file that is not UTF-8 is read in its own encoding', async () => {
    writeFileSync(join(folder, 'wide.txt'), Buffer.from('\ufeffone\n文 two\nthree', 'utf16le'));
    writeFileSync(join(folder, 'marked.txt'), '\ufeffmarked\n');
    expect(okValue(await page('wide.txt', { line: 2 }))).toMatchObject({ text: '文 two\nthree', firstLine: 2 });
    expect(okValue(await page('marked.txt')).text).toBe('marked\n');
  });

  test(cite('UI-1', 'pages of Chinese text that is not UTF-8 are the file, however long its lines are'), {
    tags: ['all'],
  }, async () => {
    const decoder = new TextDecoder('gb18030');
    // Mostly common ones, as in any text.
    const lead = fc.oneof(
      { weight: 19, arbitrary: fc.integer({ min: 0xb0, max: 0xd7 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0xd8, max: 0xf7 }) },
    );
    const pairs = fc.tuple(lead, fc.integer({ min: 0xa1, max: 0xf9 }));
    const characters = fc.sample(pairs, { numRuns: 60_000, seed: 7 });
    const oneLine = Buffer.from(characters.flat());
    // Characters of four bytes, digits next to them, and lines: all the forms that can be mistaken for each other.
    const four = Buffer.from([0x81, 0x30, 0x81, 0x30, 0x95, 0x32, 0x82, 0x36]);
    const mixed = Buffer.concat(
      characters.flatMap((pair, at) => [
        Buffer.from(pair),
        at % 13 === 0 ? four : Buffer.from(at % 5 === 0 ? 'a0' : at % 11 === 0 ? '\n' : ''),
      ]),
    );
    const afterAscii = Buffer.concat([Buffer.from('# ascii only\n'.repeat(20_000)), oneLine]);
    for (const [name, bytes] of Object.entries({ oneLine, mixed, afterAscii })) {
      writeFileSync(join(folder, name), bytes);
      for (const limit of [9_999, 10_000, 33_333, 100_000]) {
        let joined = '';
        for (let at: number | null = 0; at !== null; ) {
          const found: FilePage = okValue(await page(name, { offset: at, limit }));
          joined += found.text;
          at = found.nextOffset;
        }
        expect(joined === decoder.decode(bytes), `${name} in pages of ${limit}`).toBe(true);
      }
      // Anywhere, in no order.
      for (const at of [77_777, 1, 50_001]) {
        const found = okValue(await page(name, { offset: at, limit: 1001 }));
        expect(found.text).toBe(decoder.decode(bytes.subarray(found.offset, found.nextOffset ?? bytes.length)));
        expect(found.text).not.toContain('\ufffd');
      }
    }
  });

  test('pages of UTF-16 are the file too, at any size, and none of them blocks the event loop', {
    tags: ['all'],
  }, async () => {
    const text = Array.from({ length: 3000 }, (_, at) => `${at} 文字 😀😀\n`).join('');
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      writeFileSync(join(folder, 'wide.txt'), encoding === 'utf-16be' ? bytes.swap16() : bytes);
      for (const limit of [999, 1000, 30_001]) {
        let joined = '';
        for (let at: number | null = 0; at !== null; ) {
          const found: FilePage = okValue(await page('wide.txt', { offset: at, limit }));
          expect(found.firstLine).toBe(joined.split('\n').length);
          joined += found.text;
          at = found.nextOffset;
        }
        expect(joined === text, `${encoding} in pages of ${limit}`).toBe(true);
      }
    }
    writeFileSync(join(folder, 'large.txt'), Buffer.from(`\ufeff${'\n'.repeat(12_000_000)}`, 'utf16le'));
    const found = okValue(await inTurns(50, () => page('large.txt', { line: 8_000_000, limit: 10 })));
    expect(found).toMatchObject({ firstLine: 8_000_000, text: '\n\n\n\n\n' });
  });

  test(cite('UI-1', 'binary, special and missing files are distinguished'), async () => {
    writeFileSync(join(folder, 'data.bin'), Buffer.from([1, 0, 2, 0, 3]));
    mkdirSync(join(folder, 'src'));
    expect(errorOf(await page('data.bin')).details).toEqual({ binary: true });
    expect(errorOf(await page('src')).details).toEqual({ folder: true });
    expect(errorOf(await page('.')).details).toEqual({ folder: true });
    expect(errorOf(await page('gone.txt')).details).toEqual({ missing: true });
  });
});

describe('a file outside of the folder', () => {
  const attacks = ['../secret.txt', '/etc/passwd', '~/.ssh/id_rsa', 'out/../../secret.txt', 'link.txt', 'linked/a.txt'];

  test(cite('UI-1', 'is never shown, by any path'), async () => {
    const outside = join(folder, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
    writeFileSync(join(outside, 'a.txt'), 'secret');
    mkdirSync(join(folder, 'out'));
    symlinkSync('../secret.txt', join(folder, 'link.txt'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync('link.txt', join(folder, 'twice.txt'));
    for (const path of [...attacks, 'twice.txt', join(outside, 'a.txt'), '/proc/self/environ', '\\\\host\\share']) {
      expect(errorOf(await page(path)).code, path).toBe('PATH_OUTSIDE_PROJECT');
      expect(errorOf(await files.realPath(folder, path)).code, path).toBe('PATH_OUTSIDE_PROJECT');
    }
    expect(errorOf(await page('a\0b')).message).not.toContain('secret');
  });

  test('a pipe is not waited for', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(errorOf(await page('pipe')).code).toBe('TOOL_EXEC_FAILED');
  });

  test('an absolute path inside of the folder is accepted, and a link that stays inside', async () => {
    writeTree(folder, { 'src/a.ts': 'a\n' });
    symlinkSync('src/a.ts', join(folder, 'b.ts'));
    expect(okValue(await page(join(folder, 'src/a.ts'))).path).toBe('src/a.ts');
    expect(okValue(await page('b.ts')).path).toBe('src/a.ts');
    expect(okValue(await files.realPath(folder, 'b.ts'))).toMatch(/\/project\/src\/a\.ts$/);
  });
});
