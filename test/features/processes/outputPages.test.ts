import { describe, expect, test } from 'vitest';
import { createOutputPages, pageBytes } from '../../../renderer/features/processes/outputPages.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';

/** Serves pages of a text like the host: by UTF-8 bytes, each starting and ending between characters. */
function pagesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const reads: [number, number][] = [];
  const start = (offset: number): number => {
    let at = Math.min(offset, bytes.length);
    while (at > 0 && at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at--;
    return at;
  };
  const pages = createOutputPages(async (offset, limit) => {
    reads.push([offset, limit]);
    const from = start(offset);
    const end = start(from + limit);
    return ok({
      text: new TextDecoder().decode(bytes.subarray(from, end)),
      offset: from,
      nextOffset: end < bytes.length ? end : null,
      totalBytes: bytes.length,
    });
  });
  return { pages, reads, bytes };
}

describe("a background command's output", () => {
  const text = Array.from({ length: 60_000 }, (_, line) => `line ${line} – 第${line}行\n`).join('');

  test(cite('UI-1', 'is read page by page to the end, keeps at most four pages, and omits nothing'), async () => {
    const { pages, bytes } = pagesOf(text);
    await pages.jump(0);
    let seen = pages.store.getState().pages[0]?.text ?? '';
    while ((pages.store.getState().pages.at(-1)?.end ?? 0) < bytes.length) {
      await pages.next();
      const { pages: held } = pages.store.getState();
      expect(held.length).toBeLessThanOrEqual(4);
      seen += held.at(-1)?.text ?? '';
    }
    expect(seen).toBe(text);
    await pages.next();
    expect(pages.store.getState().pages).toHaveLength(4);
  });

  test('can be opened at any point or at the beginning, and pages join between characters', async () => {
    const { pages, bytes } = pagesOf(text);
    await pages.jump(Math.floor(bytes.length / 2) + 1);
    for (let i = 0; i < 40 && (pages.store.getState().pages[0]?.offset ?? 0) > 0; i++) {
      const before = pages.store.getState().pages[0];
      await pages.previous();
      const after = pages.store.getState().pages[0];
      expect(after?.end).toBe(before?.offset);
      expect(after?.text).not.toContain('\ufffd');
    }
    expect(pages.store.getState().pages[0]?.offset).toBe(0);
    expect(text.startsWith(pages.store.getState().pages[0]?.text ?? '?')).toBe(true);
  });

  test('a page requested before a jump is dropped after it', async () => {
    const waiting: (() => void)[] = [];
    const pages = createOutputPages(async (offset) => {
      if (offset === 10) await new Promise<void>((resolve) => void waiting.push(resolve));
      return ok({ text: 'x'.repeat(10), offset, nextOffset: offset + 10, totalBytes: 100_000 });
    });
    await pages.jump(0);
    const late = pages.next();
    await pages.jump(50_000);
    for (const release of waiting) release();
    await late;
    expect(pages.store.getState().pages.map((page) => page.offset)).toEqual([46_000]);
    expect(pages.store.getState().loading).toBe(false);
  });

  test(cite('UI-10', 'a page that cannot be read says why and keeps what is shown'), async () => {
    let works = true;
    const page = { text: 'x'.repeat(10), offset: 0, nextOffset: 10, totalBytes: 20 };
    const pages = createOutputPages(async () => (works ? ok(page) : fail('STORE_READ_FAILED', 'The file is gone.')));
    await pages.jump(0);
    works = false;
    await pages.next();
    expect(pages.store.getState()).toMatchObject({
      pages: [{ offset: 0, end: 10 }],
      error: { message: 'The file is gone.' },
    });
  });

  test('a page is small enough to render at once', () => {
    expect(pageBytes).toBeLessThanOrEqual(64_000);
  });
});
