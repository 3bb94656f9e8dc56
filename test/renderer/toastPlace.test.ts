// Where toasts stand: never over what is written in, the last rows, or the buttons of what waits.

import { expect, test } from 'vitest';
import { type Around, corner, toastPlace } from '../../renderer/app/useToastPlace.ts';

const middle: Around = {
  field: { top: 700, right: 900 },
  log: { top: 44, bottom: 700 },
  end: 700,
  head: 0,
  answers: [],
  left: 636,
  height: 90,
  windowHeight: 800,
};

test('beside the text they are in the corner, and so are they where nothing is written', () => {
  expect(toastPlace({ ...middle, left: 910 })).toEqual(corner);
  expect(toastPlace({ ...middle, field: null, log: null })).toEqual(corner);
});

test('without room beside the text they are at its head, below what is over it there', () => {
  expect(toastPlace(middle)).toEqual({ top: 52 });
  expect(toastPlace({ ...middle, head: 36 })).toEqual({ top: 88 });
});

test('they leave the buttons of what waits free, wherever these are scrolled to', () => {
  expect(toastPlace({ ...middle, answers: [{ top: 640, bottom: 690 }] })).toEqual({ top: 52 });
  expect(toastPlace({ ...middle, answers: [{ top: 60, bottom: 100 }] })).toEqual({ bottom: 108 });
});

test('where the rows end high up they are over the field: the first rows are then what streams', () => {
  expect(toastPlace({ ...middle, end: 300 })).toEqual({ bottom: 108 });
  expect(toastPlace({ ...middle, end: 610 })).toEqual({ top: 52 });
});

test('a new chat has no rows: they are above the field', () => {
  expect(toastPlace({ ...middle, log: null })).toEqual({ bottom: 108 });
});
