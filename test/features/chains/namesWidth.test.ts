// The width of the names in a waterfall.

import { expect, test } from 'vitest';
import { nameColumnWidth } from '../../../renderer/features/chains/useNameColumnWidth.ts';

test('the name column is as wide as the longest name needs, while the time axis stays readable', () => {
  expect(nameColumnWidth(600, 180, null)).toBe(180);
  expect(nameColumnWidth(470, 340, null)).toBe(340);
  expect(nameColumnWidth(470, 900, null)).toBe(346);
  expect(nameColumnWidth(600, 900, null)).toBe(444);
  expect(nameColumnWidth(1_600, 400, null)).toBe(400);
  expect(nameColumnWidth(364, 20, null)).toBe(110);
});

test('the name column is as wide as the user dragged it, within bounds', () => {
  expect(nameColumnWidth(600, 180, 0.5)).toBe(300);
  expect(nameColumnWidth(600, 180, 0.99)).toBe(450);
  expect(nameColumnWidth(600, 180, 0.01)).toBe(110);
});
