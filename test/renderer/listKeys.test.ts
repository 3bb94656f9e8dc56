// The keys of our own lists, and where they open.

import { describe, expect, test } from 'vitest';
import { filterOptions, findTyped, moveByKey, placePopup } from '../../renderer/ui/select/listKeys.ts';
import { cite } from '../support/cite.ts';

const options = [
  { value: 'a', label: 'main' },
  { value: 'b', label: 'Feature/login', disabled: true },
  { value: 'c', label: 'feature/logout' },
  { value: 'd', label: 'fix/登录' },
  { value: 'e', label: 'master' },
];

describe('a list', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 2],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 2, 0],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 4],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['PageDown', 0, 4],
    ['PageUp', 4, 0],
    ['F2', 2, null],
  ])('%s from %i moves to %s, past what is disabled', (key, from, to) => {
    expect(moveByKey(key, from, options)).toBe(to);
  });

  test('without an enabled option moves nowhere', () => {
    const disabled = options.map((option) => ({ ...option, disabled: true }));
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']) {
      expect(moveByKey(key, -1, disabled), key).toBe(-1);
      expect(moveByKey(key, -1, []), key).toBe(-1);
    }
  });

  test.each([
    ['f', 0, 2],
    ['f', 2, 3],
    ['ff', 3, 2],
    ['m', 0, 4],
    ['m', 4, 0],
    ['ma', 4, 4],
    ['main', 4, 0],
    ['LOG', 0, 2],
    ['登', 0, 3],
    ['zz', 0, -1],
  ])(cite('UI-23', 'typing %s at %i finds %i'), (typed, from, found) => {
    expect(findTyped(typed, from, options)).toBe(found);
  });

  test('is filtered by value and label, with what begins with the text first', () => {
    const models = [
      { value: 'deep-large', label: 'deep-large' },
      { value: 'x1', label: 'Large one' },
      { value: 'small', label: 'small' },
    ];
    expect(filterOptions(' LARGE', models).map(({ value }) => value)).toEqual(['x1', 'deep-large']);
    expect(filterOptions('', models)).toHaveLength(3);
    expect(filterOptions('.*', models)).toEqual([]);
  });
});

describe('the place of a list', () => {
  const window = { width: 600, height: 700 };
  const field = (top: number, left = 20) => ({ left, right: left + 200, top, bottom: top + 32 });

  test.each([
    ['below its field', field(100), 200, { top: 136, bottom: null }],
    ['above a field at the end', field(650), 200, { top: null, bottom: 54 }],
    ['below, cut, if there is more space', field(300), 900, { top: 336, bottom: null }],
  ])('%s', (_name, box, height, where) => {
    const place = placePopup(box, { width: 200, height }, window);
    expect(place).toMatchObject(where);
    const top = place.top ?? window.height - (place.bottom ?? 0) - place.maxHeight;
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + place.maxHeight).toBeLessThanOrEqual(window.height);
  });

  test('is inside the window, even if the list is wider than its field', () => {
    expect(placePopup(field(100, 390), { width: 480, height: 100 }, window).left).toBe(112);
    expect(placePopup(field(100, -30), { width: 480, height: 100 }, window).left).toBe(8);
  });
});
