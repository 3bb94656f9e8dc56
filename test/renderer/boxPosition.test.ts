// The scroll position that shows a pending call in full.

import { describe, expect, test } from 'vitest';
import { followScrollTop, isInView, scrollTopFor } from '../../renderer/features/chat/transcript/scrollPosition.ts';
import { cite } from '../support/cite.ts';

describe('a pending call', () => {
  test(cite('APPROVE-1', 'is followed to the end, but not past its beginning'), () => {
    expect(followScrollTop(5000, 600, null)).toBe(5000);
    expect(followScrollTop(5000, 600, { top: 5100, bottom: 5500 })).toBe(5000);
    const held = followScrollTop(5000, 600, { top: 4600, bottom: 4900 });
    expect(isInView({ top: held, height: 600 }, { top: 4600, bottom: 4900 })).toBe(true);
    expect(held).toBeLessThan(4600);
  });

  test(cite('APPROVE-1', 'taller than the view is shown by its end, where its buttons are'), () => {
    const box = { top: 1000, bottom: 2200 };
    const top = scrollTopFor(600, box);
    expect(top + 600).toBeGreaterThanOrEqual(box.bottom);
    expect(isInView({ top, height: 600 }, box)).toBe(true);
    expect(isInView({ top: 1000, height: 600 }, box)).toBe(false);
  });

  test.each([
    ['below the edge by its buttons', { top: 300, bottom: 640 }, false],
    ['above the edge by its head', { top: -20, bottom: 300 }, false],
    ['whole', { top: 0, bottom: 600 }, true],
    ['far above', { top: -3000, bottom: -2000 }, false],
  ])('%s', (_name, box, seen) => {
    expect(isInView({ top: 0, height: 600 }, box)).toBe(seen);
  });
});
