import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { spillThresholdBytes } from '../../electron/conversation/formats.ts';
import { maxImageBytes } from '../../shared/core/imageType.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { namedPng, pngOfPixels, realImages } from '../support/images.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallResult, createToolCaller } from '../support/toolCaller.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function read(args: Record<string, unknown>): Promise<CallResult> {
  return createToolCaller(folder).call('read_file', args);
}

function numbered(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
}

describe('read_file', () => {
  test(cite('TOOL-1', 'shows lines with their numbers, and nothing else if the file fits'), async () => {
    writeTree(folder, { 'a.txt': 'one\n\ttwo\n\nfour' });
    const result = await read({ path: 'a.txt' });
    expect(result.text).toBe('     1\tone\n     2\t\ttwo\n     3\t\n     4\tfour');
    expect(result.details).toEqual({ path: 'a.txt', lines: { start: 1, end: 4, total: 4 } });
    expect(result.preview).toEqual({ type: 'text', text: 'Read a.txt' });
  });

  test(cite('TOOL-1', 'shows a range and says how to continue, until the end'), async () => {
    writeTree(folder, { 'a.txt': numbered(1, 10) });
    const first = await read({ path: 'a.txt', offset: 3, limit: 2 });
    expect(first.text).toBe('     3\tline 3\n     4\tline 4\n[Lines 3–4 of 10. Use offset 5 to continue.]');
    expect(first.details).toEqual({ path: 'a.txt', lines: { start: 3, end: 4, total: 10 }, truncated: true });
    expect(first.preview).toEqual({ type: 'text', text: 'Read a.txt, lines 3–4' });
    expect((await read({ path: 'a.txt', offset: 9, limit: 2 })).text).toBe('     9\tline 9\n    10\tline 10');
    const past = await read({ path: 'a.txt', offset: 11 });
    expect(past.text).toBe('Error: "a.txt" has 10 lines; line 11 is past its end. Use an offset of at most 10.');
  });

  test(cite('TOOL-1', 'returns a whole long file in pages that never spill'), async () => {
    writeTree(folder, { 'long.txt': numbered(1, 30_000) });
    const lines: string[] = [];
    let offset: number | undefined = 1;
    let pages = 0;
    while (offset !== undefined) {
      const page: CallResult = await read({ path: 'long.txt', offset, limit: 100_000 });
      expect(Buffer.byteLength(page.text)).toBeLessThan(spillThresholdBytes);
      lines.push(...page.text.split('\n').filter((line) => !line.startsWith('[')));
      offset = page.text.match(/Use offset (\d+) to continue/)?.[1] ? Number(RegExp.$1) : undefined;
      pages++;
    }
    expect(pages).toBeGreaterThan(5);
    expect(lines.map((line) => `${line.split('\t')[1]}\n`).join('')).toBe(numbered(1, 30_000));
    expect((await read({ path: 'long.txt' })).details.lines).toEqual({ start: 1, end: 2000, total: 30_000 });
  });

  test('a long line is cut between characters, with a notice', async () => {
    writeTree(folder, {
      'wide.txt': `${'x'.repeat(1999)}😀${'y'.repeat(500_000)}\nshort\n`,
      'exact.txt': 'é'.repeat(2000),
    });
    const result = await read({ path: 'wide.txt' });
    expect(result.text).toBe(
      `     1\t${'x'.repeat(1999)} […]\n     2\tshort\n[Lines that end in […] were cut after 2000 characters.]`,
    );
    expect((await read({ path: 'exact.txt' })).text).toBe(`     1\t${'é'.repeat(2000)}`);
  });

  test('line endings and byte order marks are not shown, UTF-16 is decoded', async () => {
    const text = 'grün 😀\r\n終\r\n';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    writeTree(folder, { 'utf8.txt': `\ufeff${text}`, 'le.txt': little, 'be.txt': Buffer.from(little).swap16() });
    for (const [path, form] of Object.entries({ 'utf8.txt': 'UTF-8', 'le.txt': 'UTF-16LE', 'be.txt': 'UTF-16BE' })) {
      expect((await read({ path })).text).toBe(
        `     1\tgrün 😀\n     2\t終\n[The file is not plain UTF-8 with LF: ${form} with a byte order mark, CRLF line endings. Changes keep this form.]`,
      );
    }
  });

  test('a UTF-16 file larger than one chunk is decoded completely', async () => {
    writeFileSync(join(folder, 'big.txt'), Buffer.from(`\ufeff${'😀ä\n'.repeat(100_000)}`, 'utf16le'));
    const result = await read({ path: 'big.txt', offset: 99_999 });
    expect(result.text).toMatch(/^ 99999\t😀ä\n100000\t😀ä\n\[The file is not plain UTF-8/);
    expect(result.details.lines).toEqual({ start: 99_999, end: 100_000, total: 100_000 });
  });

  test('invalid UTF-8 is shown with replacement characters', async () => {
    writeTree(folder, { 'odd.txt': Buffer.from('caf\xff\xfe\n', 'latin1') });
    expect((await read({ path: 'odd.txt' })).text).toBe(
      '     1\tcaf\ufffd\ufffd\n[The file is not plain UTF-8 with LF: unknown encoding. Bytes that are not UTF-8 are shown as \ufffd, and changes can only add ASCII characters.]',
    );
  });

  test('an empty file, a binary file, a folder and a missing file are reported as such', async () => {
    writeTree(folder, { empty: '', 'data.bin': Buffer.from([1, 0, 2]), 'sub/x': '' });
    expect(await read({ path: 'empty' })).toMatchObject({ outcome: 'ok', text: '"empty" is empty.' });
    expect((await read({ path: 'data.bin' })).text).toMatch(/^Error: "data.bin" is a binary file \(3 bytes\)/);
    expect((await read({ path: 'sub' })).text).toBe('Error: "sub" is a folder. Use list_files to see what is in it.');
    expect((await read({ path: '.' })).text).toBe('Error: "." is a folder. Use list_files to see what is in it.');
    expect((await read({ path: 'no/such' })).text).toMatch(/^Error: "no\/such" does not exist\. Look for it/);
  });

  test(cite('TOOL-1', 'an image is shown as one and named with its type and size, whatever its name'), async () => {
    const images = {
      'image/png': namedPng('large', 1200),
      'image/jpeg': realImages.jpeg,
      'image/gif': realImages.gif,
      'image/webp': realImages.webpLossy,
    };
    for (const [type, bytes] of Object.entries(images)) {
      writeTree(folder, { 'picture.txt': bytes });
      const result = await read({ path: 'picture.txt' });
      const size = bytes.length.toLocaleString('en-US');
      expect(result.text).toBe(`"picture.txt" is an image (${type}, ${size} bytes). It follows.`);
      expect(result.images).toEqual([{ bytes, mediaType: type, name: 'picture.txt' }]);
      expect(result.outcome).toBe('ok');
    }
  });

  test('an incomplete image, or one too large for models, is reported and not shown', async () => {
    const files: [Buffer, RegExp][] = [
      [
        Buffer.from('\x89PNG\r\n\x1a\nand then only text', 'latin1'),
        /26 bytes\)\. It cannot be shown: it is an incomplete PNG/,
      ],
      [realImages.jpeg.subarray(0, 200), /is an incomplete JPEG image/],
      [pngOfPixels(9000, 10), /it has 9,000 × 10 pixels; the limit is 8,000 per side/],
      [namedPng('x', maxImageBytes + 1), /too large to show: at most 3\.75 MB can be shown/],
    ];
    for (const [bytes, words] of files) {
      writeTree(folder, { 'picture.png': bytes });
      const result = await read({ path: 'picture.png' });
      expect(result.text).toMatch(words);
      expect(result.images).toEqual([]);
    }
  });

  test('a pipe, a socket and a device are rejected and never waited for', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const server = createServer().listen(join(folder, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    for (const path of ['pipe', 'socket']) {
      expect((await read({ path })).text).toMatch(/is a pipe, a socket or a device, not a file\. It was left alone\.$/);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  test('a file of a gigabyte is counted without being held in memory', { tags: ['all'] }, async () => {
    writeTree(folder, { 'huge.log': `${'text '.repeat(2000)}\n` });
    truncateSync(join(folder, 'huge.log'), 1024 ** 3);
    const before = process.memoryUsage().rss;
    const result = await read({ path: 'huge.log', limit: 1 });
    expect(result.details.lines).toEqual({ start: 1, end: 1, total: 2 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
  });

  test('a stop ends the reading of a large file', async () => {
    writeTree(folder, { 'huge.log': `${'text '.repeat(2000)}\n` });
    truncateSync(join(folder, 'huge.log'), 4 * 1024 ** 3);
    const stop = new AbortController();
    const running = createToolCaller(folder).call('read_file', { path: 'huge.log' }, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect((await running).outcome).toBe('cancelled');
  });
});
