// The title of a fork.

import { expect, test } from 'vitest';
import { maxTitleInputLength } from '../../../electron/conversation/title.ts';
import { forkTitle } from '../../../electron/features/branches/treeService.ts';

const none: ReadonlySet<string> = new Set();

test("a fork's title starts with what distinguishes it, and is numbered", () => {
  expect(forkTitle('The shop', 'system', none)).toBe('Copy of The shop');
  expect(forkTitle('The shop', 'en', new Set(['Copy of The shop']))).toBe('Copy 2 of The shop');
  const two = new Set(['Copy of The shop', 'Copy 2 of The shop']);
  expect(forkTitle('Copy 2 of The shop', 'en', two)).toBe('Copy 3 of The shop');
  expect(forkTitle('小店', 'zh', none)).toBe('副本：小店');
  expect(forkTitle('副本：小店', 'zh', new Set(['副本：小店']))).toBe('副本 2：小店');
});

test('a fork with an old-style title suffix is renamed, and a long title is truncated at its end', () => {
  expect(forkTitle('The shop (copy)', 'en', none)).toBe('Copy of The shop');
  expect(forkTitle('小店（副本）', 'en', none)).toBe('Copy of 小店');
  const long = forkTitle('x'.repeat(maxTitleInputLength), 'en', none);
  expect(long.length).toBeLessThanOrEqual(maxTitleInputLength);
  expect(long).toMatch(/^Copy of x+…$/);
  expect(forkTitle('Copy of ', 'en', none)).not.toBe('');
});
