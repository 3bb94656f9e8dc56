// The width of the names in a waterfall.

import { expect, test } from 'vitest';
import { namesWidth } from '../../../renderer/features/chains/useNamesWidth.ts';

test('as wide as the longest name needs, while the time axis stays readable', () => {
  expect(namesWidth(600, 180, null)).toBe(180);
  expect(namesWidth(470, 340, null)).toBe(340);
  expect(namesWidth(470, 900, null)).toBe(346);
  expect(namesWidth(600, 900, null)).toBe(444);
  expect(namesWidth(1_600, 400, null)).toBe(400);
  expect(namesWidth(364, 20, null)).toBe(110);
});

test('as dragged by the user, within bounds', () => {
  expect(namesWidth(600, 180, 0.5)).toBe(300);
  expect(namesWidth(600, 180, 0.99)).toBe(450);
  expect(namesWidth(600, 180, 0.01)).toBe(110);
});
