import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charIndexAtByte, rowsOf, utf8Length } from '../../../renderer/features/files/pages/pageRows.ts';
import { searchPages } from '../../../renderer/features/files/pages/searchPages.ts';
import { createTextPages, pageBytes, type TextSource } from '../../../renderer/features/files/pages/textPages.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { volume } from '../../support/volume.ts';

/** Like a host: pages start and end between characters, at or before the requested byte. */
function sourceOf(text: string): TextSource & { reads: number } {
  const bytes = Buffer.from(text);
  const back = (at: number): number => {
    let to = Math.min(at, bytes.length);
    while (to > 0 && to < bytes.length && ((bytes[to] as number) & 0xc0) === 0x80) to--;
    return to;
  };
  const source = {
    reads: 0,
    async read(offset: number, limit: number) {
      source.reads++;
      const from = back(offset);
      const to = back(from + limit);
      const nextOffset = to < bytes.length ? to : null;
      return ok({ text: bytes.toString('utf8', from, to), offset: from, nextOffset, totalBytes: bytes.length });
    },
    lineAt: async (offset: number) => bytes.toString('utf8', 0, offset).split('\n').length,
  };
  return source;
}

async function allRows(text: string) {
  const pages = createTextPages(sourceOf(text));
  await pages.load(0);
  const rows = [];
  for (let index = 0; index < pages.count(); index++) {
    const page = await pages.load(index);
    rows.push(...(page?.rows ?? []).map((row, at) => ({ ...row, firstLine: at === 0 ? page?.firstLine : undefined })));
  }
  return rows;
}

const joined = (rows: { text: string; goesOn: boolean }[]): string =>
  rows.map(({ text, goesOn }, at) => (goesOn || at === 0 ? text : `\n${text}`)).join('');

describe('a text of any size in pages', () => {
  test(
    cite('UI-5', 'the rows of all pages are the text: lines whole, long ones in pieces, each in its place'),
    async () => {
      const part = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constant('x'.repeat(5000)),
        fc.constant('健康检查🙂'.repeat(700)),
        fc.constant('\n'.repeat(300)),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 40 }), async (parts) => {
          const text = parts.join('\n').replaceAll('\r', '');
          const rows = await allRows(text);
          expect(joined(rows)).toBe(text.replace(/\n$/, ''));
          let at = 0;
          for (const row of rows) {
            expect(row.offset).toBe(at);
            at += row.bytes;
            if (row.firstLine) {
              const line = Buffer.from(text).toString('utf8', 0, row.offset).split('\n').length;
              expect(row.firstLine).toBe(line);
            }
          }
          expect(at).toBe(Buffer.byteLength(text));
        }),
        { numRuns: volume({ short: 12, all: 40 }) },
      );
    },
  );

  test(cite('UI-5', 'only a few pages are kept, however far the user scrolls'), { tags: ['all'] }, async () => {
    const source = sourceOf('0123456789\n'.repeat(150_000));
    const pages = createTextPages(source);
    await pages.load(0);
    for (let index = 0; index < pages.count(); index++) await pages.load(index);
    const kept = Array.from({ length: pages.count() }, (_, at) => pages.page(at)).filter(Boolean);
    expect(kept.length).toBeLessThanOrEqual(24);
    expect(source.reads).toBe(pages.count());
    await Promise.all([pages.load(3), pages.load(3)]);
    expect(source.reads).toBe(pages.count() + 1);
  });

  test("a byte's page is the one whose rows contain it, even at a page’s edge", async () => {
    const pages = createTextPages(sourceOf('0123456789\n'.repeat(10_000)));
    for (const offset of [0, 11, pageBytes - 1, pageBytes, pageBytes + 4000, 3 * pageBytes - 5, 109_989]) {
      const page = await pages.pageOf(offset);
      expect(page?.rows.some((row) => offset >= row.offset && offset < row.offset + row.bytes)).toBe(true);
    }
  });

  test('an unreadable part is reported, and the rest stays', async () => {
    let works = true;
    const inner = sourceOf('a\n'.repeat(60_000));
    const pages = createTextPages({
      read: async (offset, limit) => (works ? inner.read(offset, limit) : fail('STORE_READ_FAILED', 'It is gone.')),
    });
    await pages.load(0);
    works = false;
    expect(await pages.load(2)).toBeNull();
    expect(pages.store.getState().error?.message).toBe('It is gone.');
    expect(pages.page(0)?.rows.length).toBeGreaterThan(100);
  });

  test('a line of ten megabytes is a few pieces at a time', async () => {
    const pages = createTextPages(sourceOf('y'.repeat(10_000_000)));
    const page = await pages.pageOf(5_000_000);
    expect(page?.rows.length).toBeLessThan(12);
    expect(page?.rows.every(({ text }) => text.length <= 2000)).toBe(true);
    expect(page?.rows[0]?.goesOn).toBe(true);
  });

  test('the length in bytes is that of UTF-8, whatever the letters', { tags: ['all'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
        expect(rowsOf(text, 0, false).reduce((sum, row) => sum + row.bytes, 0)).toBe(utf8Length(text));
      }),
    );
  });

  test('a byte offset is mapped to a position in the text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const bytes = new TextEncoder().encode(before).length;
        expect(charIndexAtByte(before + after, bytes)).toBe(before.length);
      }),
    );
  });
});

describe('searching a text piece by piece', () => {
  test(cite('UI-1', 'every match is found, even across two pieces, with its line and byte'), async () => {
    const far = `${'line\n'.repeat(104_856)}1234567Needle 文\nand a nEEdle\n`;
    const never = new AbortController().signal;
    const { matches, more } = okValue(await searchPages(sourceOf(far), 'needle', never, () => {}));
    expect(more).toBe(false);
    expect(matches).toEqual([
      { offset: 104_856 * 5 + 7, line: 104_857 },
      { offset: Buffer.from(far).lastIndexOf('nEEdle'), line: 104_858 },
    ]);
    const many = okValue(await searchPages(sourceOf('a'.repeat(3000)), 'a', never, () => {}));
    expect([many.matches.length, many.more]).toEqual([1000, true]);
  });
});
