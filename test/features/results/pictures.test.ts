// Attachments as the window shows them: loaded once, released, and never as anything but pictures. And the file names
// they are saved under.

import { resolveObjectURL } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../renderer/core/connection/connection.ts';
import {
  type AttachmentPreview,
  createImageCache,
  isDisplayableImage,
} from '../../../renderer/features/results/imageCache.ts';
import { sanitizeFileName } from '../../../renderer/ui/saveFile.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { settled } from '../../support/scriptedHost.ts';

function pictures(answers: Record<string, { mediaType: string; bytes?: number } | null>) {
  const asked: string[] = [];
  const call = (async (_method: string, { hash }: { hash: string }) => {
    asked.push(hash);
    const found = answers[hash];
    if (!found) return fail('CONVERSATION_NOT_FOUND', 'It is gone.');
    return ok({ base64: Buffer.alloc(found.bytes ?? 3).toString('base64'), mediaType: found.mediaType });
  }) as unknown as Connection['call'];
  const made = createImageCache(call);
  const hold = (hash: string) => {
    const seen: AttachmentPreview[] = [];
    const release = made.hold('current', hash, (shown) => seen.push(shown));
    return { release, now: () => seen.at(-1) };
  };
  return { asked, hold };
}

describe('displayed attachments', () => {
  test(cite('SEC-4', 'only bitmaps are passed to the page as pictures'), async () => {
    expect(['image/png', 'IMAGE/WEBP'].map(isDisplayableImage)).toEqual([true, true]);
    expect(['image/svg+xml', 'text/html', 'image/', ''].map(isDisplayableImage)).toEqual([false, false, false, false]);
    const { hold } = pictures({ png: { mediaType: 'image/png' }, svg: { mediaType: 'image/svg+xml' } });
    const [png, svg] = [hold('png'), hold('svg')];
    await settled();
    expect(resolveObjectURL(png.now()?.url ?? '')?.type).toBe('image/png');
    expect(resolveObjectURL(svg.now()?.url ?? '')?.type).toBe('');
  });

  test('two views of the same one load it once and share an address; later views get it immediately', async () => {
    const { asked, hold } = pictures({ a: { mediaType: 'image/png' } });
    const [first, second] = [hold('a'), hold('a')];
    await settled();
    expect(asked).toEqual(['a']);
    expect(second.now()).toEqual(first.now());
    const url = first.now()?.url ?? '';
    first.release();
    first.release();
    expect(resolveObjectURL(url)).toBeDefined();
    second.release();
    expect(hold('a').now()?.url).toBe(url);
    expect(asked).toEqual(['a']);
  });

  test('unused ones are released, the oldest first, above a limit', { tags: ['all'] }, async () => {
    const large = { mediaType: 'image/png', bytes: 7_000_000 };
    const { hold } = pictures({ a: large, b: large, c: large });
    const held = ['a', 'b', 'c'].map(hold);
    await settled();
    const urls = held.map(({ now }) => now()?.url ?? '');
    for (const { release } of held) release();
    expect(urls.map((url) => resolveObjectURL(url) !== undefined)).toEqual([false, true, true]);
  });

  test('a failed one is requested again by the next view', async () => {
    const { asked, hold } = pictures({});
    const first = hold('gone');
    await settled();
    expect(first.now()?.error?.code).toBe('CONVERSATION_NOT_FOUND');
    first.release();
    hold('gone');
    expect(asked).toEqual(['gone', 'gone']);
  });
});

test(cite('SEC-4', 'a file is saved under a name that is never a path and hides no characters'), () => {
  expect(sanitizeFileName('report.md')).toBe('report.md');
  expect(sanitizeFileName('../../.bashrc')).toBe('bashrc');
  expect(sanitizeFileName('C:\\Windows\\x.dll')).toBe('C Windows x.dll');
  expect(sanitizeFileName('a\u202egnp.exe')).toBe('a gnp.exe');
  expect(sanitizeFileName('  ...  ')).toBe('file');
  expect(sanitizeFileName('')).toBe('file');
  expect(sanitizeFileName('NUL.txt')).toBe('_NUL.txt');
  expect(sanitizeFileName('健康检查.txt')).toBe('健康检查.txt');
  const long = sanitizeFileName(`${'😀'.repeat(300)}.tar`);
  expect([...long]).toHaveLength(100);
  expect(long.endsWith('😀.tar')).toBe(true);
});
